import PlaybackCore
import Testing

@Suite struct `The quality of an experience` {
    private static let bitrates = [300.0, 750, 1_200, 1_850, 2_850, 4_300]

    /// Segments of 4 s at levels, one after the other behind the start and a stall of 2 s before the
    /// third.
    private static func played(_ levels: [Int], start: Duration = .seconds(1)) -> PlayedSequence {
        var played = PlayedSequence()
        played.startup = start
        var time = start
        for (index, level) in levels.enumerated() {
            if index == 2 {
                played.stalls.append(
                    .init(start: time, mediaTime: .seconds(8), duration: .seconds(2)))
                time += .seconds(2)
            }
            let bitrate = Int(bitrates[level] * 1_000)
            played.segments.append(
                .init(
                    level: level, bitrate: bitrate, bytes: bitrate / 8 * 4 * 9 / 10,
                    duration: .seconds(4), start: time, played: .seconds(4)))
            time += .seconds(4)
        }
        return played
    }

    private func quality(_ played: PlayedSequence) -> QualityOfExperience {
        QualityOfExperience(of: played, bitrates: Self.bitrates, segmentDuration: .seconds(4))
    }

    private func isNear(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 1e-9 } == true
    }

    @Test func `counts start, stalls and their shares`() {
        let quality = quality(Self.played([0, 2, 2, 1, 5]))
        #expect(quality.startupDelay == 1)
        #expect(quality.stallCount == 1)
        #expect(quality.stallSeconds == 2)
        #expect(quality.secondsPlayed == 20)
        #expect(isNear(quality.rebufferRatioCTA, 2 / 22.0))
        #expect(isNear(quality.rebufferRatioWall, 2 / 23.0))
    }

    @Test func `averages the rates of what was played`() {
        let quality = quality(Self.played([0, 2, 2, 1, 5]))
        let mean = (300.0 + 1_200 + 1_200 + 750 + 4_300) / 5
        #expect(isNear(quality.averageBitrateIndicated, mean))
        #expect(isNear(quality.averageBitrate, mean * 0.9))
        #expect(quality.secondsAtLevel == [4, 4, 8, 0, 0, 4])
    }

    @Test func `counts switches by direction and size`() {
        let switches = quality(Self.played([0, 2, 2, 1, 5])).switches
        #expect(switches.up == 2)
        #expect(switches.down == 1)
        #expect(switches.count == 3)
        #expect(isNear(switches.kilobits, 900 + 450 + 3_550))
        let ratio = Logarithm.natural(4) + Logarithm.natural(1.6) + Logarithm.natural(4_300 / 750)
        #expect(isNear(switches.logRatio, ratio))
    }

    @Test func `scores as Pensieve does, with and without the first segment`() {
        let quality = quality(Self.played([0, 2, 2, 1, 5]))
        let sum = 0.3 + 1.2 + 1.2 + 0.75 + 4.3 - (0.9 + 0.45 + 3.55)
        #expect(isNear(quality.linear.whole, sum - 4.3 * 3))
        #expect(isNear(quality.linear.withoutFirst, sum - 0.3 - 4.3 * 2))
        #expect(isNear(quality.highDefinition.whole, 1 + 3 + 3 + 2 + 20 - (2 + 1 + 18) - 8.0 * 3))
        let logs = [1, 4, 4, 2.5, 4_300 / 300.0].map(Logarithm.natural)
        let change = abs(logs[1] - logs[0]) + abs(logs[3] - logs[2]) + abs(logs[4] - logs[3])
        #expect(isNear(quality.logarithmic.whole, logs.reduce(0, +) - change - 2.66 * 3))
        #expect(isNear(quality.regret(against: 5, countingStart: true), 5 - quality.linear.whole))
    }

    @Test func `scores as Sabre does`() {
        let quality = quality(Self.played([0, 2, 2, 1, 5]))
        let utility = [1, 4, 4, 2.5, 4_300 / 300.0].map(Logarithm.natural).reduce(0, +)
        #expect(isNear(quality.utilityLog, utility))
        #expect(isNear(quality.sabreScore, (utility - 5 * 2 / 4.0) / (23 / 4.0)))
    }

    @Test func `of nothing is nothing`() {
        let quality = quality(PlayedSequence())
        #expect(quality.startupDelay == nil)
        #expect(quality.averageBitrate == nil)
        #expect(quality.rebufferRatioCTA == 0)
        #expect(quality.sabreScore == 0)
        #expect(quality.bufferLevel == nil)
        #expect(quality.estimateError == nil)
    }

    @Test func `tells how wrong the rule's estimates were`() {
        var played = PlayedSequence()
        // 1 Mbit in one second after 100 ms: the estimate was twice as much, then half.
        for estimate in [2_000_000.0, 500_000, nil] {
            played.requests.append(
                .init(
                    start: .zero, end: .milliseconds(1_100), bytes: 125_000,
                    timeToFirstByte: .milliseconds(100), estimate: estimate))
        }
        let error = quality(played).estimateError
        #expect(isNear(error?.signed, 0.25))
        #expect(isNear(error?.absolute, 0.75))
        #expect(error?.count == 2)
    }
}

