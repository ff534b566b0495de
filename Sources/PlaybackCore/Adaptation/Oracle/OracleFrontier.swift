/// The states of an ``Oracle``'s search that can still lead to the best, level by level.
struct OracleFrontier {
    private let mostStates: Int
    /// Whether neighbours are joined where there are too many, instead of dropped.
    private let joining: Bool
    private let penalty: Double

    /// All states that were ever kept.
    private var kept: [OracleState] = []
    /// Places of those of the last segment.
    private var places: [Int] = []
    private var offered: [[OracleState]]

    /// A quality that was found already.
    private let floor: Double
    /// Rounding that hope is spared for.
    private static let slack = 1e-9

    init(levelCount: Int, mostStates: Int, joining: Bool, penalty: Double, floor: Double) {
        precondition(mostStates > 1, "a search keeps something to compare")
        self.floor = floor
        self.mostStates = mostStates
        self.joining = joining
        self.penalty = penalty
        offered = Array(repeating: [], count: levelCount)
    }

    /// The states of the last segment with their places.
    var last: [(place: Int, state: OracleState)] { places.map { ($0, kept[$0]) } }

    /// - Parameter hope: the most that the following segments can add to its quality.
    mutating func offer(_ state: OracleState, to level: Int, hope: Double) {
        if state.quality(penalty) + hope >= floor - Self.slack { offered[level].append(state) }
    }

    /// Keeps what was offered, as far as it can still lead to the best.
    mutating func settle() {
        places.removeAll(keepingCapacity: true)
        for level in offered.indices {
            for state in limited(undominated(offered[level])) {
                places.append(kept.count)
                kept.append(state)
            }
            offered[level].removeAll(keepingCapacity: true)
        }
    }

    private func undominated(_ states: [OracleState]) -> [OracleState] {
        let sorted = states.sorted {
            ($0.arrival, $0.origin, -$0.value) < ($1.arrival, $1.origin, -$1.value)
        }
        // Of those that arrived before: a later origin only with a higher value.
        var stairs: [(origin: Double, value: Double)] = []
        var result: [OracleState] = []
        for state in sorted {
            var (low, high) = (0, stairs.count)
            while low < high {
                let middle = (low + high) / 2
                if stairs[middle].origin <= state.origin { low = middle + 1 } else { high = middle }
            }
            if low > 0, stairs[low - 1].value >= state.value { continue }
            let place = low > 0 && stairs[low - 1].origin == state.origin ? low - 1 : low
            let end = stairs[low...].firstIndex { $0.value > state.value } ?? stairs.count
            stairs.replaceSubrange(place..<end, with: [(state.origin, state.value)])
            result.append(state)
        }
        return result
    }

    private func limited(_ states: [OracleState]) -> [OracleState] {
        guard states.count > mostStates else { return states }
        return joining ? joined(states) : strongest(states)
    }

    /// Joins the nearest neighbours in the order of arrival until few enough are left.
    private func joined(_ states: [OracleState]) -> [OracleState] {
        var states = states
        while states.count > mostStates {
            // Every join makes room for one; pairs that lose least come first.
            let excess = min(states.count - mostStates, states.count / 2)
            let losses = states.indices.dropLast().map { index in
                (index: index, loss: Self.distance(states[index], states[index + 1], penalty))
            }
            var isJoined = Array(repeating: false, count: states.count)
            var joins = 0
            for (index, _) in losses.sorted(by: { ($0.loss, $0.index) < ($1.loss, $1.index) })
            where joins < excess && !isJoined[index] && !isJoined[index + 1] {
                states[index] = states[index].joined(with: states[index + 1])
                isJoined[index] = true
                isJoined[index + 1] = true
                joins += 1
            }
            states = undominated(Self.withoutSecond(states, isJoined))
        }
        return states
    }

    /// Leaves out the second of each joined pair.
    private static func withoutSecond(
        _ states: [OracleState], _ isJoined: [Bool]
    ) -> [OracleState] {
        var result: [OracleState] = []
        var index = 0
        while index < states.count {
            result.append(states[index])
            index += isJoined[index] ? 2 : 1
        }
        return result
    }

    /// What joining two gives away, in Mbit/s: time is worth what as much of a stall would cost.
    private static func distance(
        _ one: OracleState, _ other: OracleState, _ penalty: Double
    ) -> Double {
        abs(one.value - other.value)
            + penalty * (abs(one.arrival - other.arrival) + abs(one.origin - other.origin)) / 1_000
    }

    /// The best now, and those spread over the times of arrival.
    private func strongest(_ states: [OracleState]) -> [OracleState] {
        let step = Double(states.count) / Double(mostStates)
        return (0..<mostStates).compactMap { slot in
            let first = Int(Double(slot) * step)
            let end = max(first + 1, Int(Double(slot + 1) * step))
            return states[first..<min(end, states.count)].max {
                $0.quality(penalty) < $1.quality(penalty)
            }
        }
    }

    /// The levels that lead to the best state of the last segment.
    func best() -> (levels: [Int], quality: Double) {
        guard
            let last = places.max(by: { kept[$0].quality(penalty) < kept[$1].quality(penalty) })
        else { return ([], -.infinity) }
        var levels: [Int] = []
        var place: Int? = last
        while let current = place {
            levels.append(kept[current].level)
            place = kept[current].parent
        }
        return (levels.reversed(), kept[last].quality(penalty))
    }
}
