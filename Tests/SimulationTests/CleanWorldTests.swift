import DownloadCore
import LinkModel
import OfflinePlayback
import Scenarios
@testable import Simulation
import Testing

@Suite struct `A world without faults` {
    @Test func `that goes quiet with the download unfinished is an error`() throws {
        var world = try TestAsset.fragmented.world()
        var random = StableRandom(seed: 1)
        // A machine that decides nothing any more, as a bug in it might.
        _ = world.machine.handle(.cancelled, at: .zero, using: &random)
        let error = #expect(throws: WorldError.self) { try world.run() }
        guard case .quiet(at: .zero, _)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func `whose machine turns on the spot is an error`() throws {
        var world = try TestAsset.fragmented.world(keepsTrace: false)
        for _ in 0...World.mostWakesAtOnce { world.queue.add(.event(.woke), at: 0) }
        let error = #expect(throws: WorldError.self) { try world.run() }
        guard case .endless(at: .zero, _, let line)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(line.contains("woke"))
    }

    @Test func `waits for a playlist that takes longer than the time-out of progress`() throws {
        let asset = try TestAsset.synthetic(segments: 1, bitsPerSecond: 8_000).padded(by: 700_000)
        var world = try asset.world(link: .edge)
        let history = try world.run()
        #expect(history.outcome == .completed)
        #expect(history.progress.retries == 0)
        #expect(history.elapsed > .seconds(23))
    }

    @Test func `ends with every part of MPEG-TS on disk`() throws {
        let asset = try TestAsset.synthetic(segments: 6, bitsPerSecond: 100_000)
        var world = try asset.world()
        let history = try world.run()
        #expect(history.outcome == .completed)
        #expect(history.disk.isSealed)
        #expect(try asset.hole(history.disk) == nil)
        #expect(history.partBytes == (try asset.partBytes()))
        #expect(history.record.entries.count == 2 + 6)
        #expect(history.record.entries.allSatisfy { $0.ending == .complete })
        #expect(history.mostConnections <= 4)
    }

    @Test(arguments: [1, 2, 4])
    func `ends with every part of fMP4 on disk, byte ranges, audio and subtitles`(
        parallel: Int
    ) throws {
        let asset = TestAsset.fragmented
        var world = try asset.world(options: .init(parallelRequests: parallel))
        let history = try world.run()
        #expect(history.outcome == .completed)
        #expect(try asset.hole(history.disk) == nil)
        #expect(history.partBytes == (try asset.partBytes()))
        #expect(history.mostConnections == parallel)
    }

    @Test(arguments: [
        (DownloadCore.Quality.fast, RequestedQuality.Option.fast),
        (.minimumBitrate(30_000), .minimumBitrate(bitsPerSecond: 30_000)),
        (.best, .best),
    ])
    func `has on disk what the judge says the option asks for`(
        quality: Quality, option: RequestedQuality.Option
    ) throws {
        let asset = try TestAsset.synthetic(segments: 2, bitsPerSecond: 100_000)
        var world = try asset.world(options: .init(quality: quality))
        let history = try world.run()
        #expect(try asset.hole(history.disk, option) == nil)
    }

    @Test func `takes the time that rate and delay allow`() throws {
        // Long enough for the start not to count: the handshakes of the further connections wait
        // behind the first segment in the queue, which costs about one round trip more.
        let asset = try TestAsset.synthetic(segments: 6, bitsPerSecond: 800_000)
        var world = try asset.world(link: .edge)
        let history = try world.run()
        #expect(history.outcome == .completed)
        let allowed = LinkProfile.edge.transferTime(
            payloadBytes: history.down.payloadBytes, roundTrips: 4)
        let ratio = history.elapsed / allowed
        #expect((0.95...1.05).contains(ratio), "\(history.elapsed) of \(allowed) \(history.down)")
    }

    @Test func `keeps its connections and opens no more than it may`() throws {
        let asset = try TestAsset.synthetic(segments: 12, bitsPerSecond: 100_000)
        for limit in 1...4 {
            var world = try asset.world(options: .init(parallelRequests: limit))
            let history = try world.run()
            #expect(history.mostConnections == limit)
            #expect(history.openedConnections == limit)
        }
    }

    @Test func `has the same history for the same seed, byte for byte`() throws {
        let asset = try TestAsset.synthetic(segments: 3, bitsPerSecond: 100_000)
        let fault = Fault(match: .init(kind: .segment), effect: .status(503), times: 4)
        func trace(seed: UInt64) throws -> [[UInt8]] {
            var world = try asset.world(fault, seed: seed)
            return try world.run().trace
        }
        let (first, second, other) = (try trace(seed: 5), try trace(seed: 5), try trace(seed: 6))
        #expect(first == second)
        #expect(first != other)
    }

    @Test func `tells who watches every step that its trace has`() throws {
        let asset = TestAsset.fragmented
        var steps: [[UInt8]] = []
        var world = try World(
            .init(link: .quick), origin: asset.script(), playlists: asset.playlists
        ) { elapsed, step in
            guard case .download(let event, let commands) = step else { return }
            steps.append(TraceLine(at: elapsed, event, commands).bytes)
        }
        let history = try world.run()
        #expect(steps == history.trace)
        #expect(steps.count == history.events)
    }

    @Test func `accounts for every byte received: parts and playlists`() throws {
        let asset = try TestAsset.synthetic(segments: 3, bitsPerSecond: 100_000)
        var world = try asset.world()
        let history = try world.run()
        let evidence = history.disk.evidence(for: asset.catalog)
        #expect(evidence.keptBytes > 0)
        #expect(history.progress.bytesReceived == evidence.keptBytes + history.partBytes)
    }

    @Test func `counts requests that have no end where it stops`() throws {
        let asset = TestAsset.fragmented
        let slow = Fault(match: .init(kind: .segment), effect: .delay(.seconds(10)))
        // All that can be told before the first segment has begun to arrive.
        var world = try asset.world(slow, stop: .event(16))
        let history = try world.run()
        #expect(history.requests > history.record.entries.count)
    }

    @Test func `of which no answer ever ends is given up, and never goes quiet`() throws {
        let asset = TestAsset.fragmented
        let silence = Fault(
            match: .init(), effect: .stall(afterByte: 0, for: .seconds(1 << 30)))
        var world = try asset.world(silence)
        let history = try world.run()
        guard case .failed(let failure)? = history.outcome, case .gaveUp(8, _) = failure.reason
        else {
            Issue.record("ended otherwise: \(String(describing: history.outcome))")
            return
        }
    }
}
