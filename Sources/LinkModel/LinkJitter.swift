/// A random part of a direction's delay.
package struct LinkJitter: Sendable, Hashable {
    /// The shape of the random part. Names as tc-netem(8) has them.
    package enum Distribution: Sendable, Hashable {
        /// Evenly between −amount and +amount.
        case uniform
        /// Amount is the standard deviation.
        case normal
        case pareto
        case paretonormal
        /// Values that are drawn with the same chance each.
        case table(JitterTable)
    }

    package var amount: Duration
    package var distribution: Distribution
    /// How much a packet's random part depends on the packet before it.
    package var correlation: Probability

    package init(
        amount: Duration, distribution: Distribution = .uniform, correlation: Probability = .never
    ) {
        self.amount = amount
        self.distribution = distribution
        self.correlation = correlation
    }
}
