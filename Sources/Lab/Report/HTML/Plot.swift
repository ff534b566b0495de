/// A diagram as SVG: two axes and what lies between them. Every shape has a title that shows when
/// the pointer rests on it; the whole has a description for who does not see it.
struct Plot: Sendable, Hashable {
    /// What is drawn, in values of the axes.
    enum Shape: Sendable, Hashable {
        /// A bar from the foot of the plot to `height`.
        case bar(from: Double, to: Double, height: Double, title: String)
        /// A line that goes in steps: at each point's x to its y.
        case steps([Point], line: Line = .firm, title: String)
        /// A straight line from point to point, and what lies below it.
        case area([Point], title: String)
        /// A stretch of the horizontal axis from the foot to the head of the plot, hatched.
        case band(from: Double, to: Double, title: String)
        /// A vertical line with a word at its top; the row keeps words of neighbours apart.
        case mark(at: Double, word: String, row: Int, dashes: String, title: String)
    }

    enum Line: String, Sendable, Hashable {
        case firm = "curve"
        /// For what is only beside it.
        case dashed = "curve dashed"
    }

    enum Size: Sendable, Hashable {
        /// Two stand side by side.
        case half
        case whole

        var width: Double { self == .half ? 480 : 960 }
        var height: Double { self == .half ? 258 : 234 }
    }

    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
    }

    var description: String
    var x: PlotAxis
    var y: PlotAxis
    var shapes: [Shape]
    var size = Size.half

    // Units of the drawing; it is scaled to its place.
    private static let left = 52.0
    private static let right = 14.0
    private static let bottom = 42.0
    private static let rowHeight = 13.0
    private var width: Double { size.width }
    private var height: Double { size.height }
    /// Marks have their words there.
    private var top: Double { size == .half ? 52 : 38 }

    var svg: Markup {
        SVG.picture(
            width: width, height: height, description: description,
            grid + shapes.map(drawn) + frame)
    }

    private func place(x value: Double) -> Double {
        Self.left + x.position(of: value) * (width - Self.left - Self.right)
    }

    private func place(y value: Double) -> Double {
        let span = height - top - Self.bottom
        return foot - min(1, y.position(of: value)) * span
    }
}

// MARK: - Parts of the drawing

extension Plot {
    private func drawn(_ shape: Shape) -> Markup {
        switch shape {
        case .bar(let from, let to, let height, let title):
            let head = place(y: height)
            return SVG.box(
                "bar", x: place(x: from), y: head, width: place(x: to) - place(x: from),
                height: foot - head, title: title)
        case .steps(let points, let line, let title):
            return SVG.path(line.rawValue, path(points), title: title)
        case .area(let points, let title): return area(points, title)
        case .band(let from, let to, let title):
            return SVG.box(
                "band", x: place(x: from), y: top, width: max(1.5, place(x: to) - place(x: from)),
                height: foot - top, title: title)
        case .mark(let value, let word, let row, let dashes, let title):
            return mark(at: place(x: value), word, row, dashes, title)
        }
    }

    private var foot: Double { height - Self.bottom }

    private func area(_ points: [Point], _ title: String) -> Markup {
        guard let first = points.first, let last = points.last else { return .group([]) }
        let line = points.map { point in
            "\(SVG.number(place(x: point.x))) \(SVG.number(place(y: point.y)))"
        }.joined(separator: " L")
        let (start, end) = (SVG.number(place(x: first.x)), SVG.number(place(x: last.x)))
        let bottom = SVG.number(foot)
        return SVG.group(
            title: title,
            [
                SVG.path("area", "M\(start) \(bottom) L\(line) L\(end) \(bottom) Z"),
                SVG.path("curve", "M\(line)"),
            ])
    }

    private func path(_ points: [Point]) -> String {
        var commands: [String] = []
        for (index, point) in points.enumerated() {
            let (x, y) = (SVG.number(place(x: point.x)), SVG.number(place(y: point.y)))
            commands.append(index == 0 ? "M\(x) \(y)" : "H\(x) V\(y)")
        }
        return commands.joined(separator: " ")
    }

    private func mark(
        at x: Double, _ word: String, _ row: Int, _ dashes: String, _ title: String
    ) -> Markup {
        let head = top - Double(row + 1) * Self.rowHeight
        let isLate = x > width * 0.75
        let line = Markup.element(
            "path",
            [
                "class": "mark", "stroke-dasharray": dashes,
                "d": "M\(SVG.number(x)) \(SVG.number(head)) V\(SVG.number(foot))",
            ])
        return SVG.group(
            title: title,
            [line, SVG.text(word, x: isLate ? x - 4 : x + 4, y: head + 9, isLate ? .end : .start)])
    }

    private var grid: [Markup] {
        y.ticks.map { tick in
            let height = SVG.number(place(y: tick.value))
            return SVG.path(
                "grid", "M\(SVG.number(Self.left)) \(height) H\(SVG.number(width - Self.right))")
        }
    }

    private var frame: [Markup] {
        let axis = SVG.path(
            "axis",
            "M\(SVG.number(Self.left)) \(SVG.number(foot)) H\(SVG.number(width - Self.right))")
        let columns = x.ticks.map { tick in
            SVG.text(tick.label, x: place(x: tick.value), y: foot + 16, .middle)
        }
        let rows = y.ticks.map { tick in
            SVG.text(tick.label, x: Self.left - 6, y: place(y: tick.value) + 4, .end)
        }
        let names = [
            SVG.text(
                x.title, x: (Self.left + width - Self.right) / 2, y: height - 6, .middle,
                style: "faint"),
            SVG.text(y.title, x: 4, y: 12, style: "faint"),
        ]
        return [axis] + columns + rows + names
    }
}
