/// Values of a random delay that are drawn with the same chance each, in 8192nds of the jitter's
/// amount: the contents of tc's `.dist` files (NETEM_DIST_SCALE in linux/pkt_sched.h).
package struct JitterTable: Sendable, Hashable {
    /// An amount in a table's units.
    package static let scale = 8192
    /// Most values, as the kernel has it (NETEM_DIST_MAX).
    package static let maximumCount = 16_384

    /// Between −32768 and 32767, which is four times the amount.
    package let values: [Int16]

    /// - Parameter values: 1 to ``maximumCount``, nil otherwise.
    package init?(values: [Int16]) {
        guard (1...Self.maximumCount).contains(values.count) else { return nil }
        self.values = values
    }

    private init(ranks: Int, _ value: (Int) -> Double) {
        values = (0..<ranks).map { rank in
            let exact = value(rank)
            return Int16(clamping: Int(exact + (exact < 0 ? -0.5 : 0.5)))
        }
    }

    /// Values in each of the tables below, as in iproute2's.
    private static let ranks = 4096

    /// Quantiles of the normal distribution at rank ÷ 4096, −4 for the first, as in iproute2 6.1's
    /// `normal.dist`, whose numbers are the same to within 20 but for the outermost 20 ranks.
    package static let normal = JitterTable(ranks: ranks) { rank in
        rank == 0
            ? -4 * Double(scale) : NormalQuantile.at(Double(rank) / Double(ranks)) * Double(scale)
    }

    /// Quantiles of a Pareto distribution with shape 3, moved to mean 0 and stretched by 4/3, cut at
    /// four times the amount: (u^(−1/3) − 3/2) · 4/3 for u = (4096 − rank) ÷ 4096. The numbers of
    /// iproute2 6.1's `pareto.dist`. Their mean is a little below 0 because of the cut.
    package static let pareto = JitterTable(ranks: ranks) { rank in
        (cubeRoot(Double(ranks) / Double(ranks - rank)) - 1.5) * (4.0 / 3.0) * Double(scale)
    }

    /// A quarter of the normal and three quarters of the Pareto value of the same rank, as
    /// iproute2's `paretonormal.dist`.
    package static let paretonormal = JitterTable(ranks: ranks) { rank in
        (Double(normal.values[rank]) + 3 * Double(pareto.values[rank])) / 4
    }

    /// Only sums, products and quotients, which every machine rounds alike.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = max(1, value / 3)
        for _ in 0..<64 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}
