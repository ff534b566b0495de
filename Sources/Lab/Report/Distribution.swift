/// Many values of one figure, told by five of them. Each is a value that occurred: the p-quantile is
/// the least value that at least the share p of all values does not exceed (nearest rank).
package struct Distribution: Sendable, Hashable, Codable {
    package var median: Double
    package var p5: Double
    package var p95: Double
    package var min: Double
    package var max: Double

    /// nil for no values.
    package init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        min = first
        max = last
        median = Self.quantile(50, of: sorted)
        p5 = Self.quantile(5, of: sorted)
        p95 = Self.quantile(95, of: sorted)
    }

    /// The value below or at which `percent` of all are.
    /// - Parameter sorted: not empty.
    static func quantile(_ percent: Int, of sorted: [Double]) -> Double {
        let rank = (sorted.count * percent + 99) / 100
        return sorted[Swift.max(1, rank) - 1]
    }
}
