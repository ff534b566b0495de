/// Throughput and latency of past transfers, as Sabre averages them: the least of several averages
/// of the throughput, the greatest of those of the latency.
///
/// Source: `Ewma` and `SlidingWindow` of UMass-LIDS/sabre, `src/sabre.py` at 09b03bb.
package struct SabreEstimator: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        /// Half-lives in milliseconds of transfer; of latencies in as many segments.
        case halfLives([Double])
        /// Means of the last so many transfers.
        case windows([Int])

        /// 3 s and 8 s.
        package static let standard = Method.halfLives([3_000, 8_000])
    }

    /// Kbit/s; nil before the first transfer.
    package private(set) var throughput: Double?
    /// From the request to the first bit, in milliseconds.
    package private(set) var latency = 0.0

    private var throughputAverages: [ExponentialAverage] = []
    private var latencyAverages: [ExponentialAverage] = []
    private var windows: [Int] = []
    private var samples: [Sample] = []

    private struct Sample: Sendable, Hashable {
        var throughput: Double
        var latency: Double
    }

    /// - Parameter segmentDuration: in milliseconds.
    package init(_ method: Method = .standard, segmentDuration: Double) {
        switch method {
        case .halfLives(let halfLives):
            precondition(!halfLives.isEmpty, "an estimator has one average at least")
            throughputAverages = halfLives.map { ExponentialAverage(halfLife: $0) }
            latencyAverages = halfLives.map { ExponentialAverage(halfLife: $0 / segmentDuration) }
        case .windows(let sizes):
            precondition(
                !sizes.isEmpty && sizes.allSatisfy { $0 > 0 }, "a window has one transfer at least")
            windows = sizes
        }
    }

    /// - Parameters:
    ///   - duration: milliseconds from the first bit to the last.
    ///   - latency: milliseconds from the request to the first bit.
    package mutating func add(bits: Double, duration: Double, latency: Double) {
        guard duration > 0 else { return }
        let sample = bits / duration
        if windows.isEmpty {
            addToAverages(sample, duration, latency)
        } else {
            addToWindows(Sample(throughput: sample, latency: latency))
        }
    }

    private mutating func addToAverages(_ sample: Double, _ duration: Double, _ latency: Double) {
        var least = Double.infinity
        var greatest = 0.0
        for index in throughputAverages.indices {
            throughputAverages[index].add(sample, weight: duration)
            latencyAverages[index].add(latency, weight: 1)
            least = min(least, throughputAverages[index].value)
            greatest = max(greatest, latencyAverages[index].value)
        }
        throughput = least
        self.latency = greatest
    }

    private mutating func addToWindows(_ sample: Sample) {
        samples.append(sample)
        let longest = windows.reduce(0, max)
        if samples.count > longest { samples.removeFirst(samples.count - longest) }
        var least = Double.infinity
        var greatest = 0.0
        for size in windows {
            let window = samples.suffix(size)
            let count = Double(window.count)
            least = min(least, window.reduce(0) { $0 + $1.throughput } / count)
            greatest = max(greatest, window.reduce(0) { $0 + $1.latency } / count)
        }
        throughput = least
        latency = greatest
    }
}
