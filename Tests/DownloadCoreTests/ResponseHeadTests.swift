@testable import DownloadCore
import Testing

@Suite struct `A response head` {
    static func head(_ fields: [String: String]) -> ResponseHead {
        ResponseHead(status: 200) { fields[$0] }
    }

    @Test(arguments: [
        ("bytes 0-99/1000", ContentRange(first: 0, last: 99, total: 1000)),
        (" bytes 5-5/6 ", ContentRange(first: 5, last: 5, total: 6)),
        ("Bytes 1-2/*", ContentRange(first: 1, last: 2, total: nil)),
        ("bytes 0-9223372036854775807/*", ContentRange(first: 0, last: .max, total: nil)),
        ("bytes 5-4/10", nil), ("bytes 0-9/9", nil), ("bytes */10", nil), ("bytes 0-9", nil),
        ("bytes 0-/10", nil), ("bytes -5/10", nil), ("items 0-9/10", nil), ("", nil),
        ("bytes 0-9/x", nil), ("bytes 0-9/10/11", nil),
    ])
    func `reads Content-Range`(field: String, expected: ContentRange?) {
        #expect(Self.head(["content-range": field]).contentRange == expected)
    }

    @Test(arguments: [
        ("bytes */1000", 1000), ("BYTES */7", 7), ("bytes 0-1/2", nil), ("bytes */x", nil),
    ])
    func `reads the length in the Content-Range of a 416`(field: String, expected: Int?) {
        #expect(Self.head(["content-range": field]).unsatisfiedTotal == expected)
    }

    @Test(arguments: [
        ("\"a\"", "\"a\""), ("W/\"a\"", nil), ("a", nil),
    ])
    func `keeps strong entity tags only`(field: String, expected: String?) {
        #expect(Self.head(["etag": field]).strongEntityTag == expected)
    }

    @Test(arguments: [
        ("12", 12), (" 12 ", 12), ("0", 0), ("-1", nil), ("+1", nil), ("1.5", nil), ("", nil),
        ("99999999999999999999", nil),
    ])
    func `reads Content-Length`(field: String, expected: Int?) {
        #expect(Self.head(["content-length": field]).contentLength == expected)
    }

    @Test(arguments: [
        ("gzip", true), ("br", true), ("identity", false), (" Identity", false),
    ])
    func `knows that a body is encoded`(field: String, expected: Bool) {
        #expect(Self.head(["content-encoding": field]).isEncoded == expected)
        #expect(!Self.head([:]).isEncoded)
    }

    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test(arguments: [
        ("120", Duration.seconds(120)), (" 0 ", .zero), ("-1", nil), ("soon", nil),
        ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
        ("Sunday, 06-Nov-94 08:49:38 GMT", .seconds(1)),
        ("Sun Nov  6 09:49:37 1994", .seconds(3600)),
        // The past is now.
        ("Sun, 06 Nov 1994 08:49:36 GMT", .zero),
        // More than a number can hold is a long time, not none.
        ("99999999999999999999", .seconds(Int.max)),
    ])
    func `reads Retry-After in both forms, a date from the response's own`(
        field: String, expected: Duration?
    ) {
        #expect(Self.head(["retry-after": field, "date": Self.date]).retryAfter == expected)
    }

    @Test func `has no Retry-After when its date has nothing to count from`() {
        #expect(Self.head(["retry-after": Self.date]).retryAfter == nil)
        #expect(Self.head(["retry-after": Self.date, "date": "?"]).retryAfter == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ])
    func `reads all three forms of an HTTP date`(text: String) {
        #expect(HTTPDate(text)?.secondsSince1970 == 784_111_777)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
        ("Saturday, 01-Jan-50 00:00:00 GMT", 2_524_608_000),
    ])
    func `counts the seconds of an HTTP date`(text: String, expected: Int) {
        #expect(HTTPDate(text)?.secondsSince1970 == expected)
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 19 94 08:49:37 GMT",
    ])
    func `takes nothing else for an HTTP date`(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test(arguments: [
        (Duration.zero, "0 s"), (.seconds(30), "30 s"), (.milliseconds(1_500), "1.5 s"),
        (.milliseconds(250), "0.25 s"), (.nanoseconds(1_999_999_999), "2 s"),
        (.seconds(Int.max), "9223372036854775807 s"),
    ])
    func `and everything else says durations in seconds, however long`(
        duration: Duration, expected: String
    ) {
        #expect(duration.inSeconds == expected)
    }
}
