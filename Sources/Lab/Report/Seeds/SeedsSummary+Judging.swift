internal import Scenarios

extension SeedsSummary {
    /// Holds what a scenario expects of many seeds against those that were carried out.
    static func judged(
        _ expected: [Expectation], over runs: [SeedResult]
    ) -> [JudgedExpectation] {
        expected.compactMap { expectation in
            guard let statistic = expectation.statistic else { return nil }
            let values = runs.filter { $0.verdict != .error }
                .compactMap { $0.figures?[expectation.name] }.sorted()
            guard !values.isEmpty else {
                return JudgedExpectation(
                    name: expectation.name, pass: false, detail: "no run has this figure")
            }
            var judged = expectation.judged(statistic.value(of: values))
            judged.detail += " (of \(values.count) seeds)"
            return judged
        }
    }
}

extension Expectation.Statistic {
    /// - Parameter sorted: not empty, the least first.
    func value(of sorted: [Double]) -> Double {
        switch self {
        case .min: sorted[0]
        case .max: sorted[sorted.count - 1]
        case .median: Distribution.quantile(50, of: sorted)
        case .percentile(let percent): Distribution.quantile(percent, of: sorted)
        }
    }
}
