import DownloadCore
import LinkModel
import Scenarios
import Simulation
import Testing

@Suite struct `A world with faults` {
    static func run(
        _ effect: FaultEffect, segment: Int = 2, times: Int? = 1, options: DownloadOptions = .init()
    ) throws -> (history: WorldHistory, asset: TestAsset) {
        let asset = try TestAsset.synthetic(segments: 4, bitsPerSecond: 100_000)
        let fault = Fault(
            match: .init(kind: .segment, segment: segment), effect: effect, times: times)
        var world = try asset.world(fault, options: options)
        return (try world.run(), asset)
    }

    static func requests(_ history: WorldHistory, segment: Int = 2) -> [OriginRecord.Entry] {
        history.record.requests(for: .segment(stream: "high", index: segment - 1))
    }

    @Test(arguments: [
        (FaultEffect.status(503), 2), (.truncate(afterByte: 10_000), 1),
        (.truncateWithoutLength(afterByte: 10_000), 1), (.reset(afterByte: 10_000), 1),
        (.reset(afterByte: 0), 1), (.truncate(afterByte: 0), 1), (.wrongType, 1),
        (.delay(.seconds(40)), 1), (.stall(afterByte: 9_000, for: .seconds(25)), 1),
    ])
    func `ends complete, having tried again`(effect: FaultEffect, times: Int) throws {
        let (history, asset) = try Self.run(effect, times: times)
        #expect(history.outcome == .completed)
        #expect(try asset.hole(history.disk) == nil)
        #expect(history.progress.retries == times)
        #expect(Self.requests(history).count == times + 1)
    }

    @Test(arguments: [FaultEffect.delay(.seconds(10)), .stall(afterByte: 9_000, for: .seconds(15))])
    func `is patient within the time-outs`(effect: FaultEffect) throws {
        let (history, _) = try Self.run(effect)
        #expect(history.outcome == .completed)
        #expect(history.progress.retries == 0)
    }

    @Test(arguments: [
        FaultEffect.truncate(afterByte: 10_000), .reset(afterByte: 10_000),
        .stall(afterByte: 10_000, for: .seconds(25)),
    ])
    func `goes on inside a segment, and fetches no byte twice`(effect: FaultEffect) throws {
        let (history, asset) = try Self.run(effect)
        let again = try #require(Self.requests(history).last)
        #expect(again.range == "bytes=10000-")
        #expect(again.status == 206)
        #expect(history.partBytes == (try asset.partBytes()))
    }

    @Test(arguments: [
        FaultEffect.status(503, retryAfter: .seconds(2)),
        .status(429, retryAfter: .date(secondsFromNow: 2)),
    ])
    func `asks again when it may, and soon after`(effect: FaultEffect) throws {
        let (history, _) = try Self.run(effect, segment: 1)
        #expect(history.outcome == .completed)
        let gate = try #require(history.record.entries.compactMap(\.retryNotBefore).first)
        let later = history.record.entries.filter {
            // What was on its way when the answer came does not count: half a round trip and more.
            $0.requestedAt > gate - .seconds(2) + .milliseconds(100)
        }
        let first = try #require(later.map(\.requestedAt).min())
        #expect(first >= gate)
        #expect(first <= gate + .milliseconds(250))
    }

    @Test func `says which segment is not there`() throws {
        let (history, asset) = try Self.run(.status(404), segment: 3, times: nil)
        guard case .failed(let failure)? = history.outcome else {
            Issue.record("ended otherwise: \(String(describing: history.outcome))")
            return
        }
        #expect(failure.reason == .status(404))
        #expect(failure.subject.contains("segment 3 of high/index.m3u8"))
        // The first hole may be before it: requests that were open end with the download.
        let hole = try asset.hole(history.disk)
        #expect(hole?.hasSuffix("of high is missing") == true)
        #expect(!history.disk.isSealed)
    }

    @Test func `keeps no more connections than allowed while old ones are called off`() throws {
        let (history, _) = try Self.run(
            .stall(afterByte: 100, for: .seconds(100)), times: 3,
            options: .init(parallelRequests: 2))
        #expect(history.outcome == .completed)
        #expect(history.mostConnections == 2)
    }

    @Test func `notices when the origin's record shows that a client went away`() throws {
        let (history, _) = try Self.run(.stall(afterByte: 10_000, for: .seconds(60)))
        let first = try #require(Self.requests(history).first)
        #expect(first.ending == .clientWentAway)
        #expect(first.bytesDelivered == 10_000)
    }
}
