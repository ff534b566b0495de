internal import LinkModel
internal import Scenarios

/// `report.html` of many seeds: what came of them, how it is distributed, what was played, and the
/// commands that play it again.
struct SeedsReport {
    let summary: SeedsSummary
    let profile: LinkProfile
    /// Text of the scenario file; nil for the default scenario.
    let source: String?

    /// Seeds told of as the slowest.
    private static let mostSlow = 5

    var page: HTMLPage {
        HTMLPage(
            title: summary.headline,
            body: [
                .element("h1", [:], summary.headline),
                .element(
                    "p", ["class": "lead"],
                    "\(summary.countsText). \(summary.counts.completed) downloads came to their end; "
                        + "the figures are those of them."),
            ] + failures + expectations + figures + slowest + scenario)
    }

    private var failures: [Markup] {
        guard !summary.failures.isEmpty else { return [] }
        let rows = summary.failures.map { failure in
            row([
                .element("td", ["class": "number"], "\(failure.seed)"),
                .element("td", [:], failure.verdict.rawValue),
                .element("td", [:], failure.reason),
                .element("td", [:], [.element("code", [:], failure.replay)]),
            ])
        }
        return [
            .element("h2", [:], "Seeds that did not pass"),
            table(["seed", "verdict", "why", "again"], numbers: 0..<1, rows),
        ]
    }

    private var expectations: [Markup] {
        guard let expectations = summary.expectations, !expectations.isEmpty else { return [] }
        let rows = expectations.map { expectation in
            row([
                .element("td", [:], expectation.pass ? "holds" : "failed"),
                .element("td", [:], expectation.name), .element("td", [:], expectation.detail),
            ])
        }
        return [
            .element("h2", [:], "Expected of all seeds together"),
            table(["", "figure", "found"], numbers: 0..<0, rows),
        ]
    }

    private var figures: [Markup] {
        let rows = summary.distribution.rows
        guard !rows.isEmpty else { return [] }
        let cells = rows.map { figure in
            row(
                [.element("td", [:], figure.name)]
                    + figure.distribution.values.map {
                        .element("td", ["class": "number"], figure.quantity.text($0))
                    })
        }
        return [
            .element("h2", [:], "Distribution"),
            table(["", "median", "p5", "p95", "min", "max"], numbers: 1..<6, cells),
        ] + rows.flatMap(plots)
    }

    /// A histogram and the cumulative share beside it; a sentence where all seeds agree.
    private func plots(of figure: SeedsSummary.Distributions.Row) -> [Markup] {
        let title = figure.name.prefix(1).uppercased() + figure.name.dropFirst()
        guard figure.distribution.min < figure.distribution.max else {
            let value = figure.quantity.text(figure.distribution.median)
            return [
                .element("h2", [:], title), .element("p", [:], "\(value) for every seed."),
            ]
        }
        let values = summary.runs.filter(\.isCompleted).compactMap { $0.value(of: figure.name) }
        let plots = [
            Plot.histogram(of: figure.name, figure.quantity, values, figure.distribution),
            Plot.cumulative(of: figure.name, figure.quantity, values, figure.distribution),
        ]
        return [
            .element("h2", [:], title),
            .element(
                "div", ["class": "plots"], plots.map { .element("figure", [:], [$0.svg]) }),
        ]
    }

    private var slowest: [Markup] {
        let slow = summary.runs.filter(\.isCompleted)
            .sorted { ($1.seconds, $0.seed) < ($0.seconds, $1.seed) }.prefix(Self.mostSlow)
        guard !slow.isEmpty else { return [] }
        let rows = slow.map { run in
            row(
                [
                    "\(run.seed)", Figures.seconds(run.seconds), "\(run.retries)",
                    Figures.bytes(run.wasteBytes), "\(run.requests)",
                ].map { .element("td", ["class": "number"], $0) })
        }
        return [
            .element("h2", [:], "The slowest seeds"),
            table(["seed", "time", "retries", "waste", "requests"], numbers: 0..<5, rows),
        ]
    }

    private var scenario: [Markup] {
        [
            .element("h2", [:], "Scenario"),
            table(
                [], numbers: 0..<0,
                [
                    ("scenario", summary.scenario), ("asset", summary.asset),
                    ("quality", summary.quality), ("seeds", summary.seeds),
                    ("link", "\(profile.id) (\(summary.link.via.rawValue))"),
                ].map { name, value in
                    row([.element("th", [:], name), .element("td", [:], value)])
                }),
            .element("pre", [:], ProfileReport(profile).text),
        ] + (source.map { [.element("pre", [:], $0)] } ?? []) + [
            .element("h2", [:], "Again"),
            .element("p", [:], "All seeds; in place of --seeds, --seed and a number plays one."),
            .element("pre", [:], summary.replay),
        ]
    }

    // MARK: - Tables

    private func row(_ cells: [Markup]) -> Markup { .element("tr", [:], cells) }

    /// - Parameter numbers: columns that are aligned to the right.
    private func table(_ heads: [String], numbers: Range<Int>, _ rows: [Markup]) -> Markup {
        let head = heads.enumerated().map { column, name in
            Markup.element("th", ["class": numbers.contains(column) ? "number" : "word"], name)
        }
        return .element(
            "div", ["class": "scroll"],
            [
                .element(
                    "table", [:],
                    (heads.isEmpty ? [] : [.element("thead", [:], [row(head)])])
                        + [.element("tbody", [:], rows)])
            ])
    }
}

extension SeedResult {
    /// By the name of the figure's row.
    fileprivate func value(of figure: String) -> Double? {
        switch figure {
        case "time": seconds
        case "retries": Double(retries)
        case "waste": Double(wasteBytes)
        case "requests": Double(requests)
        default: stallFreeStartSeconds
        }
    }
}
