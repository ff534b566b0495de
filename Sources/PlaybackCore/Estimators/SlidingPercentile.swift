/// A percentile of weighted values, of which the oldest lose their weight once all together weigh
/// more than a limit.
///
/// Source: `SlidingPercentile` of androidx/media (2bc207851d, Apache-2.0), which computes in 32-bit
/// floats; values of one size stay in the order of their arrival.
package struct SlidingPercentile: Sendable, Hashable {
    private struct Sample: Sendable, Hashable {
        var weight: Int
        var value: Float
        var arrival: Int
    }

    private let maximumWeight: Int
    private var totalWeight = 0
    private var arrivals = 0
    /// In the order of their values.
    private var samples: [Sample] = []

    package init(maximumWeight: Int) {
        precondition(maximumWeight > 0, "a window has room for something")
        self.maximumWeight = maximumWeight
    }

    package mutating func add(_ value: Float, weight: Int) {
        guard weight > 0 else { return }
        let sample = Sample(weight: weight, value: value, arrival: arrivals)
        arrivals += 1
        samples.insert(sample, at: samples.firstIndex { $0.value > value } ?? samples.count)
        totalWeight += weight
        while totalWeight > maximumWeight { forgetOldest(totalWeight - maximumWeight) }
    }

    private mutating func forgetOldest(_ excess: Int) {
        guard let oldest = samples.indices.min(by: { samples[$0].arrival < samples[$1].arrival })
        else { return }
        if samples[oldest].weight <= excess {
            totalWeight -= samples[oldest].weight
            samples.remove(at: oldest)
        } else {
            samples[oldest].weight -= excess
            totalWeight -= excess
        }
    }

    /// The least value that together with the smaller ones weighs the fraction of all.
    /// - Returns: nil before the first value.
    package func percentile(_ fraction: Float) -> Float? {
        let wanted = fraction * Float(totalWeight)
        var weight = 0
        for sample in samples {
            weight += sample.weight
            if Float(weight) >= wanted { return sample.value }
        }
        return samples.last?.value
    }
}
