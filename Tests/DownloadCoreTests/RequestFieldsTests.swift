import DownloadCore
import Testing

@Suite struct `What servers are told of who asks` {
    static func fields(
        _ url: String, headers: [HeaderField] = [], forAll: Bool = false
    ) -> RequestFields {
        var options = DownloadOptions()
        options.headers = headers
        options.headersForAllOrigins = forAll
        return RequestFields(CredentialedURL(url), options)
    }

    static func sent(_ fields: RequestFields, to url: String) -> [String] {
        fields.fields(for: url, at: .zero).map { "\($0.name): \($0.value)" }
    }

    static let others = [
        "http://example.com/x", "https://example.com:8443/x", "https://cdn.example.com/x",
        "https://example.com.evil.test/x", "https://evil.test/?https://example.com/",
        "https://example.com@evil.test/x",
    ]

    @Test func `goes to the origin of the URL`() throws {
        let header = try HeaderField(name: "X-Key", value: "k")
        let fields = Self.fields("https://ann:s%40cret@Example.com/a", headers: [header])
        for url in ["https://example.com/b", "https://EXAMPLE.com:443/", "https://example.com./"] {
            #expect(
                Self.sent(fields, to: url)
                    == ["X-Key: k", "Authorization: Basic YW5uOnNAY3JldA=="])
        }
    }

    @Test(arguments: others) func `goes to no other origin`(url: String) throws {
        let header = try HeaderField(name: "X-Key", value: "k")
        let fields = Self.fields("https://ann:secret@example.com/a", headers: [header])
        #expect(Self.sent(fields, to: url) == [])
    }

    @Test(arguments: others) func `goes to others when it is meant to, a password never`(
        url: String
    ) throws {
        let header = try HeaderField(name: "X-Key", value: "k")
        let fields = Self.fields(
            "https://ann:secret@example.com/a", headers: [header], forAll: true)
        #expect(Self.sent(fields, to: url) == ["X-Key: k"])
    }

    @Test func `has an Authorization of its own in the place of the password`() throws {
        let header = try HeaderField(name: "authorization", value: "Bearer t")
        let fields = Self.fields("https://ann:secret@example.com/a", headers: [header])
        #expect(Self.sent(fields, to: "https://example.com/") == ["authorization: Bearer t"])
    }

    @Test func `has cookies where they belong`() {
        var fields = Self.fields("https://example.com/a")
        fields.learn(
            ["a=1; Path=/", "b=2; Domain=example.com; Path=/"], from: "https://example.com/",
            date: nil, at: .zero)
        #expect(Self.sent(fields, to: "https://example.com/x") == ["Cookie: a=1; b=2"])
        #expect(Self.sent(fields, to: "https://cdn.example.com/x") == ["Cookie: b=2"])
        #expect(Self.sent(fields, to: "https://other.com/x") == [])
    }

    @Test(arguments: [
        ("", "v"), ("a b", "v"), ("a:", "v"), ("ä", "v"), ("a\r\n", "v"), ("a", "v\r\nX: y"),
        ("a", "v\n"), ("a", "\u{0}"), ("a", "\u{7F}"), ("Host", "v"), ("range", "v"),
        ("Content-Length", "1"), ("Transfer-Encoding", "chunked"),
        ("a", String(repeating: "x", count: 20_000)),
    ])
    func `has no field that would be more than one`(name: String, value: String) {
        #expect(throws: HeaderField.Fault.self) { try HeaderField(name: name, value: value) }
    }

    @Test func `is read from a line`() throws {
        let field = try HeaderField(parsing: "X-Key:  a: b ")
        #expect(field.name == "X-Key")
        #expect(field.value == "a: b")
        #expect("\(field)" == "X-Key: (not shown)")
        #expect(throws: HeaderField.Fault.self) { try HeaderField(parsing: "nothing") }
    }

    @Test(arguments: [
        ("http://u:p@h/x?a@b", "http://h/x?a@b"), ("http://u@h", "http://h"),
        ("https://a@b:c@h:1/x", "https://h:1/x"), ("http://h/u:p@x", "http://h/u:p@x"),
        ("http://h?u@x", "http://h?u@x"), ("http://@h/", "http://h/"), ("h", "h"),
    ])
    func `is nothing of a URL but its user`(url: String, rest: String) {
        #expect(CredentialedURL(url).url == rest)
    }

    @Test func `is in no request, report, failure or trace of the machine`() {
        var download = TestDownload(url: "http://ann:s3cret@host/a/index.m3u8")
        download.playlist(1, TestDownload.mediaPlaylist(2))
        download.respond(2, .status(404))
        #expect(!"\(download.history)".contains("s3cret"))
        #expect(!"\(download.history)".contains("ann:"))
        #expect(download.allFetches[0].url == "http://host/a/index.m3u8")
    }
}

@Suite struct `A bandwidth limit` {
    @Test func `is kept to the nanosecond by whoever waits as told`() {
        for (rate, chunk) in [(8_000, 100), (1_000_000, 65_536), (7, 1), (1_000_000_000, 16_384)] {
            var limit = BandwidthLimit(bitsPerSecond: rate)
            var now = Duration.zero
            for _ in 0..<1_000 { now += limit.pause(afterTaking: chunk, at: now) }
            let expected = Double(chunk * 8 * 1_000) / Double(rate)
            #expect(abs(now / .seconds(1) - expected) < 1e-6 * expected + 1e-5)
        }
    }

    @Test func `is one for all who take`() {
        var limit = BandwidthLimit(bitsPerSecond: 8_000)
        let pauses = (0..<4).map { _ in limit.pause(afterTaking: 1_000, at: .zero) }
        #expect(pauses == [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
    }

    @Test func `saves no more than a moment up`() {
        var limit = BandwidthLimit(bitsPerSecond: 8_000)
        #expect(limit.pause(afterTaking: 1_000, at: .seconds(100)) == .milliseconds(950))
        #expect(limit.pause(afterTaking: 0, at: .seconds(100)) == .milliseconds(950))
        #expect(limit.pause(afterTaking: 10, at: .seconds(200)) == .zero)
    }
}
