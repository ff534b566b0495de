import FixtureOrigin
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A fault that changes an answer on the wire` {
    private func play(
        _ effect: FaultEffect, _ headers: [(String, String)] = [], path: String = "/v1/3.ts"
    ) async throws -> (RawAnswer, OriginRecord.Entry) {
        try await withOrigin(Fault(match: .init(), effect: effect)) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let answer = try await connection.request("GET", path, headers)
            return (answer, try await running.entry(1))
        }
    }

    @Test(arguments: [0, 65_535, 65_536, 300_000])
    func `turns the bits of one byte`(position: Int) async throws {
        let (answer, _) = try await play(.flip(byte: position))
        var expected = TestFolder.segment(3)
        expected[position] = ~expected[position]
        #expect(difference(answer.body, expected) == nil)
        #expect(answer["content-length"] == "300001")
    }

    @Test func `counts the byte from the start of the range`() async throws {
        let (answer, _) = try await play(.flip(byte: 10), [("Range", "bytes=100-199")])
        var expected = Array(TestFolder.segment(3)[100..<200])
        expected[10] = ~expected[10]
        #expect(difference(answer.body, expected) == nil)
    }

    @Test func `resets where the head should come`() async throws {
        let (answer, entry) = try await play(.resetBeforeHead)
        #expect((answer.status, answer.ending) == (0, .reset))
        #expect(entry.headAt == nil)
        #expect(entry.ending == .reset)
    }

    @Test func `sends nothing, and says so`() async throws {
        let (answer, _) = try await play(.empty)
        #expect((answer.status, answer["content-length"], answer.body.count) == (200, "0", 0))
    }

    @Test func `declares more than it sends, and closes`() async throws {
        let (answer, entry) = try await play(.declare(length: 400_000))
        #expect(answer["content-length"] == "400000")
        #expect(difference(answer.body, TestFolder.segment(3)) == nil)
        #expect(answer.ending == .closed)
        #expect(entry.bytesDelivered == 300_001)
    }

    @Test func `declares less than it sends`() async throws {
        let (answer, entry) = try await play(.declare(length: 1_000))
        #expect(answer["content-length"] == "1000")
        #expect(answer.body.count == 1_000)
        #expect(entry.bytesPlanned == 300_001)
    }

    @Test func `says that a range begins elsewhere`() async throws {
        let (answer, _) = try await play(.shiftRange(by: 7), [("Range", "bytes=100-199")])
        #expect(answer["content-range"] == "bytes 107-199/300001")
        #expect(difference(answer.body, Array(TestFolder.segment(3)[100..<200])) == nil)
    }

    @Test func `sends the whole where a range was asked for`() async throws {
        let (answer, _) = try await play(.ignoreRange, [("Range", "bytes=100-199")])
        #expect(answer.status == 200)
        #expect(difference(answer.body, TestFolder.segment(3)) == nil)
    }

    @Test func `sends a text, under another tag or none`() async throws {
        #expect(try await play(.body("hello")).0.body == Array("hello".utf8))
        #expect(try await play(.body("hello")).0["etag"] == nil)
        #expect(try await play(.entityTag("v2")).0["etag"] == "\"v2\"")
    }

    @Test(arguments: Flood.allCases)
    func `sends a flood of the length that it declares`(flood: Flood) async throws {
        let (answer, _) = try await play(.flood(flood, length: 200_000))
        #expect(difference(answer.body, flood.bytes(in: 0..<200_000)) == nil)
        #expect(answer["content-encoding"] == (flood == .gzip ? "gzip" : nil))
    }

    @Test func `sends a flood without an end until the client goes away`() async throws {
        try await withOrigin(Fault(match: .init(), effect: .flood(.zeros))) { running in
            let connection = try await running.connect()
            try await connection.send(RawConnection.text("GET", "/v1/3.ts", []))
            _ = try await connection.head()
            #expect(try await connection.read(1_000_000).bytes.count == 1_000_000)
            connection.end()
            #expect(try await running.entry(1).ending == .clientWentAway)
        }
    }

    @Test func `tells a time of day that is ahead, and a date by it`() async throws {
        let ahead = FaultEffect.RetryAfter.date(secondsFromNow: 5, clockAhead: 86_400)
        let (answer, entry) = try await play(.status(503, retryAfter: ahead))
        let (truth, _) = try await play(.status(503))
        let now = try #require(answer["date"].flatMap(HTTPDate.init(parsing:)))
        let then = try #require(answer["retry-after"].flatMap(HTTPDate.init(parsing:)))
        let real = try #require(truth["date"].flatMap(HTTPDate.init(parsing:)))
        #expect(then.seconds - now.seconds == 5)
        #expect((86_390...86_400).contains(now.seconds - real.seconds))
        let wait = try #require(entry.retryNotBefore) - (try #require(entry.headAt))
        #expect(wait > .seconds(4) && wait <= .seconds(5))
    }
}
