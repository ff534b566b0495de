import Scenarios
import Testing

@Suite struct `An origin script` {
    @Test func `answers a GET with the whole file and all that describes it`() {
        let plan = TestAssets.answer("GET", "/v1/3.ts")
        #expect(plan.status == 200)
        #expect(
            plan.body == .resource(path: "/v1/3.ts", representation: .identity, range: 0..<1_000))
        #expect(plan.declaredLength == 1_000)
        #expect(plan.part == .segment(stream: "v1", index: 2))
        #expect(
            plan.headers == [
                .init("Content-Type", .text("video/mp2t")),
                .init("Accept-Ranges", .text("bytes")),
                .init("ETag", .text("\"v1/3.ts\"")),
                .init("Last-Modified", .text("Thu, 01 Jan 2026 00:00:00 GMT")),
                .init("Cache-Control", .text("max-age=86400")),
            ])
    }

    @Test(arguments: [
        ("/index.m3u8", "application/vnd.apple.mpegurl"), ("/v1/1.ts", "video/mp2t"),
        ("/a1/all.mp4", "audio/mp4"), ("/nothing", "text/plain; charset=utf-8"),
    ])
    func `names the MIME type`(path: String, type: String) {
        #expect(TestAssets.answer("GET", path).header("content-type") == type)
    }

    @Test(arguments: ["/index.m3u8", "/v1/1.ts", "/nothing"])
    func `answers HEAD with the head of GET and no body`(path: String) {
        let get = TestAssets.answer("GET", path)
        let head = TestAssets.answer("HEAD", path)
        #expect(head.status == get.status)
        #expect(head.headers == get.headers)
        #expect(head.declaredLength == get.declaredLength)
        #expect(head.body == .none)
    }

    @Test func `ignores Range in a HEAD`() {
        #expect(TestAssets.answer("HEAD", "/v1/1.ts", ["range": "bytes=0-1"]).status == 200)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "get", "OPTIONS"])
    func `refuses other methods and says which it takes`(method: String) {
        let plan = TestAssets.answer(method, "/v1/1.ts")
        #expect(plan.status == 405)
        #expect(plan.header("allow") == "GET, HEAD")
    }

    @Test(arguments: ["/", "/v1/6.ts", "/v1/../v1/1.ts", "/V1/1.ts", "v1/1.ts", "/v1"])
    func `answers 404 for what it does not hold`(path: String) {
        let plan = TestAssets.answer("GET", path)
        #expect(plan.status == 404)
        #expect(plan.part == nil)
        #expect(plan.attempt == 0)
    }

    @Test func `tells the parts of a byte-range file apart by the range`() {
        let parts = ["bytes=0-99", "bytes=100-299", "bytes=350-499", "bytes=500-"].map {
            TestAssets.answer("GET", "/a1/all.mp4", ["range": $0]).part
        }
        #expect(
            parts == [
                .initSection(stream: "a1"), .segment(stream: "a1", index: 0),
                .segment(stream: "a1", index: 1), .segment(stream: "a1", index: 2),
            ])
    }

    @Test func `takes a request as one for an I-frame only when the range is the I-frame's`() {
        let exact = TestAssets.answer("GET", "/v1/1.ts", ["range": "bytes=188-487"])
        let resumed = TestAssets.answer("GET", "/v1/1.ts", ["range": "bytes=188-"])
        #expect(exact.part == .segment(stream: "i1", index: 0))
        #expect(resumed.part == .segment(stream: "v1", index: 0))
    }

    @Test func `serves keys that are files, and none that a key server has`() {
        let plan = TestAssets.answer("GET", "/keys/k1.key")
        #expect(plan.status == 200)
        #expect(plan.part == .key(id: "k1"))
        #expect(plan.range == 0..<16)
        #expect(plan.part?.description == "key k1")
        #expect(
            TestAssets.resources.compactMap { $0.holdings.first?.part }.filter {
                if case .key = $0 { true } else { false }
            } == [.key(id: "k1")])
    }

    @Test func `counts the requests for each part by itself`() {
        var script = TestAssets.script()
        let paths = ["/v1/1.ts", "/v1/2.ts", "/v1/1.ts", "/v1/1.ts", "/v1/2.ts"]
        let attempts = paths.map {
            script.respond(to: TestAssets.request("GET", $0), at: .zero).attempt
        }
        #expect(attempts == [1, 1, 2, 3, 2])
    }
}

@Suite struct `A range request` {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=990-", 990..<1_000),
        ("bytes=990-5000", 990..<1_000), ("bytes=-1", 999..<1_000), ("bytes=-5000", 0..<1_000),
        ("BYTES= 5-9 ", 5..<10), ("bytes=0-99999999999999999999", 0..<1_000),
    ])
    func `gives the bytes asked for with 206`(field: String, range: Range<Int>) {
        let plan = TestAssets.answer("GET", "/v1/1.ts", ["range": field])
        #expect(plan.status == 206)
        #expect(plan.range == range)
        #expect(plan.declaredLength == range.count)
        #expect(
            plan.header("content-range")
                == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000")
    }

    @Test(arguments: ["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999-"])
    func `behind the end gives 416 with the length`(field: String) {
        let plan = TestAssets.answer("GET", "/v1/1.ts", ["range": field])
        #expect(plan.status == 416)
        #expect(plan.header("content-range") == "bytes */1000")
    }

    @Test(arguments: [
        "bytes=0-1,4-5", "bytes=5-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=+1-2", "0-1",
        "lines=0-1", "bytes 0-1", "bytes=1-2-3", "bytes=0x1-2",
    ])
    func `that is several, malformed or of another unit gives the whole`(field: String) {
        let plan = TestAssets.answer("GET", "/v1/1.ts", ["range": field])
        #expect(plan.status == 200)
        #expect(plan.range == 0..<1_000)
        #expect(plan.header("content-range") == nil)
    }

    @Test(arguments: [
        ("\"v1/1.ts\"", 206), ("\"other\"", 200), ("W/\"v1/1.ts\"", 200),
        ("Thu, 01 Jan 2026 00:00:00 GMT", 206), ("Thu, 01 Jan 2026 00:00:01 GMT", 200),
        ("nonsense", 200), ("", 200),
    ])
    func `counts only when If-Range names what is there`(condition: String, status: Int) {
        let headers = ["range": "bytes=10-19", "if-range": condition]
        #expect(TestAssets.answer("GET", "/v1/1.ts", headers).status == status)
    }
}

