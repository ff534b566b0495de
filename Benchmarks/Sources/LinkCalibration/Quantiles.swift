import LinkModel

extension [Double] {
    var median: Double { quantile(0.5) }

    /// With linear interpolation; not a number when there are none.
    func quantile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let ordered = sorted()
        let place = part * Double(count - 1)
        let low = Int(place)
        let high = Swift.min(low + 1, count - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - Double(low))
    }

    /// How often the median of so many of these lies at least as far out as `median`, on either
    /// side: what tells a wrong model from few measurements.
    func chance(ofMedian median: Double, of draws: Int) -> Double {
        guard !isEmpty, draws > 0 else { return .nan }
        var random = StableRandom(seed: 1)
        let tries = 2000
        var below = 0
        for _ in 0..<tries {
            let drawn = (0..<draws).map { _ in self[Int(random.below(UInt64(count)))] }
            if drawn.median < median { below += 1 }
        }
        return 2 * Double(Swift.min(below, tries - below)) / Double(tries)
    }
}
