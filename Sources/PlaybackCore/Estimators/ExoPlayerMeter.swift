/// The bandwidth as ExoPlayer's default meter estimates it.
///
/// Source: `DefaultBandwidthMeter` of androidx/media (2bc207851d, Apache-2.0): the median of transfer
/// rates weighted by the root of their bytes, once 2 s or 512 KiB have been transferred.
package struct ExoPlayerMeter: Sendable, Hashable {
    private static let maximumWeight = 2_000
    private static let leastMilliseconds = 2_000
    private static let leastBytes = 512 * 1_024

    private var rates = SlidingPercentile(maximumWeight: maximumWeight)
    private var milliseconds = 0
    private var bytes = 0
    /// In bit/s.
    package private(set) var bandwidth: Int

    /// - Parameter initial: in bit/s. ExoPlayer knows initial values by country and network; 1 Mbit/s
    ///   is the one without either.
    package init(initial: Int = 1_000_000) {
        bandwidth = initial
    }

    /// - Parameter milliseconds: from the request on; transfers of less than one are carried over
    ///   by the original and do not count here.
    package mutating func add(bytes: Int, milliseconds: Int) {
        guard milliseconds > 0 else { return }
        self.milliseconds += milliseconds
        self.bytes += bytes
        let rate = Float(bytes) * 8_000 / Float(milliseconds)
        rates.add(rate, weight: Int(Double(bytes).squareRoot()))
        if self.milliseconds >= Self.leastMilliseconds || self.bytes >= Self.leastBytes,
            let median = rates.percentile(0.5)
        {
            bandwidth = Int(median)
        }
    }
}