@Suite struct `A conditional request` {
    @Test(arguments: [
        (["if-none-match": "\"v1/1.ts\""], 304), (["if-none-match": "W/\"v1/1.ts\""], 304),
        (["if-none-match": "\"x\", \"v1/1.ts\""], 304), (["if-none-match": "*"], 304),
        (["if-none-match": "\"x\""], 200),
        (["if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT"], 304),
        (["if-modified-since": "Fri, 02 Jan 2026 00:00:00 GMT"], 304),
        (["if-modified-since": "Wed, 31 Dec 2025 23:59:59 GMT"], 200),
        (["if-modified-since": "yesterday"], 200),
        // The tag decides when both are there.
        (
            [
                "if-none-match": "\"x\"",
                "if-modified-since": "Fri, 02 Jan 2026 00:00:00 GMT",
            ], 200
        ),
    ])
    func `is answered with 304 when the client has it already`(
        headers: [String: String], status: Int
    ) {
        let plan = TestAssets.answer("GET", "/v1/1.ts", headers)
        #expect(plan.status == status)
        #expect((plan.body == .none) == (status == 304))
        #expect(plan.header("etag") == "\"v1/1.ts\"")
    }

    @Test func `has no length in its 304`() {
        let plan = TestAssets.answer("GET", "/v1/1.ts", ["if-none-match": "*"])
        #expect(plan.declaredLength == nil)
        #expect(plan.header("content-type") == nil)
    }
}

@Suite struct `A playlist` {
    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("GZIP", true), ("x-gzip", true),
        ("*", true), ("gzip;q=0.001", true), ("deflate, gzip; q=1.0", true),
        ("gzip;q=0", false), ("identity", false), ("br", false), ("*;q=0", false), ("", false),
        ("gzip;q=0.5, identity;q=0.8", false), ("gzip;q=2", false), ("*, gzip;q=0", false),
    ])
    func `is compressed when Accept-Encoding allows it`(field: String, compressed: Bool) {
        let plan = TestAssets.answer("GET", "/index.m3u8", ["accept-encoding": field])
        #expect(plan.representation == (compressed ? .gzip : .identity))
        #expect(plan.header("content-encoding") == (compressed ? "gzip" : nil))
        #expect(plan.declaredLength == (compressed ? 120 : 400))
        #expect(plan.header("vary") == "Accept-Encoding")
        #expect(plan.header("etag") == (compressed ? "\"index.m3u8-gzip\"" : "\"index.m3u8\""))
    }

    @Test func `is never compressed in a range`() {
        let headers = ["accept-encoding": "gzip", "range": "bytes=0-9"]
        let plan = TestAssets.answer("GET", "/index.m3u8", headers)
        #expect(plan.status == 206)
        #expect(plan.representation == .identity)
        #expect(plan.header("content-range") == "bytes 0-9/400")
    }

    @Test func `is not modified for the tag of the form that would be sent`() {
        let known = ["if-none-match": "\"index.m3u8-gzip\""]
        #expect(TestAssets.answer("GET", "/index.m3u8", known).status == 200)
        let compressed = known.merging(["accept-encoding": "gzip"]) { $1 }
        #expect(TestAssets.answer("GET", "/index.m3u8", compressed).status == 304)
    }

    @Test func `leaves segments as they are`() {
        let plan = TestAssets.answer("GET", "/v1/1.ts", ["accept-encoding": "gzip"])
        #expect(plan.representation == .identity)
        #expect(plan.header("vary") == nil)
    }
}

@Suite struct `A request target` {
    @Test(arguments: [
        ("/a%20b.ts", "/a b.ts", nil), ("/a.ts?x=1&y=2", "/a.ts", "x=1&y=2"),
        ("/a?b?c", "/a", "b?c"), ("/%c3%a4", "/ä", nil), ("/%zz", "/%zz", nil),
        ("/%2", "/%2", nil), ("/%ff", "/%ff", nil), ("/a?", "/a", ""),
    ])
    func `is split and decoded`(target: String, path: String, query: String?) {
        let request = OriginRequest(method: "GET", target: target, headers: [:])
        #expect(request.path == path)
        #expect(request.query == query)
    }
}

@Suite struct `An HTTP date` {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `is written and read as IMF-fixdate`(seconds: Int, text: String) {
        #expect(HTTPDate(seconds: seconds).text == text)
        #expect(HTTPDate(parsing: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC",
    ])
    func `in another form is not read`(text: String) {
        #expect(HTTPDate(parsing: text) == nil)
    }
}
