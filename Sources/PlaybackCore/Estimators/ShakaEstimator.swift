/// The bandwidth as Shaka Player estimates it.
///
/// Source: `lib/abr/ewma_bandwidth_estimator.js` of Shaka Player 5.2 (35b290e41, Apache-2.0).
package struct ShakaEstimator: Sendable, Hashable {
    /// Smaller transfers are not counted.
    package static let leastBytes = 16_000.0
    /// Bytes after which the averages are trusted.
    package static let leastTotalBytes = 128_000.0

    private var fast = ExponentialAverage(halfLife: 2)
    private var slow = ExponentialAverage(halfLife: 5)
    private var totalBytes = 0.0
    private let defaultEstimate: Double

    /// - Parameter defaultEstimate: in bit/s, until the averages are trusted.
    package init(defaultEstimate: Double = 1_000_000) {
        self.defaultEstimate = defaultEstimate
    }

    /// - Parameter duration: in milliseconds, from the request on.
    package mutating func add(bytes: Double, duration: Double) {
        guard bytes >= Self.leastBytes, duration > 0 else { return }
        let rate = 8_000 * bytes / duration
        let weight = duration / 1_000
        totalBytes += bytes
        fast.add(rate, weight: weight)
        slow.add(rate, weight: weight)
    }

    package var isTrusted: Bool { totalBytes >= Self.leastTotalBytes }

    /// In bit/s.
    package var bandwidth: Double {
        isTrusted ? min(fast.value, slow.value) : defaultEstimate
    }
}
