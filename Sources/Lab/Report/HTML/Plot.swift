/// A diagram as SVG: two axes and what lies between them. Every shape has a title that shows when
/// the pointer rests on it; the whole has a description for who does not see it.
struct Plot: Sendable, Hashable {
    /// What is drawn, in values of the axes.
    enum Shape: Sendable, Hashable {
        /// A bar from the foot of the plot to `height`.
        case bar(from: Double, to: Double, height: Double, title: String)
        /// A line that rises in steps: at each point's x to its y.
        case steps([Point], title: String)
        /// A vertical line with a word at its top; the row keeps words of neighbours apart.
        case mark(at: Double, word: String, row: Int, dashes: String, title: String)
    }

    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
    }

    var description: String
    var x: PlotAxis
    var y: PlotAxis
    var shapes: [Shape]

    // Units of the drawing; it is scaled to its place.
    private static let width = 480.0
    private static let height = 258.0
    private static let left = 52.0
    private static let right = 14.0
    private static let top = 52.0
    private static let bottom = 42.0
    private static let rowHeight = 13.0

    var svg: Markup {
        .element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "role": "img",
                "viewBox": "0 0 \(Self.number(Self.width)) \(Self.number(Self.height))",
                "aria-label": description,
            ], grid + shapes.map(drawn) + frame)
    }

    private func place(x value: Double) -> Double {
        Self.left + x.position(of: value) * (Self.width - Self.left - Self.right)
    }

    private func place(y value: Double) -> Double {
        let span = Self.height - Self.top - Self.bottom
        return Self.height - Self.bottom - y.position(of: value) * span
    }

    /// Two decimals at most: a hundredth of a unit is not seen.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        return "\(Double(hundredths) / 100)"
    }
}

// MARK: - Parts of the drawing

extension Plot {
    private func drawn(_ shape: Shape) -> Markup {
        switch shape {
        case .bar(let from, let to, let height, let title):
            let (start, end) = (place(x: from), place(x: to))
            let head = place(y: height)
            return .element(
                "rect",
                [
                    "class": "bar", "x": Self.number(start), "y": Self.number(head),
                    "width": Self.number(end - start),
                    "height": Self.number(Self.height - Self.bottom - head),
                ], [.element("title", [:], title)])
        case .steps(let points, let title):
            return .element(
                "path", ["class": "curve", "fill": "none", "d": path(points)],
                [.element("title", [:], title)])
        case .mark(let value, let word, let row, let dashes, let title):
            return mark(at: place(x: value), word, row, dashes, title)
        }
    }

    private func path(_ points: [Point]) -> String {
        var commands: [String] = []
        for (index, point) in points.enumerated() {
            let (x, y) = (Self.number(place(x: point.x)), Self.number(place(y: point.y)))
            commands.append(index == 0 ? "M\(x) \(y)" : "H\(x) V\(y)")
        }
        return commands.joined(separator: " ")
    }

    private func mark(
        at x: Double, _ word: String, _ row: Int, _ dashes: String, _ title: String
    ) -> Markup {
        let head = Self.top - Double(row + 1) * Self.rowHeight
        let isLate = x > Self.width * 0.75
        return .element(
            "g", [:],
            [
                .element("title", [:], title),
                .element(
                    "path",
                    [
                        "class": "mark", "stroke-dasharray": dashes,
                        "d": "M\(Self.number(x)) \(Self.number(head)) "
                            + "V\(Self.number(Self.height - Self.bottom))",
                    ]),
                .element(
                    "text",
                    [
                        "x": Self.number(isLate ? x - 4 : x + 4), "y": Self.number(head + 9),
                        "text-anchor": isLate ? "end" : "start",
                    ], word),
            ])
    }

    private var grid: [Markup] {
        y.ticks.map { tick in
            let height = Self.number(place(y: tick.value))
            return .element(
                "path",
                [
                    "class": "grid",
                    "d":
                        "M\(Self.number(Self.left)) \(height) H\(Self.number(Self.width - Self.right))",
                ])
        }
    }

    private var frame: [Markup] {
        let foot = Self.height - Self.bottom
        let axis = Markup.element(
            "path",
            [
                "class": "axis",
                "d": "M\(Self.number(Self.left)) \(Self.number(foot)) "
                    + "H\(Self.number(Self.width - Self.right))",
            ])
        let columns = x.ticks.map { tick in
            text(tick.label, x: place(x: tick.value), y: foot + 16, anchor: "middle")
        }
        let rows = y.ticks.map { tick in
            text(tick.label, x: Self.left - 6, y: place(y: tick.value) + 4, anchor: "end")
        }
        let names = [
            text(
                x.title, x: (Self.left + Self.width - Self.right) / 2, y: Self.height - 6,
                anchor: "middle", isFaint: true),
            text(y.title, x: 4, y: 12, anchor: "start", isFaint: true),
        ]
        return [axis] + columns + rows + names
    }

    private func text(
        _ words: String, x: Double, y: Double, anchor: String, isFaint: Bool = false
    ) -> Markup {
        .element(
            "text",
            [
                "x": Self.number(x), "y": Self.number(y), "text-anchor": anchor,
                "class": isFaint ? "faint" : "label",
            ], words)
    }
}