@Suite struct `The history of a buffer` {
    @Test func `knows its levels over time`() throws {
        var history = BufferHistory()
        // Up to 10 s at once, down to 0 in 10 s, empty for 10 s.
        history.add(.zero, at: .zero)
        history.add(.seconds(10), at: .zero)
        history.add(.zero, at: .seconds(10))
        history.add(.zero, at: .seconds(20))
        #expect(history.minimum == 0)
        #expect(history.mean == 2.5)
        #expect(try #require(history.percentile(0.5)) < 1e-9)
        #expect(abs(try #require(history.percentile(0.75)) - 5) < 1e-9)
        #expect(abs(try #require(history.percentile(1)) - 10) < 1e-9)
        #expect(BufferHistory().percentile(0.5) == nil)
    }
}

@Suite struct `The capacity of a link` {
    private static let capacity = LinkCapacity([
        .init(start: .zero, bitsPerSecond: 1_000_000),
        .init(start: .seconds(10), bitsPerSecond: 3_000_000),
        .init(start: .seconds(40), bitsPerSecond: 0),
    ])

    private func played(_ levels: [Int]) -> PlayedSequence {
        var played = PlayedSequence()
        for (index, level) in levels.enumerated() {
            played.segments.append(
                .init(
                    level: level, bitrate: 1, bytes: 1, duration: .seconds(4),
                    start: .seconds(4 * index), played: .seconds(4)))
        }
        return played
    }

    @Test func `is summed over time`() {
        #expect(Self.capacity.bits(from: .seconds(5), to: .seconds(20)) == 35_000_000)
        #expect(Self.capacity.bits(from: .seconds(50), to: .seconds(60)) == 0)
    }

    @Test func `is compared with what arrived while something was asked for`() {
        var played = PlayedSequence()
        for (start, end) in [(0, 10), (5, 12)] {
            played.requests.append(
                .init(
                    start: .seconds(start), end: .seconds(end), bytes: 500_000,
                    timeToFirstByte: .zero, estimate: nil))
        }
        // 10 Mbit in the first ten seconds and 6 in the next two, 8 of which arrived.
        #expect(Self.capacity.efficiency(of: played) == 0.5)
        #expect(Self.capacity.efficiency(of: PlayedSequence()) == nil)
    }

    @Test func `tells when a sustained level was first played`() {
        let bitrates = [300.0, 900, 2_000]
        #expect(Self.capacity.rampUp(of: played([0, 1, 1]), bitrates: bitrates) == 4)
        #expect(Self.capacity.rampUp(of: played([0, 0, 0]), bitrates: bitrates) == nil)
    }

    @Test(arguments: [
        // The link sustains level 2 from 10 s on; it is played from 16 s on, or never.
        ([0, 1, 1, 1, 2, 2, 2], 60, [6.0]), ([0, 1, 1, 1, 1, 1, 1], 60, [18]),
        ([0, 1, 1, 1, 1, 1, 1], 12, [12]), ([0, 1, 2, 2], 60, []),
    ])
    func `tells how long a rise took to be played`(levels: [Int], buffer: Int, expected: [Double]) {
        let reactions = Self.capacity.reactions(
            of: played(levels), bitrates: [300, 900, 2_000], bufferSize: .seconds(buffer))
        #expect(reactions == expected)
    }
}
