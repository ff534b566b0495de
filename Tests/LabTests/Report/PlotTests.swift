@testable import Lab
import Testing

@Suite struct `An axis` {
    struct Case: Sendable {
        var quantity: Quantity
        var values: ClosedRange<Double>
        var title: String
        var labels: [String]
    }

    @Test(arguments: [
        Case(
            quantity: .seconds, values: 75.84...86.1, title: "time (s)",
            labels: ["74", "76", "78", "80", "82", "84", "86", "88"]),
        Case(
            quantity: .seconds, values: 0.0125...0.0131, title: "time (ms)",
            labels: ["12.5", "12.6", "12.7", "12.8", "12.9", "13.0", "13.1"]),
        Case(
            quantity: .seconds, values: 1_200...2_400, title: "time (min)",
            labels: ["20", "25", "30", "35", "40"]),
        Case(
            quantity: .bytes, values: 0...2_400_000, title: "time (MB)",
            labels: ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]),
        Case(quantity: .count, values: 0...3, title: "time", labels: ["0", "1", "2", "3"]),
        Case(quantity: .count, values: 7...7, title: "time", labels: ["6", "7", "8"]),
        Case(quantity: .count, values: 0...0, title: "time", labels: ["0", "1"]),
        Case(
            quantity: .seconds, values: 20...20, title: "time (s)",
            labels: ["18", "19", "20", "21", "22"]),
    ])
    func `has round ticks around its values, in a sensible unit`(of: Case) {
        let axis = PlotAxis("time", of.quantity, showing: of.values)
        #expect(axis.title == of.title)
        #expect(axis.ticks.map(\.label) == of.labels)
        #expect(axis.range.lowerBound <= of.values.lowerBound)
        #expect(axis.range.upperBound >= of.values.upperBound)
    }

    @Test func `places its ends at 0 and 1`() {
        let axis = PlotAxis("seeds", .count, showing: 0...100)
        #expect(axis.position(of: 0) == 0)
        #expect(axis.position(of: 100) == 1)
        #expect(axis.position(of: 25) == 0.25)
    }
}

@Suite struct `A plot` {
    private func bars(_ plot: Plot) -> [String] {
        plot.shapes.compactMap { shape in
            if case .bar(_, _, _, let title) = shape { title } else { nil }
        }
    }

    @Test func `of counts has a bar for each number that occurs`() throws {
        let values: [Double] = [0, 0, 0, 1, 3]
        let distribution = try #require(Distribution(values))
        let plot = Plot.histogram(of: "retries", .count, values, distribution)
        #expect(
            bars(plot) == ["3 of 5 seeds: 0", "1 of 5 seeds: 1", "1 of 5 seeds: 3"])
    }

    @Test func `of seconds loses no value in its bins`() throws {
        let values = (0..<1000).map { 75 + Double($0 * $0 % 997) / 100 }
        let distribution = try #require(Distribution(values))
        let plot = Plot.histogram(of: "time", .seconds, values, distribution)
        let counts = bars(plot).compactMap { Int($0.prefix { $0 != " " }) }
        #expect(counts.reduce(0, +) == values.count)
        #expect((10...40).contains(counts.count))
    }

    @Test func `of a cumulative share rises from 0 to 100 in few steps`() throws {
        let values = (0..<10_000).map { Double($0) }
        let distribution = try #require(Distribution(values))
        let plot = Plot.cumulative(of: "time", .seconds, values, distribution)
        guard case .steps(let points, _, _)? = plot.shapes.first else {
            Issue.record("no curve")
            return
        }
        #expect(points.first?.y == 0)
        #expect(points.last == .init(x: 9_999, y: 100))
        #expect(points.count <= 401)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y <= $1.y })
    }

    @Test func `is drawn as SVG with a title on every shape`() throws {
        let plot = Plot(
            description: "Two seeds", x: PlotAxis("n", .count, showing: 0...1),
            y: PlotAxis("seeds", .count, showing: 0...1),
            shapes: [.bar(from: 0, to: 1, height: 1, title: "1 < 2")])
        let svg = plot.svg.text
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""))
        #expect(svg.contains("aria-label=\"Two seeds\""))
        #expect(
            svg.contains(
                "<rect class=\"bar\" x=\"52\" y=\"52\" width=\"414\" height=\"164\">"
                    + "<title>1 &lt; 2</title></rect>"))
    }
}
