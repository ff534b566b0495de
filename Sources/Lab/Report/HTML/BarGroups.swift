internal import Foundation

/// Bars side by side in groups, one row each: what differs between alternatives, for each of several
/// circumstances. A bar's number stands beside it.
struct BarGroups: Sendable, Hashable {
    struct Bar: Sendable, Hashable {
        var name: String
        /// Nil: there is none, which the row says.
        var value: Double?
        /// What shows when the pointer rests on it, besides its name and number.
        var besides = ""
    }

    struct Group: Sendable, Hashable {
        var name: String
        var bars: [Bar]
    }

    var description: String
    var quantity: Quantity
    var groups: [Group]

    private static let width = 480.0
    private static let left = 150.0
    /// Room for the numbers.
    private static let right = 78.0
    private static let barHeight = 15.0
    private static let gap = 10.0
    /// Of the alternatives in turn; a further one looks like the first again.
    private static let styles: [TimeRows.Style] = [.solid, .hatched, .open, .dotted]

    var svg: Markup {
        var content: [Markup] = []
        var top = 6.0
        for group in groups {
            content.append(SVG.text(group.name, x: 4, y: top + 11, style: "small"))
            for (place, bar) in group.bars.enumerated() {
                content.append(drawn(bar, place, of: group, top: top))
                top += Self.barHeight
            }
            top += Self.gap
        }
        return SVG.picture(width: Self.width, height: top, description: description, content)
    }

    /// The alternatives and how their bars look; empty where there is one only.
    var legend: Markup {
        let names = groups.max { $0.bars.count < $1.bars.count }?.bars.map(\.name) ?? []
        guard names.count > 1 else { return .group([]) }
        return TimeRows.legend(
            names.enumerated().map { (style: Self.style($0), words: $1) })
    }

    private static func style(_ place: Int) -> TimeRows.Style { styles[place % styles.count] }

    private func drawn(_ bar: Bar, _ place: Int, of group: Group, top: Double) -> Markup {
        let number = bar.value.map(quantity.text) ?? "none"
        let words = "\(group.name), \(bar.name): \(number)"
        let length = width(of: bar.value ?? 0)
        return SVG.group(
            title: bar.besides.isEmpty ? words : "\(words); \(bar.besides)",
            [
                SVG.box(
                    Self.style(place).rawValue, x: Self.left, y: top + 2, width: length,
                    height: Self.barHeight - 4),
                SVG.text(
                    number, x: Self.left + length + 5, y: top + 11, style: "small faint"),
            ])
    }

    /// There is nothing to draw: no bar has a length.
    var isEmpty: Bool { values.isEmpty }

    private var values: [Double] {
        groups.flatMap(\.bars).compactMap(\.value).filter { $0 > 0 }
    }

    /// Values lie so far apart that the small ones would not be seen: each tenfold is as long as the
    /// next. Whoever shows the drawing says so.
    var isLogarithmic: Bool {
        guard let least = values.min(), let most = values.max() else { return false }
        return most > least * 50
    }

    private func width(of value: Double) -> Double {
        guard value > 0, let least = values.min(), let most = values.max() else { return 0 }
        // The least one is seen, too.
        let share =
            isLogarithmic ? log10(value / least * 2) / log10(most / least * 2) : value / most
        return max(1, share * (Self.width - Self.left - Self.right))
    }

}

extension Markup {
    /// Small drawings side by side, each under its name.
    static func multiples(_ drawings: [(name: String, drawing: Markup)]) -> Markup {
        .element(
            "div", ["class": "plots"],
            drawings.map { name, drawing in
                .element("figure", [:], [.element("figcaption", [:], name), drawing])
            })
    }
}
