import PlaybackCore
import Testing

@Suite struct `BBA` {
    private let ladder = Ladder(
        bitrates: [300, 750, 1_200, 1_850, 2_850, 4_300], segmentDuration: 4_000, segmentCount: 48)

    @Test(arguments: [
        (0.0, 0), (4_999, 0), (5_000, 0), (6_999, 0), (7_000, 1), (9_000, 2), (13_000, 4),
        (14_999, 4), (15_000, 5), (60_000, 5),
    ])
    func `by index rises with the buffer`(buffer: Double, level: Int) {
        var rule = BBARule(ladder)
        let choice = rule.choose(Situation(segment: 3, bufferLevel: buffer, level: 2))
        #expect(choice == Choice(level: level))
    }

    /// Sizes from 1.2 to 17.2 Mbit; between 3 s and 12 s of buffer 1.78 Mbit more a second.
    @Test(arguments: [(0.0, 0), (3_000, 0), (4_100, 1), (7_000, 3), (11_900, 4), (12_000, 5)])
    func `by size rises with the buffer`(buffer: Double, level: Int) {
        var rule = BBARule(ladder, .puffer)
        #expect(rule.choose(Situation(segment: 3, bufferLevel: buffer, level: 2)).level == level)
    }
}

@Suite struct `Fast switching` {
    @Test(
        arguments: [
            // The first two play too soon; of the rest the first or last one below the level.
            ([0, 0, 1, 0, 2], 0.0, 2, 2, 3), ([0, 0, 1, 0, 2], 0.6, 2, 3, 3),
            ([0, 0, 2, 2, 2], 0, 2, nil, nil), ([0, 0], 0, 5, nil, nil), ([], 0, 5, nil, nil),
        ] as [([Int], Double, Int, Int?, Int?)])
    func `replaces the first or the last that is worse and not about to play`(
        queue: [Int], consumed: Double, level: Int, left: Int?, right: Int?
    ) {
        let slice = ([9, 9] + queue)[2...]
        #expect(
            SegmentReplacement.left.candidate(in: slice, consumed: consumed, level: level) == left)
        #expect(
            SegmentReplacement.right.candidate(in: slice, consumed: consumed, level: level) == right
        )
    }
}

@Suite struct `The rule of Shaka` {
    private let ladder = Ladder(
        bitrates: [400, 900, 2_000], segmentDuration: 2_000, segmentCount: 100)

    private func arrive(_ rule: inout ShakaRule, rate: Double) {
        rule.segmentArrived(
            SegmentTransfer(
                segment: 0, level: 0, size: 2_000_000, bits: 2_000_000,
                duration: 2_000_000 / rate, timeToFirstBit: 20, bufferLevel: 4_000))
    }

    @Test func `chooses again only once eight seconds have passed`() {
        var rule = ShakaRule(ladder)
        func level(at elapsed: Double) -> Int {
            rule.choose(Situation(segment: 1, bufferLevel: 4_000, level: 0, elapsed: elapsed)).level
        }
        #expect(level(at: 0) == 1)
        arrive(&rule, rate: 4_000)
        #expect(level(at: 500) == 2)
        for _ in 1...40 { arrive(&rule, rate: 500) }
        #expect(level(at: 8_400) == 2)
        #expect(level(at: 8_500) == 0)
    }
}

@Suite struct `The rule of ExoPlayer` {
    private let ladder = Ladder(
        bitrates: [400, 900, 2_000], segmentDuration: 2_000, segmentCount: 100)

