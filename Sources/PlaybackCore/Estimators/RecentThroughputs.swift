/// The throughputs of the last few transfers, in kbit/s.
package struct RecentThroughputs: Sendable, Hashable {
    private let limit: Int
    package private(set) var values: [Double] = []

    package init(limit: Int) {
        precondition(limit > 0, "something has to be remembered")
        self.limit = limit
    }

    package mutating func add(_ throughput: Double) {
        if values.count == limit { values.removeFirst() }
        values.append(throughput)
    }

    package var last: Double? { values.last }

    /// Nil before the first transfer, as all means.
    package var mean: Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// As Pensieve's `mpc.py` computes it, step by step.
    package var harmonicMean: Double? {
        values.isEmpty ? nil : 1 / (values.reduce(0) { $0 + 1 / $1 } / Double(values.count))
    }

    package var greatest: Double? { values.max() }
}
