import DownloadCore
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation
import Testing

@Suite struct `Played while it is downloaded from a faulty origin, a presentation` {
    static func history(_ played: PlayedWorld, _ faults: [Fault]) throws -> WorldHistory {
        var world = try played.world(origin: played.asset.script(faults))
        return try world.run()
    }

    @Test func `plays what is there when the download fails, and then is stopped`() throws {
        let asset = try TestAsset.ladder(segments: 10, bitsPerSecond: [60_000, 150_000])
        let played = PlayedWorld(asset, link: .steady(500_000), rule: "fixed:0")
        let gone = Fault(match: .init(kind: .segment, segment: 6), effect: .status(404))
        let history = try Self.history(played, [gone])
        guard case .failed? = history.outcome else {
            Issue.record("ended otherwise: \(String(describing: history.outcome))")
            return
        }
        let playback = try #require(history.playback)
        #expect(playback.state == .stopped)
        #expect(playback.played.played >= .seconds(8))
        #expect(playback.faults == [])
    }

    @Test func `is whole although the player's own quality cannot be had`() throws {
        let asset = try TestAsset.ladder(segments: 6, bitsPerSecond: [60_000, 150_000, 300_000])
        let played = PlayedWorld(asset, link: .steady(600_000), rule: "fixed:1")
        let gone = [FaultMatch.Kind.mediaPlaylist, .segment].map {
            Fault(match: .init(kind: $0, stream: "v1"), effect: .status(404))
        }
        for fault in gone {
            let history = try Self.history(played, [fault])
            #expect(try played.fault(history) == nil)
            #expect(history.playback?.state == .ended)
            #expect(history.playback?.log.failures.isEmpty == false)
        }
    }

    @Test(arguments: 0..<4)
    func `ends whole without a hole, or says why not`(quarter: Int) throws {
        let asset = try TestAsset.ladder(segments: 5, bitsPerSecond: [40_000, 90_000])
        for seed in UInt64(quarter * 15)..<UInt64(quarter * 15 + 15) {
            var random = StableRandom(seed: 9_000 + seed)
            let faults = (0...Int(random.below(4))).map { _ in
                `Under random faults a download`.fault(&random)
            }
            let played = PlayedWorld(
                asset, link: .steady(80_000 + 100_000 * Int(random.below(4))),
                rule: ["fixed:0", "bola-e", "hlsjs"][Int(random.below(3))],
                parallel: 1 + Int(random.below(4)), seed: seed)
            let history = try Self.history(played, faults)
            if history.outcome == .completed {
                #expect(try asset.hole(history.disk) == nil, "seed \(seed)")
            } else {
                #expect(!history.disk.isSealed, "seed \(seed)")
            }
            let playback = try #require(history.playback)
            #expect(playback.faults == [], "seed \(seed)")
            #expect(playback.account.fetchedTwice == 0, "seed \(seed)")
            #expect(playback.account.fetched == history.partBytes, "seed \(seed)")
        }
    }

    @Test func `has in its log what the origin delivered`() throws {
        let asset = try TestAsset.ladder(segments: 8, bitsPerSecond: [60_000, 150_000, 300_000])
        for rule in ["fixed:0", "fixed:2", "bola-e"] {
            for mode in [PlaybackMode.only, .withDownload] {
                let played = PlayedWorld(asset, link: .steady(250_000), rule: rule, mode: mode)
                let history = try played.run()
                let playback = try #require(history.playback)
                let logged = playback.log.access.reduce(0) { $0 + $1.bytes }
                let parts = history.record.entries.filter { $0.part?.isPlaylist == false }
                let delivered = parts.reduce(0) { $0 + $1.bytesDelivered }
                #expect(logged == playback.account.fetchedForPlayer)
                #expect(logged + playback.account.fetchedForDownload <= delivered, "\(rule)")
                guard parts.allSatisfy({ $0.ending == .complete }) else { continue }
                #expect(logged + playback.account.fetchedForDownload == delivered, "\(rule)")
            }
        }
    }
}
