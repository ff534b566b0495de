@testable import DownloadCore
@testable import Lab
import Testing

@Suite struct `The chronicle of a run` {
    private static func fetch(_ number: Int, _ index: Int) -> DownloadCommand {
        .fetch(
            FetchRequest(
                id: RequestID(number), resource: .part(stream: 0, index: index),
                url: "http://user:secret@o:80/v/\(index).ts?a=b", acceptsCompression: false,
                priority: 0))
    }

    @Test func `tells of a request what the engine had of it`() throws {
        var chronicle = RunChronicle()
        let id = RequestID(1)
        chronicle.take(.seconds(1), .started, [Self.fetch(1, 0)])
        chronicle.take(.seconds(2), .responded(id, ResponseHead(status: 200)))
        chronicle.take(.seconds(3), .received(id, byteCount: 100))
        chronicle.take(.seconds(9), .received(id, byteCount: 50))
        chronicle.take(
            .seconds(10),
            .failed(id, .refused),
            [
                .report(
                    .retrying(
                        .part(stream: 0, index: 0), reason: "refused", pause: .seconds(1)))
            ])
        chronicle.take(.seconds(11), .woke, [Self.fetch(2, 0)])
        let request = try #require(chronicle.requests.first)
        #expect(request.url == "http://o:80/v/0.ts?a=b" && request.path == "/v/0.ts?a=b")
        #expect(request.status == 200 && request.bytes == 150)
        #expect(request.silences == [.init(start: .seconds(3), end: .seconds(9))])
        #expect(request.trouble == "refused" && request.pause == .seconds(1))
        #expect(request.hadTrouble && request.endedAt == .seconds(10))
        #expect(chronicle.requests.map(\.attempt) == [1, 2])
    }

    @Test func `goes on where a killed process was, with the numbers given anew`() {
        var chronicle = RunChronicle()
        chronicle.take(.seconds(1), .started, [Self.fetch(1, 0)])
        chronicle.take(.seconds(5), .woke)
        chronicle.take(.zero, .started, [Self.fetch(1, 0)])
        chronicle.take(
            .seconds(2), .responded(RequestID(1), ResponseHead(status: 206)))
        #expect(chronicle.requests.map(\.ending) == [.open, .open])
        #expect(chronicle.requests.map(\.endedAt) == [.seconds(5), nil])
        #expect(chronicle.requests.map(\.headAt) == [nil, .seconds(7)])
        #expect(chronicle.remarks.count == 1 && chronicle.end == .seconds(7))
    }

    @Test func `keeps so many requests, and counts the others`() {
        var chronicle = RunChronicle()
        for number in 1...RunChronicle.mostRequests + 5 {
            chronicle.take(.milliseconds(number), .woke, [Self.fetch(number, number)])
        }
        #expect(chronicle.requests.count == RunChronicle.mostRequests)
        #expect(chronicle.requestsUntold == 5)
    }

    @Test func `keeps few rates however long it takes, and no byte is lost`() {
        var history = RateHistory()
        for second in 0..<5_000 { history.add(1_000, at: .seconds(second)) }
        #expect(history.bytes.count <= RateHistory.mostPieces)
        #expect(history.bytes.reduce(0, +) == 5_000_000)
        let (seconds, rates) = history.rates(inPieces: 50)
        #expect(rates.count <= 50)
        #expect(seconds * Double(rates.count) >= 5_000)
        let whole = rates.dropLast().allSatisfy { abs($0 - 8_000) < 200 }
        #expect(whole)
    }
}

extension RunChronicle {
    /// Takes a step as the timeline of a run tells of it.
    mutating func take(
        _ elapsed: Duration, _ event: DownloadEvent, _ commands: [DownloadCommand] = []
    ) {
        guard let line = TimelineLine(TraceLine(at: elapsed, event, commands).bytes) else {
            preconditionFailure("what is written can be read")
        }
        take(line)
    }
}
