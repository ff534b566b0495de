extension Plot {
    /// How often which values occur: a histogram with marks at p5, median and p95.
    /// - Parameters:
    ///   - name: of the figure, `time` for example.
    ///   - values: not empty.
    static func histogram(
        of name: String, _ quantity: Quantity, _ values: [Double], _ distribution: Distribution
    ) -> Plot {
        let x = axis(name, quantity, distribution)
        let bins = Bins(of: values, on: x)
        let most = bins.counts.max() ?? 1
        let bars = bins.counts.indices.compactMap { index -> Shape? in
            let count = bins.counts[index]
            guard count > 0 else { return nil }
            let ends = bins.ends(of: index)
            return .bar(
                from: ends.lowerBound, to: ends.upperBound, height: Double(count),
                title: "\(count) of \(values.count) seeds: \(bins.words(of: index, quantity))")
        }
        return Plot(
            description: "How many seeds had which \(name). \(words(quantity, distribution))",
            x: x, y: PlotAxis("seeds", .count, showing: 0...Double(most)),
            shapes: bars + marks(quantity, distribution))
    }

    /// The share of seeds that had at most a value: an empirical distribution function.
    /// - Parameter values: not empty.
    static func cumulative(
        of name: String, _ quantity: Quantity, _ values: [Double], _ distribution: Distribution
    ) -> Plot {
        let sorted = values.sorted()
        var points = [Point(x: distribution.min, y: 0)]
        for (index, value) in sorted.enumerated() {
            let isLastOfEquals = index + 1 == sorted.count || sorted[index + 1] > value
            let isDrawn =
                index + 1 == sorted.count
                || index * mostPoints / sorted.count < (index + 1) * mostPoints / sorted.count
            guard isLastOfEquals, isDrawn else { continue }
            points.append(Point(x: value, y: Double(index + 1) * 100 / Double(sorted.count)))
        }
        return Plot(
            description: "Share of seeds with at most a \(name). \(words(quantity, distribution))",
            x: axis(name, quantity, distribution),
            y: PlotAxis("% of seeds at most", .count, showing: 0...100),
            shapes: [.steps(points, title: "\(name): \(words(quantity, distribution))")]
                + marks(quantity, distribution))
    }

    /// A curve of more points has steps that are not seen.
    private static let mostPoints = 400

    /// Counts get half a step at the ends, where their bars reach over.
    private static func axis(
        _ name: String, _ quantity: Quantity, _ distribution: Distribution
    ) -> PlotAxis {
        PlotAxis(
            name, quantity, showing: distribution.min...distribution.max,
            margin: quantity == .count ? 0.5 : 0)
    }

    private static func words(_ quantity: Quantity, _ distribution: Distribution) -> String {
        "p5 \(quantity.text(distribution.p5)), median \(quantity.text(distribution.median)), "
            + "p95 \(quantity.text(distribution.p95))"
    }

    private static func marks(_ quantity: Quantity, _ distribution: Distribution) -> [Shape] {
        [
            ("p5", distribution.p5, "2 3"), ("median", distribution.median, "none"),
            ("p95", distribution.p95, "7 3"),
        ].enumerated().map { row, mark in
            .mark(
                at: mark.1, word: mark.0, row: row, dashes: mark.2,
                title: "\(mark.0): \(quantity.text(mark.1))")
        }
    }
}

/// Values sorted into bins of equal width, aligned with the ticks of an axis.
private struct Bins {
    private let start: Double
    private let width: Double
    private(set) var counts: [Int]

    private static let perStep = 5.0

    init(of values: [Double], on axis: PlotAxis) {
        let first = axis.ticks.first?.value ?? 0
        let last = axis.ticks.last?.value ?? 1
        if axis.quantity == .count {
            // Around whole numbers, one each while they are few.
            width = max(1, (axis.step / Self.perStep).rounded())
            start = first - 0.5
        } else {
            width = axis.step / Self.perStep
            start = first
        }
        let span = last - start + (axis.quantity == .count ? 0.5 : 0)
        counts = Array(repeating: 0, count: max(1, Int((span / width).rounded(.up))))
        for value in values {
            // The last bin has both its ends.
            let index = Int(((value - start) / width).rounded(.down))
            counts[min(max(0, index), counts.count - 1)] += 1
        }
    }

    func ends(of index: Int) -> ClosedRange<Double> {
        let from = start + Double(index) * width
        return from...from + width
    }

    func words(of index: Int, _ quantity: Quantity) -> String {
        let ends = ends(of: index)
        if quantity == .count {
            let (low, high) = (Int(ends.lowerBound + 0.5), Int(ends.upperBound - 0.5))
            return low == high ? "\(low)" : "\(low) to \(high)"
        }
        return "\(quantity.text(ends.lowerBound)) to \(quantity.text(ends.upperBound))"
    }
}
