/// Quantiles of the normal distribution from sums, products and quotients alone, which every
/// machine rounds alike, unlike its mathematics library.
enum NormalQuantile {
    /// The x with P(X ≤ x) = `probability`, for probabilities between 10^-6 and 1 − 10^-6.
    ///
    /// Halving of −5…5: 45 halvings leave 10^-13.
    static func at(_ probability: Double) -> Double {
        precondition((1e-6...0.999_999).contains(probability), "a quantile far out is not exact")
        if probability == 0.5 { return 0 }
        var (low, high) = (-5.0, 5.0)
        for _ in 0..<45 {
            let middle = (low + high) / 2
            if distribution(middle) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// P(X ≤ x) = ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …), Abramowitz and Stegun 26.2.11.
    private static func distribution(_ x: Double) -> Double {
        var (term, sum, odd) = (x, x, 1.0)
        while abs(term) > 1e-17 {
            odd += 2
            term *= x * x / odd
            sum += term
        }
        let densityAtZero = 0.398_942_280_401_432_7
        return 0.5 + densityAtZero / exponential(x * x / 2) * sum
    }

    /// e^`value` for values from 0 to 12.5, as the 16th power of a series.
    private static func exponential(_ value: Double) -> Double {
        let part = value / 16
        var (term, sum, index) = (1.0, 1.0, 0.0)
        while term > 1e-17 {
            index += 1
            term *= part / index
            sum += term
        }
        for _ in 0..<4 { sum *= sum }
        return sum
    }
}
