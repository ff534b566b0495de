internal import LinkModel
internal import Scenarios

/// `report.html` of many seeds: what came of them, how it is distributed, what was played, and the
/// commands that play it again.
struct SeedsReport {
    let summary: SeedsSummary
    let profile: LinkProfile
    /// The scenario as YAML, with all that was set.
    let source: String

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
            HTMLTable.Row([
                "\(failure.seed)", "\(failure.verdict.rawValue)", "\(failure.reason)",
                .init(.element("code", [:], failure.replay)),
            ])
        }
        return [
            .element("h2", [:], "Seeds that did not pass"),
            HTMLTable(
                caption: "Seeds that did not pass", heads: ["seed", "verdict", "why", "again"],
                numbers: 0..<1, rows: rows
            ).markup,
        ]
    }

    private var expectations: [Markup] {
        guard let expectations = summary.expectations, !expectations.isEmpty else { return [] }
        let rows = expectations.map { expectation in
            HTMLTable.Row([
                expectation.pass ? "holds" : "failed", "\(expectation.name)",
                "\(expectation.detail)",
            ])
        }
        return [
            .element("h2", [:], "Expected of all seeds together"),
            HTMLTable(
                caption: "Expected of all seeds together", heads: ["verdict", "figure", "found"],
                rows: rows
            ).markup,
        ]
    }

    private var figures: [Markup] {
        let rows = summary.distribution.rows
        guard !rows.isEmpty else { return [] }
        let cells = rows.map { figure in
            HTMLTable.Row(
                ["\(figure.name)"]
                    + figure.distribution.values.map { .init(figure.quantity.text($0)) })
        }
        return [
            .element("h2", [:], "Distribution"),
            HTMLTable(
                caption: "Distribution of the figures",
                heads: ["figure", "median", "p5", "p95", "min", "max"], numbers: 1..<6, rows: cells
            ).markup,
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
        let values = summary.runs.compactMap(figure.figure.value)
        let plots = [
            Plot.histogram(of: figure.name, figure.quantity, values, figure.distribution),
            Plot.cumulative(of: figure.name, figure.quantity, values, figure.distribution),
        ]
        return [
            .element("h2", [:], title),
            .multiples([("How often", plots[0].svg), ("How many at most", plots[1].svg)]),
        ]
    }

    private var slowest: [Markup] {
        let slow = summary.runs.filter(\.isCompleted)
            .sorted { ($1.seconds, $0.seed) < ($0.seconds, $1.seed) }.prefix(Self.mostSlow)
        guard !slow.isEmpty else { return [] }
        let rows = slow.map { run in
            HTMLTable.Row([
                "\(run.seed)", "\(Figures.seconds(run.seconds))", "\(run.retries)",
                "\(Figures.bytes(run.wasteBytes))", "\(run.requests)",
            ])
        }
        return [
            .element("h2", [:], "The slowest seeds"),
            HTMLTable(
                caption: "The slowest seeds",
                heads: ["seed", "time", "retries", "waste", "requests"], numbers: 0..<5, rows: rows
            ).markup,
        ]
    }

    private var scenario: [Markup] {
        [
            .element("h2", [:], "Scenario"),
            HTMLTable(
                caption: "Scenario", heads: [],
                rows: [
                    ("scenario", summary.scenario), ("asset", summary.asset),
                    ("quality", summary.quality), ("seeds", summary.seeds),
                    ("link", "\(profile.id) (\(summary.link.via.rawValue))"),
                ].map { name, value in HTMLTable.Row(["\(name)", "\(value)"]) }
            ).markup,
            .listing("The link profile", ProfileReport(profile).text),
            .listing("The scenario", source),
            .element("h2", [:], "Again"),
            .element("p", [:], "All seeds; in place of --seeds, --seed and a number plays one."),
            .listing("The command", summary.replay),
        ]
    }
}
