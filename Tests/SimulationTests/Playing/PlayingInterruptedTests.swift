import DownloadCore
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
@testable import Simulation
import Testing

/// What may happen in the middle, at any moment.
@Suite struct `Played while it is downloaded and interrupted, a presentation` {
    static func played(_ random: inout StableRandom, seed: UInt64) throws -> PlayedWorld {
        let rules = `Played while it is downloaded, a presentation`.rules
        let rates = [60_000, 110_000, 200_000, 380_000, 700_000, 2_000_000]
        let assets = [
            try TestAsset.ladder(segments: 6, bitsPerSecond: [40_000, 120_000, 300_000]),
            .fragmented,
            try TestAsset.synthetic(segments: 4, bitsPerSecond: 100_000).encrypted(),
        ]
        var link = LinkProfile.steady(
            rates[Int(random.below(6))], delay: .milliseconds(5 + Int(random.below(200))))
        if random.below(3) == 0 {
            link.down.loss = .independent(
                Probability(partsPerBillion: 20_000_000), correlation: .never)
        }
        var played = PlayedWorld(
            assets[Int(random.below(3))], link: link,
            rule: rules[Int(random.below(UInt64(rules.count)))],
            parallel: 1 + Int(random.below(4)), seed: seed)
        played.settings.options.waitsForSpace = true
        if random.below(4) == 0 {
            played.quality = .fast
            played.settings.options.quality = .fast
        }
        if random.below(4) == 0 { played.settings.options.replacement = .inOrder }
        return played
    }

    /// What a person does, which ends by letting it play.
    static func person(_ random: inout StableRandom) -> [World.Playback.Act] {
        var acts: [World.Playback.Act] = []
        for _ in 0..<random.below(4) {
            let time = Duration.milliseconds(Int(random.below(20_000)))
            let event: PlayerEvent =
                switch random.below(4) {
                case 0: .sought(.milliseconds(Int(random.below(14_000))))
                case 1: .paused
                case 2: .rateChanged(PlaybackRate(thousandths: 500 + Int(random.below(1_500))))
                default: .resumed
                }
            acts.append(.init(at: time, event))
        }
        return acts + [.init(at: .seconds(25), .resumed)]
    }

    @Test(arguments: 0..<4)
    func `is whole in the end, whatever happens`(quarter: Int) throws {
        for seed in UInt64(quarter * 15)..<UInt64(quarter * 15 + 15) {
            var random = StableRandom(seed: 1_000 + seed)
            var played = try Self.played(&random, seed: seed)
            played.settings.playback?.person = Self.person(&random)
            var world = try played.world()
            for _ in 0..<random.below(3) {
                let time = Int(random.below(12_000)) * 1_000_000
                let length = Int(random.below(8_000)) * 1_000_000
                switch random.below(3) {
                case 0:
                    world.queue.add(.event(.suspended), at: time)
                    world.queue.add(.event(.resumed), at: time + length)
                case 1:
                    world.queue.add(.event(.networkChanged(.unavailable)), at: time)
                    world.queue.add(.event(.networkChanged(.unmetered)), at: time + length)
                default:
                    world.queue.add(.event(.storeFailed(.diskFull(path: "disk"))), at: time)
                }
            }
            let history = try world.run()
            #expect(try played.fault(history) == nil, "seed \(seed)")
            #expect(history.playback?.state == .ended, "seed \(seed)")
        }
    }

    @Test(arguments: [SimulatedDisk.Crash.kill, .powerCut])
    func `is whole after a crash at any moment`(crash: SimulatedDisk.Crash) throws {
        for seed in UInt64(0)..<20 {
            var random = StableRandom(seed: 5_000 + seed)
            var played = try Self.played(&random, seed: seed)
            let whole = try played.run()
            var disk = SimulatedDisk()
            var origin = played.asset.script()
            var (kept, lost) = (0, 0)
            for _ in 0..<2 {
                played.settings.stop =
                    random.below(2) == 0
                    ? .event(1 + Int(random.below(UInt64(whole.events))))
                    : .command(1 + Int(random.below(UInt64(whole.commands))))
                var world = try played.world(disk: disk, origin: origin)
                let history = try world.run()
                kept += history.partBytes - Self.guestBytes(history)
                let left = history.disk.after(crash)
                lost += left.lost
                (disk, origin) = (left.disk, history.origin)
            }
            played.settings.stop = nil
            var world = try played.world(disk: disk, origin: origin)
            let history = try world.run()
            kept += history.partBytes - Self.guestBytes(history)
            #expect(history.outcome == .completed, "seed \(seed)")
            #expect(try played.asset.hole(history.disk, played.quality) == nil, "seed \(seed)")
            #expect(history.playback?.faults == [], "seed \(seed)")
            #expect(history.playback?.state == .ended, "seed \(seed)")
            let evidence = history.disk.evidence(for: played.asset.catalog)
            let parts = evidence.streams.values.reduce(0) { sum, stream in
                sum + (stream.initSection?.length ?? 0)
                    + stream.segments.reduce(0) { $0 + ($1?.length ?? 0) }
            }
            // What the crash took of a guest is not told apart from the rest.
            #expect((parts...parts + lost).contains(kept), "seed \(seed): \(kept) of \(parts)")
        }
    }

    /// Bytes of parts that no package keeps.
    private static func guestBytes(_ history: WorldHistory) -> Int {
        let account = history.playback?.account ?? ByteAccount()
        return account.replaced - account.guestPlaylists
    }
}
