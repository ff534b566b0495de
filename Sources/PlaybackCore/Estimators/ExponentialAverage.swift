/// A weighted average in which a value counts half once weights of a half-life have come after it.
///
/// Begins at zero; ``value`` takes out what that beginning still contributes. The average of Sabre
/// (`Ewma`), hls.js (`EWMA`), Shaka (`Ewma`) and dash.js (`ThroughputModel`).
package struct ExponentialAverage: Sendable, Hashable {
    /// In the unit of the weights.
    package let halfLife: Double
    private var average = 0.0
    package private(set) var totalWeight = 0.0
    /// The weight that was added last and what it leaves of the average: many are alike.
    private var lastWeight = 0.0
    private var kept = 1.0

    /// Half-lives after which the beginning is less than half a unit in the last place of 1.
    private static let forgotten = 54.0

    package init(halfLife: Double) {
        precondition(halfLife > 0, "a half-life is above zero")
        self.halfLife = halfLife
    }

    package mutating func add(_ value: Double, weight: Double) {
        if weight != lastWeight {
            lastWeight = weight
            kept = PowerOfTwo.of(-weight / halfLife)
        }
        average = kept * average + (1 - kept) * value
        totalWeight += weight
    }

    /// The average of what was added; not a number before.
    package var value: Double {
        let lives = totalWeight / halfLife
        return lives > Self.forgotten ? average : average / (1 - PowerOfTwo.of(-lives))
    }
}
