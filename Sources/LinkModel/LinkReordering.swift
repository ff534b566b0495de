/// Packets that overtake others: they skip the delay (tc-netem(8) `reorder`).
package struct LinkReordering: Sendable, Hashable {
    package var probability: Probability
    package var correlation: Probability
    /// Only every n-th packet is a candidate; 1 for all.
    package var gap: Int

    package init(probability: Probability, correlation: Probability = .never, gap: Int = 1) {
        self.probability = probability
        self.correlation = correlation
        self.gap = gap
    }
}
