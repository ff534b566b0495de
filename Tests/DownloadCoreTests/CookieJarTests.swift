import DownloadCore
import Testing

@Suite struct `A cookie jar` {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var set: [String]
        var from = "http://www.example.com/a/b/index.m3u8"
        var asked: String
        var after = Duration.seconds(1)
        var sent: String?
    }

    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let rows = [
        Row(
            testDescription: "sends a cookie back to its host", set: ["a=1"],
            asked: "http://www.example.com/a/b/s1.ts", sent: "a=1"),
        Row(
            testDescription: "whatever the port", set: ["a=1"],
            asked: "http://www.example.com:81/a/b/s1.ts", sent: "a=1"),
        Row(
            testDescription: "keeps a cookie without Domain from other hosts", set: ["a=1"],
            asked: "http://sub.www.example.com/a/b/x", sent: nil),
        Row(
            testDescription: "sends a cookie of a domain to all hosts in it",
            set: ["a=1; Domain=.Example.com"], asked: "http://cdn.example.com/a/b/x", sent: "a=1"),
        Row(
            testDescription: "but to none that only ends alike",
            set: ["a=1; Domain=example.com"], asked: "http://badexample.com/a/b/x", sent: nil),
        Row(
            testDescription: "takes none for a top-level name", set: ["a=1; Domain=com"],
            asked: "http://www.example.com/a/b/x", sent: nil),
        Row(
            testDescription: "takes none for a shared suffix", set: ["a=1; Domain=co.uk"],
            from: "http://www.shop.co.uk/", asked: "http://www.shop.co.uk/", sent: nil),
        Row(
            testDescription: "takes none for someone else's domain",
            set: ["a=1; Domain=other.com"], asked: "http://other.com/a/b/x", sent: nil),
        Row(
            testDescription: "takes none for a host below", set: ["a=1; Domain=x.www.example.com"],
            asked: "http://x.www.example.com/a/b/x", sent: nil),
        Row(
            testDescription: "has no domains above an address", set: ["a=1; Domain=0.0.1"],
            from: "http://127.0.0.1/", asked: "http://127.0.0.1/", sent: nil),
        Row(
            testDescription: "takes an address itself", set: ["a=1; Domain=127.0.0.1"],
            from: "http://127.0.0.1/", asked: "http://127.0.0.1:99/", sent: "a=1"),
        Row(
            testDescription: "sends to the folder that set it only", set: ["a=1"],
            asked: "http://www.example.com/a/c", sent: nil),
        Row(
            testDescription: "honours a path", set: ["a=1; Path=/a"],
            asked: "http://www.example.com/a/c?q=/x", sent: "a=1"),
        Row(
            testDescription: "does not take a longer name for the path", set: ["a=1; Path=/a"],
            asked: "http://www.example.com/ab", sent: nil),
        Row(
            testDescription: "keeps secure cookies from insecure connections",
            set: ["a=1; Secure"], from: "https://www.example.com/",
            asked: "http://www.example.com/", sent: nil),
        Row(
            testDescription: "sends secure cookies over secure connections",
            set: ["a=1; secure; HttpOnly; SameSite=None"], from: "https://www.example.com/",
            asked: "https://www.example.com/x", sent: "a=1"),
        Row(
            testDescription: "takes no secure cookie over an insecure connection",
            set: ["a=1; Secure; Path=/"], asked: "https://www.example.com/", sent: nil),
        Row(
            testDescription: "sends until Max-Age is over", set: ["a=1; Max-Age=10"],
            asked: "http://www.example.com/a/b/", after: .milliseconds(9_999), sent: "a=1"),
        Row(
            testDescription: "and not after", set: ["a=1; Max-Age=10"],
            asked: "http://www.example.com/a/b/", after: .seconds(10), sent: nil),
        Row(
            testDescription: "counts Expires from the response's Date",
            set: ["a=1; Expires=Sun, 06 Nov 1994 08:49:47 GMT"],
            asked: "http://www.example.com/a/b/", after: .seconds(9), sent: "a=1"),
        Row(
            testDescription: "forgets what Expires",
            set: ["a=1; Expires=\(date.prefix(20))48:47 GMT"],
            asked: "http://www.example.com/a/b/", sent: nil),
        Row(
            testDescription: "believes Max-Age before Expires",
            set: ["a=1; Max-Age=100; Expires=\(date)"], asked: "http://www.example.com/a/b/",
            sent: "a=1"),
        Row(
            testDescription: "has the latest of a name", set: ["a=1", "a=2"],
            asked: "http://www.example.com/a/b/", sent: "a=2"),
        Row(
            testDescription: "removes what is set to have expired", set: ["a=1", "a=; Max-Age=0"],
            asked: "http://www.example.com/a/b/", sent: nil),
        Row(
            testDescription: "sends longer paths first, then older ones",
            set: ["r=1; Path=/", "b=1", "c=1"], asked: "http://www.example.com/a/b/",
            sent: "b=1; c=1; r=1"),
        Row(
            testDescription: "keeps equals signs of a value", set: ["a=x=y=="],
            asked: "http://www.example.com/a/b/", sent: "a=x=y=="),
        Row(
            testDescription: "passes over what has no name", set: ["=1", "a", "", ";;;"],
            asked: "http://www.example.com/a/b/", sent: nil),
        Row(
            testDescription: "passes over line ends", set: ["a=1\r\nX: y", "b=\u{0}"],
            asked: "http://www.example.com/a/b/", sent: nil),
        Row(
            testDescription: "passes over what is too long",
            set: ["a=" + String(repeating: "x", count: 5_000)],
            asked: "http://www.example.com/a/b/", sent: nil),
    ]

    @Test(arguments: rows) func `as RFC 6265 says`(row: Row) {
        var jar = CookieJar()
        for field in row.set { jar.set(field, from: row.from, date: Self.date, at: .zero) }
        #expect(jar.field(for: row.asked, at: row.after) == row.sent)
    }

    @Test func `holds a bounded number, the newest`() {
        var jar = CookieJar()
        for number in 0..<1_000 {
            jar.set("c\(number)=1", from: "http://h\(number % 100).test/", at: .zero)
        }
        #expect(jar.count == CookieJar.maximumCookies)
        #expect(jar.field(for: "http://h99.test/", at: .zero)?.hasSuffix("c999=1") == true)
        for number in 0..<100 { jar.set("d\(number)=1", from: "http://one.test/", at: .zero) }
        let kept = jar.field(for: "http://one.test/", at: .zero)?.split(separator: ";").count
        #expect(kept == CookieJar.maximumCookiesPerDomain)
    }
}
