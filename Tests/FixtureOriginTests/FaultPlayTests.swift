import FixtureOrigin
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A fault on the wire` {
    private static let segment = FaultMatch(segment: 3)

    /// The answer to a GET of segment 3, and the record's entry for it.
    private func play(
        _ effect: FaultEffect, _ headers: [(String, String)] = []
    ) async throws -> (RawAnswer, OriginRecord.Entry) {
        try await withOrigin(Fault(match: Self.segment, effect: effect)) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let answer = try await connection.request("GET", "/v1/3.ts", headers)
            return (answer, try await running.entry(1))
        }
    }

    @Test func `of status replaces the answer and leaves the connection usable`() async throws {
        let fault = Fault(
            match: Self.segment, effect: .status(503, retryAfter: .seconds(2)), times: 2)
        try await withOrigin(fault) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            for status in [503, 503, 200] {
                let answer = try await connection.request("GET", "/v1/3.ts")
                #expect(answer.status == status)
                #expect(answer["retry-after"] == (status == 503 ? "2" : nil))
            }
            let first = try await running.entry(1)
            #expect(first.retryNotBefore == first.headAt.map { $0 + .seconds(2) })
            #expect(try await running.entry(2).attempt == 2)
            #expect(try await running.entry(3).attempt == 3)
        }
    }

    @Test func `may ask for patience by a date, counted from the answer's own`() async throws {
        let (answer, entry) = try await play(
            .status(429, retryAfter: .date(secondsFromNow: 90)))
        let now = try #require(answer["date"].flatMap(HTTPDate.init(parsing:)))
        let then = try #require(answer["retry-after"].flatMap(HTTPDate.init(parsing:)))
        #expect(then.seconds - now.seconds == 90)
        let wait = try #require(entry.retryNotBefore) - (try #require(entry.headAt))
        #expect(wait > .seconds(89) && wait <= .seconds(90))
    }

    @Test func `of delay holds back the head`() async throws {
        let (answer, entry) = try await play(.delay(.milliseconds(300)))
        #expect(difference(answer.body, TestFolder.segment(3)) == nil)
        let delay = try #require(entry.headAt) - entry.requestedAt
        // Timers may be late on a busy machine, never early.
        #expect(delay >= .milliseconds(300) && delay < .seconds(60))
    }

    @Test(arguments: [0, 1, 65_536, 200_000])
    func `of stall sends exactly so many bytes and then nothing`(byte: Int) async throws {
        let effect = FaultEffect.stall(afterByte: byte, for: .seconds(1_000))
        try await withOrigin(Fault(match: Self.segment, effect: effect)) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            try await connection.send(RawConnection.text("GET", "/v1/3.ts", []))
            _ = try await connection.head()
            let start = try await connection.read(byte).bytes
            #expect(difference(start, Array(TestFolder.segment(3).prefix(byte))) == nil)
            // Loopback takes microseconds: what else had been sent would be here by then.
            #expect(try await connection.becomesReadable(within: 200) == false)
        }
    }

    @Test func `of stall goes on after its time`() async throws {
        let effect = FaultEffect.stall(afterByte: 200_000, for: .milliseconds(300))
        let (answer, entry) = try await play(effect)
        #expect(difference(answer.body, TestFolder.segment(3)) == nil)
        let length = entry.endedAt - (try #require(entry.headAt))
        // Timers may be late on a busy machine, never early.
        #expect(length >= .milliseconds(300) && length < .seconds(60))
    }

    @Test(arguments: [0, 1, 65_536, 123_456])
    func `of truncation declares everything, sends exactly so much and closes`(
        byte: Int
    ) async throws {
        let (answer, entry) = try await play(.truncate(afterByte: byte))
        #expect(answer.status == 200)
        #expect(answer["content-length"] == "300001")
        #expect(difference(answer.body, Array(TestFolder.segment(3).prefix(byte))) == nil)
        #expect(answer.ending == .closed)
        #expect(entry.bytesPlanned == byte)
        #expect(entry.bytesDelivered == byte)
        #expect(entry.ending == .closed)
    }

    @Test func `of truncation counts from the start of the range asked for`() async throws {
        let (answer, _) = try await play(.truncate(afterByte: 10), [("Range", "bytes=100-")])
        #expect(answer.status == 206)
        #expect(answer["content-length"] == "299901")
        #expect(difference(answer.body, Array(TestFolder.segment(3)[100..<110])) == nil)
        #expect(answer.ending == .closed)
    }

    @Test(arguments: [0, 1, 123_456])
    func `of truncation without a length looks complete`(byte: Int) async throws {
        let (answer, entry) = try await play(.truncateWithoutLength(afterByte: byte))
        #expect(answer.status == 200)
        #expect(answer["content-length"] == nil)
        #expect(answer["transfer-encoding"] == "chunked")
        #expect(difference(answer.body, Array(TestFolder.segment(3).prefix(byte))) == nil)
        #expect(answer.ending == .open)
        #expect(entry.ending == .complete)
    }

    @Test(arguments: [0, 1, 65_536, 123_456, 300_000])
    func `of reset sends exactly so much and resets`(byte: Int) async throws {
        let (answer, entry) = try await play(.reset(afterByte: byte))
        #expect(answer.status == 200)
        #expect(answer["content-length"] == "300001")
        #expect(difference(answer.body, Array(TestFolder.segment(3).prefix(byte))) == nil)
        #expect(answer.ending == .reset)
        #expect(entry.bytesDelivered == byte)
        #expect(entry.ending == .reset)
    }

    @Test func `of reset waits for a client that reads slowly`() async throws {
        let effect = FaultEffect.reset(afterByte: 300_000)
        try await withOrigin(Fault(match: Self.segment, effect: effect)) { running in
            // A receive window of a few kilobytes: the rest waits in the origin's send queue.
            let connection = try await running.connect(receiveBuffer: 4_096)
            defer { connection.end() }
            try await connection.send(RawConnection.text("GET", "/v1/3.ts", []))
            _ = try await connection.head()
            var body: [UInt8] = []
            var ending = RawConnection.Ending.open
            while ending == .open {
                let (bytes, end) = try await connection.read(1_000)
                body += bytes
                ending = end
            }
            #expect(difference(body, Array(TestFolder.segment(3).prefix(300_000))) == nil)
            #expect(ending == .reset)
        }
    }

    @Test func `of wrong type sends a page`() async throws {
        let (answer, _) = try await play(.wrongType)
        #expect(answer.status == 200)
        #expect(answer["content-type"] == "text/html; charset=utf-8")
        #expect(answer.body.starts(with: Array("<!DOCTYPE html>".utf8)))
        #expect(answer["etag"] == nil)
    }

    @Test func `strikes requests on other connections too, as often as it says`() async throws {
        let fault = Fault(match: Self.segment, effect: .reset(afterByte: 5), times: 3)
        try await withOrigin(fault) { running in
            let endings = try await withThrowingTaskGroup(of: RawConnection.Ending.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let connection = try await running.connect()
                        defer { connection.end() }
                        return try await connection.request("GET", "/v1/3.ts").ending
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(endings.count { $0 == .reset } == 3)
            #expect(endings.count { $0 == .open } == 7)
        }
    }
}
