import PlaybackCore
import Testing

@Suite struct `The oracle` {
    /// A link whose rate changes every 2 s, in kbit/s, over and over.
    private struct Link {
        var rates: [Double]

        func end(_ start: Double, _ bits: Double) -> Double {
            var (time, rest) = (start + 40, bits)
            while true {
                let period = Int(time / 2_000)
                let until = Double(period + 1) * 2_000
                let rate = rates[period % rates.count]
                if (until - time) * rate >= rest { return time + rest / rate }
                rest -= (until - time) * rate
                time = until
            }
        }
    }

    private static let bufferSize = 10_000.0

    /// QoE_lin of levels, played as the oracle assumes.
    private func quality(_ levels: [Int], _ ladder: Ladder, _ link: Link) -> Double {
        var (time, origin, value) = (0.0, 0.0, 0.0)
        for (segment, level) in levels.enumerated() {
            let media = Double(segment) * ladder.segmentDuration
            if segment > 0 {
                time = max(time, origin + media + ladder.segmentDuration - Self.bufferSize)
                value -= abs(ladder.bitrates[level] - ladder.bitrates[levels[segment - 1]]) / 1_000
            }
            time = link.end(time, ladder.bits(segment: segment, level: level))
            origin = max(origin, time - media)
            value += ladder.bitrates[level] / 1_000
        }
        return value - 4.3 * origin / 1_000
    }

    private func solve(_ ladder: Ladder, _ link: Link, states: Int = 1_000) -> Oracle.Result {
        var settings = Oracle.Settings()
        settings.bufferSize = Self.bufferSize
        settings.mostStates = states
        return Oracle.solve(ladder, settings) { link.end($0, $1) }
    }

    private static func link(_ seed: UInt64) -> Link {
        var random = TestRandom(seed: seed)
        return Link(rates: (0..<7).map { _ in Double(200 + random.below(2_500)) })
    }

    @Test(arguments: 1...8)
    func `finds what looking through all sequences finds`(seed: UInt64) {
        let ladder = Ladder(
            bitrates: [300, 900, 2_000], segmentDuration: 3_000, segmentCount: 8)
        let link = Self.link(seed)
        var best = -Double.infinity
        for number in 0..<6_561 {
            var rest = number
            var levels: [Int] = []
            for _ in 0..<8 {
                levels.append(rest % 3)
                rest /= 3
            }
            best = max(best, quality(levels, ladder, link))
        }
        let result = solve(ladder, link)
        #expect(abs(result.quality - best) < 1e-9)
        #expect(abs(quality(result.levels, ladder, link) - best) < 1e-9)
        #expect(result.bound >= best - 1e-9)
    }

    @Test(arguments: 1...6)
    func `with room for few states keeps a bound above what it found with many`(seed: UInt64) {
        let ladder = Ladder(
            bitrates: [300, 750, 1_200, 2_400], segmentDuration: 3_000, segmentCount: 24)
        let link = Self.link(seed)
        let exact = solve(ladder, link, states: 5_000)
        let rough = solve(ladder, link, states: 150)
        #expect(rough.bound >= exact.quality - 1e-9)
        #expect(rough.quality <= exact.quality + 1e-9)
        #expect(rough.bound - rough.quality < 0.1 * abs(exact.quality))
        #expect(abs(quality(rough.levels, ladder, link) - rough.quality) < 1e-9)
    }

    @Test func `begins with the level that it has to begin with`() {
        let ladder = Ladder(
            bitrates: [300, 900, 2_000], segmentDuration: 3_000, segmentCount: 8)
        var settings = Oracle.Settings()
        settings.firstLevel = 0
        let link = Link(rates: [20_000])
        let result = Oracle.solve(ladder, settings) { link.end($0, $1) }
        #expect(result.levels == [0] + Array(repeating: 2, count: 7))
    }
}
