/// The levels between which a rule chooses, the lowest first, and the segments they are cut into.
///
/// Rules compute in milliseconds and bits, as those they have to agree with do: a rate in bits per
/// millisecond is one in kbit/s.
package struct Ladder: Sendable, Hashable {
    /// Peak rates in kbit/s, rising.
    package let bitrates: [Double]
    /// Average rates in kbit/s; the peak where nothing is known.
    package let averageBitrates: [Double]
    /// Milliseconds of a segment; what most of them last.
    package let segmentDuration: Double
    package let segmentCount: Int
    /// ln(rate / lowest rate) of each level.
    package let utilities: [Double]
    /// Bits of each segment and level, segment by segment; empty when unknown.
    private let sizes: [Double]

    /// - Parameters:
    ///   - bitrates: peak rates in kbit/s, rising.
    ///   - averageBitrates: in kbit/s, one for each level; nil when unknown.
    ///   - segmentDuration: in milliseconds.
    ///   - sizes: bits of the levels of each segment; nil when unknown. May cover more segments than
    ///     are played.
    /// - Precondition: there is one level at least; rates and durations are above 0; lists fit.
    package init(
        bitrates: [Double], averageBitrates: [Double]? = nil, segmentDuration: Double,
        segmentCount: Int, sizes: [[Double]]? = nil
    ) {
        precondition(bitrates.first.map { $0 > 0 } == true, "a ladder has levels with rates")
        precondition(
            zip(bitrates, bitrates.dropFirst()).allSatisfy { $0 <= $1 }, "levels rise")
        precondition(segmentDuration > 0 && segmentCount > 0, "there is something to play")
        precondition(
            averageBitrates.map { $0.count == bitrates.count } ?? true,
            "each level has its average")
        precondition(
            sizes.map { $0.count >= segmentCount && $0.allSatisfy { $0.count == bitrates.count } }
                ?? true, "each segment has a size in each level")
        self.bitrates = bitrates
        self.averageBitrates = averageBitrates ?? bitrates
        self.segmentDuration = segmentDuration
        self.segmentCount = segmentCount
        self.sizes = sizes.map { $0.flatMap { $0 } } ?? []
        let offset = -Logarithm.natural(bitrates[0])
        utilities = bitrates.map { Logarithm.natural($0) + offset }
    }

    package var levelCount: Int { bitrates.count }
    package var top: Int { bitrates.count - 1 }

    /// Bits of a segment: as declared, else what the level's average rate makes of its duration.
    package func bits(segment: Int, level: Int) -> Double {
        let index = segment * bitrates.count + level
        return sizes.indices.contains(index)
            ? sizes[index] : averageBitrates[level] * segmentDuration
    }

    /// The highest level of which a segment arrives in no more time than it plays, latency included;
    /// 0 when none does. Source: `quality_from_throughput` of Sabre.
    func level(sustainedBy throughput: Double, latency: Double) -> Int {
        // Products tell where it is not close; where it is, the quotient that Sabre computes does.
        let room = (segmentDuration - latency) * throughput
        let margin = room * 1e-9
        var level = 0
        while level < top {
            let bits = segmentDuration * bitrates[level + 1]
            if bits > room + margin { break }
            if bits > room - margin, latency + bits / throughput > segmentDuration { break }
            level += 1
        }
        return level
    }

    /// The highest level of at most the rate, in kbit/s; 0 when none is.
    func level(within rate: Double) -> Int {
        var level = top
        while level > 0, bitrates[level] > rate { level -= 1 }
        return level
    }
}
