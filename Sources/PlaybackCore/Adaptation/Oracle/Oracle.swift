/// The best sequence of levels for a link that is known beforehand, by dynamic programming over the
/// segments, and what no sequence can exceed.
///
/// After each segment and for each of its levels it keeps how things can stand: when the segment was
/// there (earlier is better), from when on media plays without a stall (earlier is better), and what
/// the levels have brought so far (more is better). Since a link that is asked earlier delivers no
/// later, what is worse in all three is dropped without a loss. What remains is limited: the plan
/// drops what is least good, the bound joins neighbours to something better than both.
///
/// It fetches one segment after the other, abandons and replaces nothing. A rule that replaces queued
/// segments may therefore exceed it.
package struct Oracle {
    package struct Settings: Sendable, Hashable {
        /// Milliseconds of media that the buffer holds.
        package var bufferSize = 25_000.0
        /// In Mbit/s per second of stall.
        package var stallPenalty = 4.3
        /// Whether the time to the first segment counts as a stall.
        package var countsStartup = true
        /// The level of the first segment; nil: any.
        package var firstLevel: Int?
        /// States that are kept for each level of a segment.
        package var mostStates = 1_000

        package init() {}
    }

    /// What came of it.
    package struct Result: Sendable, Hashable {
        package var levels: [Int]
        /// QoE_lin of playing those levels, in Mbit/s.
        package var quality: Double
        /// What no sequence of levels exceeds.
        package var bound: Double
    }

    private let ladder: Ladder
    private let settings: Settings
    private let transferEnd: (Double, Double) -> Double

    /// - Parameters:
    ///   - transferEnd: when the last of so many bits is there that are requested at a time, in
    ///     milliseconds since the session began. A later request may not be there earlier.
    package static func solve(
        _ ladder: Ladder, _ settings: Settings = Settings(),
        transferEnd: (_ start: Double, _ bits: Double) -> Double
    ) -> Result {
        withoutActuallyEscaping(transferEnd) { transferEnd in
            let oracle = Oracle(ladder: ladder, settings: settings, transferEnd: transferEnd)
            let plan = oracle.search(joining: false, above: -.infinity)
            let bound = oracle.search(joining: true, above: plan.quality)
            return Result(
                levels: plan.levels, quality: plan.quality,
                bound: max(plan.quality, bound.quality))
        }
    }

    private init(
        ladder: Ladder, settings: Settings, transferEnd: @escaping (Double, Double) -> Double
    ) {
        self.ladder = ladder
        self.settings = settings
        self.transferEnd = transferEnd
    }

    private func search(
        joining: Bool, above floor: Double
    ) -> (levels: [Int], quality: Double) {
        var frontier = OracleFrontier(
            levelCount: ladder.levelCount, mostStates: settings.mostStates, joining: joining,
            penalty: settings.stallPenalty, floor: floor)
        for level in 0..<ladder.levelCount
        where settings.firstLevel == nil || settings.firstLevel == level {
            frontier.offer(first(level), to: level, hope: hope(after: 0, level))
        }
        frontier.settle()
        for segment in 1..<max(1, ladder.segmentCount) {
            for (place, state) in frontier.last {
                for level in 0..<ladder.levelCount {
                    frontier.offer(
                        next(state, place, segment: segment, level: level), to: level,
                        hope: hope(after: segment, level))
                }
            }
            frontier.settle()
        }
        return frontier.best()
    }

    /// The rest at the top level.
    private func hope(after segment: Int, _ level: Int) -> Double {
        let rest = ladder.segmentCount - 1 - segment
        guard rest > 0 else { return 0 }
        let top = ladder.bitrates[ladder.top]
        return (Double(rest) * top - (top - ladder.bitrates[level])) / 1_000
    }

    private func first(_ level: Int) -> OracleState {
        let end = transferEnd(0, ladder.bits(segment: 0, level: level))
        // What the start will cost as a stall is given back beforehand.
        let refund = settings.countsStartup ? 0 : settings.stallPenalty * end / 1_000
        return OracleState(
            arrival: end, origin: end, value: ladder.bitrates[level] / 1_000 + refund,
            level: level, parent: nil)
    }

    private func next(
        _ state: OracleState, _ place: Int, segment: Int, level: Int
    ) -> OracleState {
        let media = Double(segment) * ladder.segmentDuration
        let room = state.origin + media + ladder.segmentDuration - settings.bufferSize
        let end = transferEnd(
            max(state.arrival, room), ladder.bits(segment: segment, level: level))
        let change = abs(ladder.bitrates[level] - ladder.bitrates[state.level])
        return OracleState(
            arrival: end, origin: max(state.origin, end - media),
            value: state.value + (ladder.bitrates[level] - change) / 1_000, level: level,
            parent: place)
    }
}
