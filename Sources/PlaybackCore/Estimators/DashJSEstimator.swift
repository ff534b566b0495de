/// Throughput and latency as dash.js averages them by default.
///
/// Source: `ThroughputController` and `ThroughputModel` of dash.js 5.1 and its settings
/// `throughput.ewma`: half-lives of 8 and 3 with a weight of 0.0015 per millisecond of transfer, of
/// latency 2 and 1 transfers; the least throughput, the greatest latency.
package struct DashJSEstimator: Sendable, Hashable {
    private static let weightPerMillisecond = 0.001_5

    private var slow = ExponentialAverage(halfLife: 8)
    private var fast = ExponentialAverage(halfLife: 3)
    private var slowLatency = ExponentialAverage(halfLife: 2)
    private var fastLatency = ExponentialAverage(halfLife: 1)

    package init() {}

    /// - Parameters:
    ///   - duration: milliseconds from the first byte to the last.
    ///   - latency: milliseconds from the request to the first byte.
    package mutating func add(bits: Double, duration: Double, latency: Double) {
        guard duration > 0 else { return }
        let weight = Self.weightPerMillisecond * duration
        slow.add(bits / duration, weight: weight)
        fast.add(bits / duration, weight: weight)
        slowLatency.add(latency, weight: 1)
        fastLatency.add(latency, weight: 1)
    }

    /// Kbit/s; nil before the first transfer.
    package var throughput: Double? {
        fast.totalWeight > 0 ? min(slow.value, fast.value) : nil
    }

    /// In milliseconds.
    package var latency: Double {
        fastLatency.totalWeight > 0 ? max(slowLatency.value, fastLatency.value) : 0
    }
}
