import Foundation
import PlaybackCore
import Testing

@Suite struct `A player in any world` {
    /// Worlds that are tried: a few in every run, as many as HLSLAB_SEEDS says where it is set.
    private static let seeds: ClosedRange<UInt64> =
        1...(ProcessInfo.processInfo.environment["HLSLAB_SEEDS"].flatMap { UInt64($0) } ?? 200)

    private static let rules = RuleCatalog.names.filter { $0 != "oracle" && $0 != "fixed:N" }

    /// A world drawn from a seed: a link that changes and fails, a store that has something and gets
    /// more, a person who pauses and seeks.
    private static func world(_ seed: UInt64) throws -> PlayerWorld {
        var random = TestRandom(seed: seed)
        var settings = PlayerWorld.Settings(presentation: .ladder)
        settings.segmentCount = 8 + random.below(20)
        settings.segmentDuration = .milliseconds(1_000 + random.below(7_000))
        settings.latency = .milliseconds(5 + random.below(300))
        settings.lateness = .milliseconds(random.below(3) * 7)
        settings.rates = [(.zero, Double(200_000 + random.below(6_000_000)))]
        for step in 1...4 {
            let rate = random.below(4) == 0 ? 0 : 200_000 + random.below(6_000_000)
            settings.rates.append((.seconds(12 * step + random.below(11)), Double(rate)))
        }
        settings.rates.append((.seconds(100), 3_000_000))
        for index in 0..<settings.segmentCount where random.below(4) == 0 {
            settings.stored.append(SegmentID(stream: random.below(4), index: index))
        }
        settings.failing = Set((0..<random.below(6)).map { _ in 1 + random.below(40) })
        settings.script = script(&random, segments: settings.segmentCount)
        var options = PlayerOptions(rule: rules[random.below(rules.count)])
        options.bufferGoal = .seconds(8 + random.below(40))
        options.restartBuffer = .seconds(random.below(6))
        return try PlayerWorld(settings, options)
    }

    private static func script(
        _ random: inout TestRandom, segments: Int
    ) -> [(at: Duration, event: PlayerEvent)] {
        var script: [(at: Duration, event: PlayerEvent)] = []
        var time = 0
        for _ in 0..<random.below(12) {
            time += random.below(9_000)
            let event: PlayerEvent
            switch random.below(6) {
            case 0: event = .paused
            case 1: event = .sought(.milliseconds(random.below(120_000)))
            case 2: event = .rateChanged(PlaybackRate(thousandths: 500 + random.below(1_500)))
            default:
                let segment = SegmentID(stream: random.below(4), index: random.below(segments))
                event = .stored(segment, byteCount: 0)
            }
            script.append((.milliseconds(time), event))
            if event == .paused {
                time += random.below(5_000)
                script.append((.milliseconds(time), .resumed))
            }
        }
        return script
    }

    @Test func `comes to an end, keeps its promises, and loses count of nothing`() throws {
        for seed in Self.seeds {
            var world = try Self.world(seed)
            let machine = world.run()
            let played = machine.played
            #expect(world.faults == [], "seed \(seed)")
            #expect(machine.isOver, "seed \(seed): \(machine.state) at \(world.now)")
            // What arrived over the network was played or is counted as not played.
            if !world.seeks {
                let arrived = played.requests.reduce(0) { $0 + $1.bytes }
                let used = played.segments.filter { !$0.isFromStore }.reduce(0) { $0 + $1.bytes }
                #expect(arrived == used + played.bytesNotPlayed, "seed \(seed)")
            }
            #expect(world.arrivedBytes == played.requests.reduce(0) { $0 + $1.bytes })
            let level = QualityOfExperience(
                of: played, bitrates: [300, 750, 1_500, 3_000], segmentDuration: .seconds(4))
            let watched = machine.log.totalDurationWatched
            #expect(abs(watched - level.secondsPlayed) < 1e-6, "seed \(seed)")
            #expect(played.segments.allSatisfy { $0.played > .zero }, "seed \(seed)")
            #expect(
                zip(played.segments, played.segments.dropFirst()).allSatisfy {
                    $0.start <= $1.start
                }, "seed \(seed)")
            #expect(played.stalls.allSatisfy { $0.duration >= .zero }, "seed \(seed)")
        }
    }

    @Test func `does the same in the same world`() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var first = try Self.world(seed)
            var second = try Self.world(seed)
            first.keepsDigest = true
            second.keepsDigest = true
            #expect(first.run().played == second.run().played, "seed \(seed)")
            #expect(first.digest == second.digest, "seed \(seed)")
        }
    }

    /// 1.2 times the top level and its audio, nothing lost: no rule has a reason to stall.
    @Test(arguments: rules)
    func `never stalls where the link carries 1.2 times the top level`(rule: String) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            var settings = PlayerWorld.Settings(presentation: .ladder)
            settings.segmentCount = 30
            settings.segmentDuration = .milliseconds(2_000 + random.below(6_000))
            settings.latency = .milliseconds(5 + random.below(100))
            settings.rates = [(.zero, 3_600_000)]
            var world = try PlayerWorld(settings, PlayerOptions(rule: rule))
            let machine = world.run()
            #expect(machine.played.stalls.isEmpty, "seed \(seed): \(machine.played.stalls)")
            #expect(machine.state == .ended)
        }
    }

    @Test func `stalls no longer at a fixed level where the link is faster`() throws {
        for seed in 1...15 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            var settings = PlayerWorld.Settings(presentation: .ladder)
            settings.rates = (0...8).map { step in
                (.seconds(15 * step), Double(300_000 + random.below(3_000_000)))
            }
            var last = Duration.seconds(100_000)
            for factor in [1.0, 1.1, 1.5, 2.5] {
                var faster = settings
                for index in faster.rates.indices { faster.rates[index].bitsPerSecond *= factor }
                var world = try PlayerWorld(faster, PlayerOptions(rule: "fixed:2"))
                let machine = world.run()
                let waited = (machine.played.startup ?? .zero) + machine.played.stalled
                #expect(waited <= last, "seed \(seed), times \(factor)")
                last = waited
            }
        }
    }

    /// The same link with all segments stored: nothing is asked of it.
    @Test func `needs no link for what is stored`() throws {
        for seed in 1...30 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            var settings = PlayerWorld.Settings(presentation: .ladder)
            settings.stored = (0..<settings.segmentCount).map {
                SegmentID(stream: random.below(4), index: $0)
            }
            settings.script = [(.zero, .networkChanged(isReachable: false))]
            let rule = Self.rules[random.below(Self.rules.count)]
            var world = try PlayerWorld(settings, PlayerOptions(rule: rule))
            let machine = world.run()
            #expect(machine.state == .ended, "seed \(seed)")
            #expect(world.fetched.isEmpty && world.faults == [], "seed \(seed)")
            #expect(world.readSegments.count == settings.segmentCount, "seed \(seed)")
        }
    }
}
