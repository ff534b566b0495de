internal import Scenarios

// The comparison for people and for tables.
extension RuleComparisonReport {
    /// A figure as a column.
    private struct Column: Sendable {
        var head: String
        /// Name and unit in a CSV file.
        var name: String
        var figure: @Sendable (Row) -> Distribution?
        var words: @Sendable (Double) -> String
    }

    private static let columns = [
        Column(
            head: "start", name: "startup_s", figure: \.startupSeconds, words: Figures.seconds),
        Column(head: "stalls", name: "stalls", figure: \.stalls, words: count),
        Column(
            head: "stalled", name: "stall_s", figure: \.stallSeconds, words: Figures.seconds),
        Column(head: "switches", name: "switches", figure: \.switches, words: count),
        Column(
            head: "bitrate", name: "bitrate_bps", figure: \.averageBitrate, words: Figures.rate),
        Column(head: "QoE_lin", name: "qoe_lin_mbps", figure: \.qoeLin, words: score),
        Column(head: "regret", name: "regret_mbps", figure: \.regret, words: score),
    ]

    @Sendable private static func count(_ value: Double) -> String { String(Int(value)) }

    @Sendable private static func score(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let digits = String(100 + abs(hundredths) % 100).dropFirst()
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(digits)"
    }

    /// `1.20 s (1.10 s to 1.31 s)`; the median alone where nothing is spread.
    private static func cell(_ column: Column, _ row: Row) -> String {
        guard let figure = column.figure(row) else { return "-" }
        let median = column.words(figure.median)
        let (p5, p95) = (column.words(figure.p5), column.words(figure.p95))
        return p5 == p95 ? median : "\(median) (\(p5) to \(p95))"
    }

    private var headline: String {
        "\(asset), \(mode.rawValue), seeds \(seeds): median (p5 to p95)"
    }

    private func title(_ link: Link) -> String {
        "over \(link.profile)"
            + (link.bound.map { ", QoE_lin at most \(Self.score($0))" } ?? ", no bound known")
    }

    private var heads: [String] { ["rule", "ended"] + Self.columns.map(\.head) }

    private func cells(_ row: Row) -> [String] {
        [row.rule, "\(row.ended)/\(row.seeds)"] + Self.columns.map { Self.cell($0, row) }
    }

    private func failures(_ link: Link) -> [String] {
        link.rules.compactMap { row in row.failure.map { "\(row.rule): \($0)" } }
    }

    package var text: String {
        var lines = [headline]
        for link in links {
            lines += ["", title(link)]
            let table = Table(heads: heads, rows: link.rules.map(cells)).text
            lines += table.split(separator: "\n").map { "  \($0)" }
            lines += failures(link).map { "  failed  \($0)" }
        }
        return (lines + ["", Self.oracle]).joined(separator: "\n")
    }

    /// One line for each rule and link, names with their units above; no line break at its end.
    package var csv: String {
        let names = Self.columns.flatMap { column in
            ["median", "p5", "p95"].map { "\(column.name)_\($0)" }
        }
        let head = ["profile", "rule", "seeds", "ended", "bound_mbps"] + names
        let rows = links.flatMap { link in
            link.rules.map { row in
                let figures = Self.columns.flatMap { column -> [String] in
                    guard let figure = column.figure(row) else { return ["", "", ""] }
                    return [figure.median, figure.p5, figure.p95].map { "\($0)" }
                }
                return [
                    link.profile, row.rule, "\(row.seeds)", "\(row.ended)",
                    link.bound.map { "\($0)" } ?? "",
                ] + figures
            }
        }
        return ([head] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n")
    }

    /// One page, no line break at its end.
    package var html: String {
        var body: [Markup] = [
            .element("h1", [:], "Adaptation rules compared"),
            .element("p", ["class": "lead"], headline),
        ]
        for link in links {
            body.append(.element("h2", [:], title(link)))
            body.append(
                HTMLTable(
                    caption: title(link), heads: heads, numbers: 1..<max(1, heads.count),
                    rows: link.rules.map { row in HTMLTable.Row(cells(row).map { .init($0) }) },
                    hasRowHeads: true
                ).markup)
            body += failures(link).map { .element("p", [:], "failed: \($0)") }
        }
        body.append(.element("p", [:], Self.oracle))
        let page = HTMLPage(title: "Adaptation rules compared", body: body).text
        return String(page.dropLast())
    }
}
