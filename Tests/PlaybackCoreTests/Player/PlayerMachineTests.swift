import HLSPlaylist
import PlaybackCore
import Testing

@Suite struct `A player` {
    private func run(
        rule: String = "lowest", _ change: (inout PlayerWorld.Settings, inout PlayerOptions) -> Void
    ) throws -> (machine: PlayerMachine, world: PlayerWorld) {
        var settings = PlayerWorld.Settings(presentation: .ladder)
        var options = PlayerOptions(rule: rule)
        change(&settings, &options)
        var world = try PlayerWorld(settings, options)
        let machine = world.run()
        #expect(world.faults == [])
        return (machine, world)
    }

    @Test func `begins once a segment is there and plays to the end`() throws {
        let (machine, world) = try run { settings, _ in settings.segmentCount = 10 }
        #expect(machine.state == .ended)
        // A playlist's latency, a segment's, and 1.2 Mbit at 8 Mbit/s.
        #expect(machine.played.startup == .milliseconds(250))
        #expect(world.now == .milliseconds(40_250))
        #expect(machine.played.stalls.isEmpty)
        #expect(machine.played.played == .seconds(40))
        #expect(machine.played.segments.count == 10)
        #expect(machine.played.bytesNotPlayed == 0)
        let states = world.reports.compactMap { report in
            if case .state(let state) = report { state } else { nil }
        }
        #expect(states == [.waiting, .playing, .ended])
        #expect(machine.log.totalDurationWatched == 40)
    }

    @Test func `never has more buffered than it wants`() throws {
        let (machine, _) = try run { _, options in options.bufferGoal = .seconds(12) }
        #expect(machine.played.buffer.percentile(1).map { $0 <= 12 } == true)
        #expect(machine.played.buffer.percentile(1).map { $0 > 8 } == true)
    }

    @Test(arguments: [
        // Segments of 4 s, fetched as long as less than the goal is there. 60 MB of 3 Mbit/s are 160 s.
        ("hlsjs", 100, 160.0, 164.0), ("exoplayer", 30, 50, 54), ("shaka", 30, 10, 14),
        // 30 s at the top level; 60 s in ten minutes and more.
        ("dashjs", 30, 30, 34), ("dashjs", 150, 60, 64),
    ])
    func `buffers as the player that it plays`(
        rule: String, segments: Int, least: Double, most: Double
    ) throws {
        let (machine, _) = try run(rule: rule) { settings, _ in
            settings.segmentCount = segments
            settings.rates = [(.zero, 40_000_000)]
        }
        let highest = try #require(machine.played.buffer.percentile(1))
        #expect(highest >= least && highest <= most, "\(rule) buffers \(highest) s")
    }

    @Test func `waits for as much as it wants before the first frame and after a stall`() throws {
        // 400 kbit/s for 300: a segment takes 3.05 s. Nothing comes from 20 s to 60 s.
        let (machine, _) = try run { settings, options in
            settings.rates = [
                (.zero, 400_000), (.seconds(20), 0), (.seconds(60), 400_000),
            ]
            options.startBuffer = .seconds(5)
            options.restartBuffer = .seconds(9)
        }
        #expect(machine.played.startup == .milliseconds(50 + 2 * 3_050))
        #expect(machine.played.stalls.count == 1)
        let stall = try #require(machine.played.stalls.first)
        // Six segments came by 18.35 s and are over at 30.15 s; the seventh had 1.6 of its 3.05 s left,
        // nine seconds need two more.
        #expect(stall.start == .milliseconds(30_150))
        #expect(stall.mediaTime == .seconds(24))
        #expect(stall.duration > .seconds(37) && stall.duration < .seconds(38))
        #expect(machine.state == .ended)
    }

    @Test func `plays what is stored without the network`() throws {
        let (machine, world) = try run(rule: "hlsjs") { settings, _ in
            settings.stored = (0..<30).map { SegmentID(stream: 3, index: $0) }
            settings.script = [(.zero, .networkChanged(isReachable: false))]
        }
        #expect(machine.state == .ended)
        #expect(world.fetched.isEmpty)
        #expect(world.readSegments == (0..<30).map { SegmentID(stream: 3, index: $0) })
        #expect(machine.played.requests.isEmpty)
    }

