import DownloadCore
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation
import Testing

@Suite struct `Played while it is downloaded, a presentation` {
    static let rules = [
        "fixed:0", "fixed:1", "throughput", "bola", "bola-e", "dynamic", "bba", "hlsjs",
        "exoplayer", "shaka", "dashjs", "gstreamer", "avplayer-like",
    ]

    @Test(arguments: rules)
    func `is whole at the requested quality in the end, under every rule`(rule: String) throws {
        let asset = try TestAsset.ladder(
            segments: 10, bitsPerSecond: [40_000, 120_000, 300_000])
        for rate in [100_000, 250_000, 900_000] {
            let played = PlayedWorld(asset, link: .steady(rate), rule: rule)
            let history = try played.run()
            #expect(try played.fault(history) == nil, "\(rule) at \(rate)")
            #expect(history.playback?.state == .ended, "\(rule) at \(rate)")
            #expect(
                try played.waste(history) == history.playback?.account.replaced,
                "\(rule) at \(rate)")
        }
    }

    @Test func `is whole with audio and subtitles apart, in byte ranges`() throws {
        for parallel in 1...4 {
            let played = PlayedWorld(.fragmented, link: .steady(90_000), parallel: parallel)
            let history = try played.run()
            #expect(try played.fault(history) == nil)
            #expect(history.playback?.state == .ended)
            #expect(history.playback?.account.replaced == 0)
            #expect(history.mostConnections <= parallel)
        }
    }

    @Test func `has the same history for the same seed, byte for byte`() throws {
        let asset = try TestAsset.ladder(segments: 8, bitsPerSecond: [40_000, 120_000, 300_000])
        var link = LinkProfile.steady(200_000)
        link.down.loss = .independent(Probability(partsPerBillion: 10_000_000), correlation: .never)
        func trace(_ seed: UInt64) throws -> [[UInt8]] {
            try PlayedWorld(asset, link: link, seed: seed, keepsTrace: true).run().trace
        }
        let (first, second, other) = (try trace(3), try trace(3), try trace(4))
        #expect(first == second)
        #expect(first != other)
        #expect(first.contains { String(decoding: $0, as: UTF8.self).contains("\"player\":") })
    }

    @Test func `tells who watches of the player too`() throws {
        let asset = try TestAsset.ladder(segments: 4, bitsPerSecond: [40_000, 120_000])
        let played = PlayedWorld(asset, link: .steady(200_000), keepsTrace: true)
        var lines: [[UInt8]] = []
        var world = try World(
            played.settings, origin: asset.script(), playlists: asset.playlists
        ) { elapsed, step in
            guard !step.isIdle else { return }
            switch step {
            case .download(let event, let commands):
                lines.append(TraceLine(at: elapsed, event, commands).bytes)
            case .player(let event, let commands):
                lines.append(PlayerTraceLine(at: elapsed, event, commands).bytes)
            }
        }
        #expect(try world.run().trace == lines)
    }

    @Test func `is not asked again and again for what the download lets go of at once`() throws {
        let asset = try TestAsset.ladder(segments: 4, bitsPerSecond: [40_000, 120_000, 300_000])
        var played = PlayedWorld(asset, link: .steady(2_000_000), rule: "fixed:1")
        played.quality = .fast
        played.settings.options.quality = .fast
        played.settings.playback?.options.startPosition = .seconds(2)
        played.settings.playback?.person = [.init(at: .seconds(9), .sought(.zero))]
        let gone = Fault(match: .init(kind: .segment, segment: 3), effect: .wrongType)
        var world = try played.world(origin: asset.script([gone]))
        let history = try world.run()
        let asked = history.exchanges.map(\.resource).filter { $0 == .part(stream: 1, index: 0) }
        #expect(asked.count == 1)
        #expect(history.playback?.isOver == true)
    }

    @Test func `has no trace of a player that there is none of`() throws {
        let asset = try TestAsset.ladder(segments: 4, bitsPerSecond: [40_000, 120_000])
        var without = PlayedWorld(asset, mode: .none, keepsTrace: true)
        let none = try without.run()
        without.settings.playback = nil
        let nothing = try without.run()
        #expect(none.trace == nothing.trace)
        #expect(none.elapsed == nothing.elapsed)
    }

    @Test(arguments: ["fixed:0", "fixed:2", "bola-e", "throughput", "hlsjs"])
    func `never stalls where the link carries 1.2 times its top level`(rule: String) throws {
        let asset = try TestAsset.ladder(
            segments: 15, bitsPerSecond: [60_000, 150_000, 400_000])
        let top = try #require(asset.catalog.variants.map(\.peakBitRate).max())
        let played = PlayedWorld(asset, link: .steady(top * 12 / 10), rule: rule)
        let history = try played.run()
        #expect(try played.fault(history) == nil)
        #expect(history.playback?.played.stalls == [])
    }

    @Test(arguments: ["fixed:0", "fixed:1", "fixed:2"])
    func `stalls no longer with more bandwidth at the same level`(rule: String) throws {
        let asset = try TestAsset.ladder(segments: 10, bitsPerSecond: [60_000, 150_000, 400_000])
        var last = Duration.seconds(1 << 20)
        for rate in [40_000, 60_000, 90_000, 140_000, 210_000, 320_000, 480_000, 720_000] {
            let history = try PlayedWorld(asset, link: .steady(rate), rule: rule).run()
            let stalled = try #require(history.playback?.played.stalled)
            #expect(stalled <= last, "\(rule) at \(rate)")
            last = stalled
        }
        #expect(last == .zero)
    }

    @Test func `comes from the package alone when it is played after the download`() throws {
        let asset = try TestAsset.ladder(segments: 6, bitsPerSecond: [60_000, 150_000, 400_000])
        let played = PlayedWorld(asset, link: .steady(300_000), mode: .after)
        let history = try played.run()
        #expect(try played.fault(history) == nil)
        let playback = try #require(history.playback)
        #expect(playback.state == .ended)
        #expect(playback.played.stalls == [])
        #expect(playback.account.fetchedForPlayer == 0)
        #expect(!playback.played.segments.contains { !$0.isFromStore })
        #expect(playback.played.segments.count == 6)
        #expect(history.requests == 2 + 6)
    }

    @Test func `makes no package when it is only played`() throws {
        let asset = try TestAsset.ladder(segments: 6, bitsPerSecond: [60_000, 150_000, 400_000])
        let history = try PlayedWorld(
            asset, link: .steady(300_000), rule: "fixed:1", mode: .only
        ).run()
        let playback = try #require(history.playback)
        #expect(history.outcome == .cancelled)
        #expect(!history.disk.isSealed)
        #expect(playback.state == .ended)
        #expect(playback.account.fetchedForDownload == 0)
        #expect(playback.quality(segmentDuration: .seconds(2)).secondsAtLevel == [0, 12, 0])
    }

    @Test(arguments: ["fixed:0", "fixed:1"])
    func `begins as soon and stalls no longer than with the link to itself`(rule: String) throws {
        let asset = try TestAsset.ladder(segments: 25, bitsPerSecond: [60_000, 150_000, 400_000])
        for rate in [50_000, 90_000, 210_000, 320_000] {
            func played(_ mode: PlaybackMode) throws -> PlayedSequence {
                let world = PlayedWorld(asset, link: .steady(rate), rule: rule, mode: mode)
                return try #require(try world.run().playback?.played)
            }
            let (alone, together) = (try played(.only), try played(.withDownload))
            #expect(together.startup == alone.startup, "\(rule) at \(rate)")
            #expect(together.stalled <= alone.stalled, "\(rule) at \(rate)")
        }
    }
}