    @Test(arguments: [
        // The link carries 2 Mbit/s after 0.7: level 1.
        (2_000.0, 9_999.0, 0, 0), (2_000, 10_000, 0, 1), (2_000, 24_999, 2, 1),
        (2_000, 25_000, 2, 2),
    ])
    func `rises only above 10 s of buffer and falls only below 25 s`(
        rate: Double, buffer: Double, level: Int, expected: Int
    ) {
        var rule = ExoPlayerRule(ladder)
        rule.segmentArrived(
            SegmentTransfer(
                segment: 0, level: 0, size: 8_000_000, bits: 8_000_000, duration: 8_000_000 / rate,
                timeToFirstBit: 20, bufferLevel: 4_000))
        let choice = rule.choose(Situation(segment: 1, bufferLevel: buffer, level: level))
        #expect(choice.level == expected)
    }
}

@Suite struct `MPC` {
    /// All sequences, as Pensieve looks through them: the last of the best counts.
    private func reference(
        _ ladder: Ladder, segment: Int, buffer: Double, last: Int, throughput: Double
    ) -> Int {
        let steps = min(5, ladder.segmentCount - segment)
        var best = -Double.infinity
        var first = 0
        var count = 1
        for _ in 0..<steps { count *= ladder.levelCount }
        for number in 0..<count {
            var rest = number
            var levels: [Int] = []
            for _ in 0..<steps {
                levels.insert(rest % ladder.levelCount, at: 0)
                rest /= ladder.levelCount
            }
            var (seconds, stall, sum, change, before) = (buffer / 1_000, 0.0, 0.0, 0.0, last)
            for (step, level) in levels.enumerated() {
                let megabytes = ladder.bits(segment: segment + step, level: level) / 8 / 1_000_000
                let time = megabytes / (throughput / 8 / 1_000)
                if seconds < time {
                    stall += time - seconds
                    seconds = 0
                } else {
                    seconds -= time
                }
                seconds += ladder.segmentDuration / 1_000
                sum += ladder.bitrates[level]
                change += abs(ladder.bitrates[level] - ladder.bitrates[before])
                before = level
            }
            let reward = sum / 1_000 - 4.3 * stall - change / 1_000
            if reward >= best { (best, first) = (reward, levels[0]) }
        }
        return first
    }

    @Test(arguments: [300.0, 700, 1_100, 1_900, 2_600, 3_800, 9_000])
    func `chooses what looking through all sequences finds`(throughput: Double) {
        let ladder = Ladder(
            bitrates: [300, 750, 1_200, 1_850, 2_850], segmentDuration: 4_000, segmentCount: 48)
        for buffer in stride(from: 0.0, through: 24_000, by: 8_000) {
            for last in 0..<ladder.levelCount {
                for segment in [1, 45, 47] {
                    var settings = MPCRule.Settings()
                    settings.isRobust = false
                    var rule = MPCRule(ladder, settings)
                    rule.segmentArrived(
                        SegmentTransfer(
                            segment: 0, level: last, size: throughput * 1_024,
                            bits: throughput * 1_024, duration: 1_024, timeToFirstBit: 0,
                            bufferLevel: buffer))
                    let choice = rule.choose(
                        Situation(segment: segment, bufferLevel: buffer, level: last))
                    let expected = reference(
                        ladder, segment: segment, buffer: buffer, last: last,
                        throughput: throughput)
                    #expect(choice.level == expected)
                }
            }
        }
    }

    @Test func `robust counts on less after it was wrong`() throws {
        let ladder = Ladder(bitrates: [300, 750], segmentDuration: 4_000, segmentCount: 48)
        var rule = MPCRule(ladder)
        func arrive(_ rate: Double) {
            rule.segmentArrived(
                SegmentTransfer(
                    segment: 0, level: 0, size: rate * 1_000, bits: rate * 1_000, duration: 1_000,
                    timeToFirstBit: 0, bufferLevel: 4_000))
            _ = rule.choose(Situation(segment: 1, bufferLevel: 4_000, level: 0))
        }
        arrive(1_000)
        #expect(rule.throughput == 1_000)
        arrive(500)
        // The harmonic mean of both is 666.7; the prediction was wrong by 1,000 − 500 of 500.
        #expect(abs(try #require(rule.throughput) - 2_000 / 3 / 2) < 1e-9)
    }
}