    @Test func `reads what is stored at its level or above, and fetches the rest`() throws {
        let (_, world) = try run(rule: "fixed:2") { settings, _ in
            settings.stored =
                (0..<10).map { SegmentID(stream: 3, index: $0) }
                + (10..<20).map { SegmentID(stream: 1, index: $0) }
        }
        #expect(world.readSegments == (0..<10).map { SegmentID(stream: 3, index: $0) })
        #expect(world.fetched == (10..<30).map { SegmentID(stream: 2, index: $0) })
    }

    @Test func `pauses and resumes`() throws {
        let (machine, world) = try run { settings, _ in
            settings.segmentCount = 5
            settings.script = [(.seconds(5), .paused), (.seconds(65), .resumed)]
        }
        #expect(world.now == .milliseconds(80_250))
        #expect(machine.played.stalls.isEmpty)
        #expect(machine.log.totalDurationWatched == 20)
    }

    @Test func `plays faster and slower`() throws {
        let (_, world) = try run { settings, _ in
            settings.segmentCount = 10
            settings.script = [
                (.milliseconds(10_250), .rateChanged(PlaybackRate(thousandths: 2_000))),
                (.milliseconds(15_250), .rateChanged(PlaybackRate(thousandths: 500))),
            ]
        }
        // 10 s, 10 s in 5 s, 20 s in 40 s.
        #expect(world.now == .milliseconds(55_250))
    }

    @Test func `seeks within what is buffered without waiting`() throws {
        let (machine, world) = try run { settings, _ in
            settings.segmentCount = 10
            settings.script = [(.milliseconds(4_250), .sought(.seconds(14)))]
        }
        #expect(world.now == .milliseconds(4_250 + 26_000))
        #expect(machine.played.stalls.isEmpty)
        #expect(machine.log.totalDurationWatched == 30)
        // Segments 1 and 2 were left behind.
        #expect(machine.played.bytesNotPlayed == 2 * 150_000)
    }

    @Test func `seeks to what is not buffered, and that is no stall`() throws {
        let (machine, world) = try run { settings, _ in
            settings.script = [
                (.milliseconds(4_250), .sought(.seconds(102))),
                (.milliseconds(12_000), .sought(.seconds(1))),
            ]
        }
        #expect(machine.played.stalls.isEmpty)
        #expect(machine.state == .ended)
        #expect(machine.played.bytesNotPlayed > 0)
        #expect(world.readSegments.contains(SegmentID(stream: 0, index: 0)))
        #expect(machine.log.access.count >= 3)
    }

    @Test func `ends when it seeks to the end`() throws {
        let (machine, world) = try run { settings, _ in
            settings.script = [(.seconds(3), .sought(.seconds(500)))]
        }
        #expect(machine.state == .ended)
        #expect(world.now == .seconds(3))
    }

    @Test func `ends behind the end though its level's playlist cannot come`() throws {
        // Complete at a low level, while the playlist of the level that it wants is on its way.
        let (machine, _) = try run(rule: "fixed:3") { settings, options in
            settings.segmentCount = 2
            settings.stored = (0..<2).map { SegmentID(stream: 0, index: $0) }
            settings.undescribed = [3]
            settings.script = [
                (.milliseconds(60), .networkChanged(isReachable: false)),
                (.seconds(1), .sought(.seconds(9))),
            ]
        }
        #expect(machine.state == .ended)
    }

