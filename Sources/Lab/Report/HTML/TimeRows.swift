/// Rows of bars over one axis of time: requests one below the other, or streams and what became of
/// their segments. What a bar means is told by its pattern and its title.
struct TimeRows: Sendable, Hashable {
    /// Styles of a page; see ``words`` for what each looks like.
    enum Style: String, Sendable, Hashable, CaseIterable {
        case solid
        case open
        case hatched
        case dotted
        case crossed
        case dashed
        /// A thin line of dots.
        case line
    }

    struct Bar: Sendable, Hashable {
        var from: Double
        var to: Double
        var style: Style
        var title: String
    }

    struct Row: Sendable, Hashable {
        var label: String
        /// In full, where the label is cut.
        var title: String
        var bars: [Bar]
        /// Words beside the last bar.
        var note = ""
    }

    var description: String
    var axis: PlotAxis
    var rows: [Row]
    var rowHeight = 18.0
    /// Room for the labels.
    var left = 190.0

    private static let width = 960.0
    private static let right = 12.0
    private static let top = 22.0
    private static let bottom = 36.0
    /// Of a character of the small print, about.
    private static let characterWidth = 6.2
    /// A bar is seen, however short its time.
    private static let leastWidth = 1.5

    var svg: Markup {
        SVG.picture(
            width: Self.width, height: foot + Self.bottom, description: description,
            grid + rows.enumerated().map { drawn($1, top: Self.top + Double($0) * rowHeight) })
    }

    private var foot: Double { Self.top + Double(rows.count) * rowHeight }

    private func place(_ value: Double) -> Double {
        left + min(max(0, axis.position(of: value)), 1) * (Self.width - left - Self.right)
    }

    private var grid: [Markup] {
        axis.ticks.flatMap { tick in
            let x = place(tick.value)
            return [
                SVG.path(
                    "grid", "M\(SVG.number(x)) \(SVG.number(Self.top - 4)) V\(SVG.number(foot))"),
                SVG.text(tick.label, x: x, y: foot + 14, .middle),
            ] + (rows.count > 12 ? [SVG.text(tick.label, x: x, y: 12, .middle)] : [])
        } + [
            SVG.text(
                axis.title, x: (left + Self.width - Self.right) / 2, y: foot + 30, .middle,
                style: "faint")
        ]
    }

    private func drawn(_ row: Row, top: Double) -> Markup {
        let most = Int((left - 12) / Self.characterWidth)
        let label = row.label.count > most ? "…" + row.label.suffix(most - 1) : row.label
        return SVG.group(
            title: row.title,
            [SVG.text(label, x: 4, y: top + rowHeight - 5, style: "small")]
                + row.bars.map { drawn($0, top: top) } + note(of: row, top: top))
    }

    private func drawn(_ bar: Bar, top: Double) -> Markup {
        let (from, to) = (place(bar.from), place(bar.to))
        if bar.style == .line {
            let middle = SVG.number(top + rowHeight / 2)
            return SVG.path(
                "line", "M\(SVG.number(from)) \(middle) H\(SVG.number(to))", title: bar.title)
        }
        return SVG.box(
            bar.style.rawValue, x: from, y: top + 3, width: max(Self.leastWidth, to - from),
            height: rowHeight - 6, title: bar.title)
    }

    /// Behind the last bar, or before the first one where there is no room.
    private func note(of row: Row, top: Double) -> [Markup] {
        guard !row.note.isEmpty, let first = row.bars.map(\.from).min(),
            let last = row.bars.map(\.to).max()
        else { return [] }
        let width = Double(row.note.count) * Self.characterWidth
        let y = top + rowHeight - 5
        if place(last) + 6 + width < Self.width {
            return [SVG.text(row.note, x: place(last) + 6, y: y, style: "small faint")]
        }
        guard place(first) - 6 - width > left else { return [] }
        return [SVG.text(row.note, x: place(first) - 6, y: y, .end, style: "small faint")]
    }

    /// What each style means, in the order given.
    static func legend(_ meanings: [(style: Style, words: String)]) -> Markup {
        .element(
            "ul", ["class": "legend"],
            meanings.map { style, words in
                let swatch =
                    style == .line
                    ? SVG.path("line", "M0 7 H26")
                    : SVG.box(style.rawValue, x: 1, y: 1, width: 24, height: 12)
                return .element(
                    "li", [:],
                    [
                        .element(
                            "svg",
                            [
                                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 26 14",
                                "aria-hidden": "true",
                            ], [swatch]), Markup(words),
                    ])
            })
    }
}
