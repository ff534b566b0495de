/// The bandwidth and the time to the first byte as hls.js estimates them.
///
/// Source: `src/utils/ewma-bandwidth-estimator.ts` and `ewma.ts` of hls.js 1.7 (afe5b8bf1, Apache-2.0).
package struct HLSJSEstimator: Sendable, Hashable {
    package static let fastHalfLife = 3.0
    package static let slowHalfLife = 9.0
    /// Shortest transfer that is believed, in milliseconds; shorter ones are if they are faster than
    /// 800 Mbit/s all the same.
    private static let shortestTransfer = 50.0
    /// Shortest time to a first byte that is believed, in milliseconds.
    private static let shortestTimeToFirstByte = 5.0
    /// Weight of which an average is trusted.
    private static let leastWeight = 0.001
    private static let defaultTimeToFirstByte = 100.0

    private var fast = ExponentialAverage(halfLife: fastHalfLife)
    private var slow = ExponentialAverage(halfLife: slowHalfLife)
    private var firstByte = ExponentialAverage(halfLife: slowHalfLife)
    private let defaultEstimate: Double

    /// - Parameter defaultEstimate: in bit/s, before the first transfer.
    package init(defaultEstimate: Double = 500_000) {
        self.defaultEstimate = defaultEstimate
    }

    /// - Parameter duration: in milliseconds.
    package mutating func add(bytes: Double, duration: Double) {
        let floor = min(Self.shortestTransfer, bytes / 100_000)
        let seconds = max(duration, floor) / 1_000
        guard seconds > 0 else { return }
        let rate = 8 * bytes / seconds
        fast.add(rate, weight: seconds)
        slow.add(rate, weight: seconds)
    }

    /// - Parameter milliseconds: from the request to the first byte.
    package mutating func addTimeToFirstByte(_ milliseconds: Double) {
        let seconds = milliseconds / 1_000
        let power = -(seconds * seconds) / 2 * 1.442_695_040_888_963_4
        firstByte.add(
            max(milliseconds, Self.shortestTimeToFirstByte),
            weight: 2.0.squareRoot() * PowerOfTwo.of(power))
    }

    package var canEstimate: Bool { fast.totalWeight >= Self.leastWeight }

    /// In bit/s.
    package var bandwidth: Double {
        canEstimate ? min(fast.value, slow.value) : defaultEstimate
    }

    /// In milliseconds.
    package var timeToFirstByte: Double {
        firstByte.totalWeight >= Self.leastWeight ? firstByte.value : Self.defaultTimeToFirstByte
    }
}