    @Test func `tries again after a failure, and fails when nothing is left to play`() throws {
        let (once, world) = try run { settings, _ in settings.failing = [3] }
        #expect(once.state == .ended)
        #expect(once.played.stalls.isEmpty)
        #expect(
            world.reports.contains(
                .retrying(
                    SegmentID(stream: 0, index: 2), reason: "status 503", pause: .seconds(1))))
        #expect(once.log.failures.count == 1)
        let (always, _) = try run { settings, _ in settings.failing = Set(5...100) }
        #expect(always.state == .failed("status 503"))
        // Four segments were there, and were played.
        #expect(always.played.played == .seconds(16))
    }

    @Test func `plays the little that there is before it fails`() throws {
        // A segment takes 1.55 s at first; with the second one there is less than it wants behind a stall.
        let (machine, _) = try run { settings, options in
            (settings.segmentDuration, settings.segmentCount) = (.seconds(1), 10)
            settings.rates = [(.zero, 200_000)]
            settings.failing = Set(3...100)
            options.startBuffer = .seconds(1)
            options.restartBuffer = .seconds(5)
        }
        #expect(machine.state == .failed("status 503"))
        #expect(machine.played.played == .seconds(2))
    }

    @Test func `takes another level when a segment cannot be had at its own`() throws {
        // The third request fails, at the top level.
        let (machine, world) = try run(rule: "fixed:3") { settings, _ in settings.failing = [3] }
        #expect(machine.state == .ended)
        let first = world.fetched[..<5]
        #expect(first.map(\.stream) == [3, 3, 3, 2, 3] && first.map(\.index) == [0, 1, 2, 2, 3])
        // One that the store has comes before one that would have to be fetched.
        let (_, other) = try run(rule: "fixed:3") { settings, _ in
            settings.failing = [1]
            settings.stored = [SegmentID(stream: 0, index: 0)]
        }
        #expect(other.readSegments.first == SegmentID(stream: 0, index: 0))
    }

    @Test func `takes a delay that rounding leaves for none`() throws {
        // Two levels of one rate: the rule's delay is the difference of two sums that are the same.
        for latency in 1...100 {
            let (machine, _) = try run(rule: "bola-e") { settings, _ in
                settings.presentation = PlayerPresentation(bitRates: [8_000, 8_000])
                (settings.segmentDuration, settings.segmentCount) = (.seconds(5), 6)
                settings.latency = .microseconds(997 * latency)
            }
            #expect(machine.state == .ended)
            #expect(machine.played.stalls == [], "\(997 * latency) µs")
        }
    }

    @Test func `asks no more for what cannot be had while it is paused`() throws {
        let (paused, world) = try run { settings, _ in
            settings.failing = Set(5...100)
            settings.script = [(.seconds(2), .paused)]
        }
        #expect(paused.state == .paused)
        // Four that came, and the fifth as often as it may fail.
        #expect(world.fetched.count == 10)
        let (resumed, _) = try run { settings, _ in
            settings.failing = Set(5...12)
            settings.script = [(.seconds(2), .paused), (.seconds(2_000), .resumed)]
        }
        #expect(resumed.state == .ended)
    }

    @Test func `changes its level and says so`() throws {
        let (machine, world) = try run(rule: "throughput") { settings, _ in
            settings.rates = [(.zero, 8_000_000), (.seconds(40), 900_000)]
        }
        let switches = world.reports.compactMap { report -> (Int, Int)? in
            if case .switched(let from, let to, _) = report { (from, to) } else { nil }
        }
        #expect(switches.first.map { $0 == (0, 3) } == true)
        #expect(switches.contains { $0.1 < 2 })
        #expect(machine.log.access.count == switches.count + 1)
        // Each began with what the rule expected of the link, not with what the variant declares.
        let causes = machine.log.access.dropFirst().compactMap(\.switchBitRate)
        #expect(causes.count == switches.count)
        let estimates = machine.played.requests.compactMap(\.estimate)
        #expect(causes.allSatisfy(estimates.contains))
        let events = machine.log.accessLog().events
        #expect(events.first?.switchBitrate == -1)
        #expect(events.dropFirst().map(\.switchBitrate) == causes)
    }

    @Test func `gives up what the store has got in the meantime`() throws {
        let (machine, world) = try run(rule: "fixed:3") { settings, _ in
            settings.rates = [(.zero, 3_200_000)]
            settings.script = [
                (.milliseconds(5_500), .stored(SegmentID(stream: 3, index: 1), byteCount: 0))
            ]
        }
        #expect(world.readSegments.first == SegmentID(stream: 3, index: 1))
        #expect(machine.played.bytesNotPlayed > 0)
    }

    @Test func `gives up a replacement that the store has got in the meantime`() throws {
        let rates: [(Duration, Double)] = [(.zero, 900_000), (.seconds(20), 8_000_000)]
        let (_, before) = try run(rule: "fast-switching") { settings, _ in settings.rates = rates }
        let replaced = try #require(before.replacements.first)
        let (machine, world) = try run(rule: "fast-switching") { settings, _ in
            settings.rates = rates
            let stored = PlayerEvent.stored(replaced.segment, byteCount: 0)
            settings.script = [(replaced.at + .milliseconds(10), stored)]
        }
        #expect(world.readSegments.first == replaced.segment)
        #expect(machine.state == .ended)
    }

    @Test func `knows its rules`() {
        var options = PlayerOptions()
        options.rule = "bolla"
        #expect(throws: RuleCatalog.Problem.unknown("bolla")) {
            try PlayerMachine(.ladder, options)
        }
    }
}
