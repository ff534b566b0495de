internal import Scenarios

/// The overview page of a suite: what did not pass first, figures by profile, and every case with
/// filters.
struct SuiteReport {
    let results: SuiteResults

    /// Cases and failures that are listed; a page stays of a size that opens.
    private static let mostCases = 5_000
    private static let mostFailures = 200
    private static let mostProfiles = 40

    var page: HTMLPage {
        HTMLPage(
            title: "\(results.verdict.rawValue.uppercased()): \(headline)",
            body: head + failures + unmet + figures + cases, hasPatterns: true,
            script: TableFilter.script)
    }

    private var headline: String {
        let counts = results.counts
        return "\(counts.cases) \(counts.cases == 1 ? "case" : "cases"), \(counts.runs) "
            + (counts.runs == 1 ? "run" : "runs")
    }

    private var head: [Markup] {
        let counts = results.counts
        let tiles = [
            ("passed", counts.passed, "runs"), ("failed", counts.failed, "runs"),
            ("errors", counts.errors, "runs that could not be carried out"),
            ("flaky", counts.flaky, "cases whose seeds disagree"),
            ("skipped", counts.skipped, "cases, each for its reason"),
        ]
        return [
            .element(
                "div", ["class": "verdict \(results.verdict.rawValue)"],
                results.verdict.rawValue.uppercased()),
            .element("h1", [:], headline),
            .element("p", ["class": "reason"], reason),
            .element(
                "dl", ["class": "tiles"],
                tiles.map { name, count, words in
                    .element(
                        "div", [:],
                        [
                            .element("dt", [:], name),
                            .element(
                                "dd", [:], [Markup("\(count)"), .element("small", [:], words)]),
                        ])
                }),
        ]
    }

    private var reason: String {
        let left = results.unplayed.count
        return
            (results.interrupted == true
            ? "It was interrupted: \(left) of \(results.counts.cases) cases were not begun. " : "")
            + foundReason
    }

    private var foundReason: String {
        guard let first = results.notPassed.first else {
            return results.unmet.first.map {
                "\($0.of.name), all seeds: \($0.expectation.name): \($0.expectation.detail)"
            } ?? "Every run that was carried out passed."
        }
        let more = results.notPassed.count - 1
        return "\(first.of.name), seed \(first.run.seed): \(first.run.reason ?? "no reason given")"
            + (more > 0 ? "; and \(more) more" : "")
    }

    /// What is expected of the seeds of a case together.
    private var unmet: [Markup] {
        let unmet = results.unmet
        guard !unmet.isEmpty else { return [] }
        let rows = unmet.prefix(Self.mostFailures).map { one, expectation in
            HTMLTable.Row([
                .init(verdict(.fail)), "\(one.name)", "\(expectation.name)",
                "\(expectation.detail)",
            ])
        }
        return [
            .element("h2", [:], "What does not hold of all seeds together"),
            HTMLTable(
                caption: "What does not hold of all seeds together",
                heads: ["verdict", "case", "figure", "found"], rows: rows
            ).markup,
        ]
    }

    private var failures: [Markup] {
        let failed = results.notPassed
        guard !failed.isEmpty else { return [] }
        let rows = failed.prefix(Self.mostFailures).map { one, run in
            HTMLTable.Row([
                .init(verdict(run.verdict)), .init(name(of: one, run)), "\(run.seed)",
                "\(run.reason ?? "")", .init(.element("code", [:], run.replay)),
            ])
        }
        let words =
            failed.count > rows.count
            ? [
                Markup.element(
                    "p", [:], "The first \(rows.count) of \(failed.count); results.json has all.")
            ] : []
        return [.element("h2", [:], "Runs that did not pass")] + words + [
            HTMLTable(
                caption: "Runs that did not pass",
                heads: ["verdict", "case", "seed", "why", "again"],
                numbers: 2..<3, rows: rows
            ).markup
        ]
    }

    // MARK: - Figures by profile

    private var figures: [Markup] {
        let profiles = Set(results.cases.map(\.profile)).sorted().prefix(Self.mostProfiles)
        let qualities = Set(results.cases.map(\.quality)).sorted().prefix(4)
        guard profiles.count > 1 || qualities.count > 1 else { return [] }
        let time = groups("Time to finish", .seconds, profiles, qualities, \.seconds)
        let playable = groups(
            "Time to playable", .seconds, profiles, qualities, \.stallFreeStartSeconds)
        return [
            .element("h2", [:], "By profile and quality"),
            .element(
                "p", ["class": "faint"],
                "Medians over all runs whose download ended as it had to, at the requested quality."
            ),
            time.legend,
            .multiples([("Time to finish", time.svg), ("Time to playable", playable.svg)]),
        ]
    }

    private func groups(
        _ name: String, _ quantity: Quantity, _ profiles: ArraySlice<String>,
        _ qualities: ArraySlice<String>, _ figure: (SuiteResults.Figures) -> Double?
    ) -> BarGroups {
        BarGroups(
            description: "\(name) for each link profile and quality, medians.", quantity: quantity,
            groups: profiles.map { profile in
                BarGroups.Group(
                    name: profile,
                    bars: qualities.map { quality in
                        let values = results.cases
                            .filter { $0.profile == profile && $0.quality == quality }
                            .flatMap(\.runs).filter { $0.verdict == .pass }
                            .compactMap(\.figures).filter(\.isWhole).compactMap(figure)
                        return .init(
                            name: quality, value: Distribution(values)?.median,
                            besides: "\(values.count) runs")
                    })
            })
    }

    // MARK: - Cases

    private var cases: [Markup] {
        let told = results.cases.prefix(Self.mostCases)
        let filter = TableFilter(choices: [
            .init(
                fact: "verdict", label: "verdict",
                values: Set(told.map(word(of:))).sorted()),
            .init(fact: "tags", label: "tag", values: Set(told.flatMap(\.tags)).sorted()),
            .init(fact: "profile", label: "profile", values: Set(told.map(\.profile)).sorted()),
        ])
        let words =
            told.count < results.cases.count
            ? "The first \(told.count) of \(results.cases.count) cases; results.json has all."
            : "All \(told.count) cases."
        return [
            .element("h2", [:], "Cases"), .element("p", [:], words), filter.markup,
            HTMLTable(
                caption: "Cases",
                heads: [
                    "verdict", "case", "profile", "quality", "played", "runs passed", "time",
                    "retries", "waste", "tags",
                ], numbers: 5..<9, rows: told.map(row), isSortable: true
            ).markup,
        ]
    }

    private func row(_ one: SuiteResults.Case) -> HTMLTable.Row {
        let figures = one.runs.compactMap(\.figures)
        func cell(_ quantity: Quantity, _ values: [Double]) -> HTMLTable.Cell {
            Distribution(values).map { .init(quantity.text($0.median), rank: $0.median) } ?? ""
        }
        let passed = one.runs.count { $0.verdict == .pass }
        let played = one.playback == .none ? "no" : "\(one.playback.rawValue) \(one.abr ?? "")"
        let why = one.skipped.map { " (\($0))" } ?? ""
        return HTMLTable.Row(
            [
                .init(
                    .element(
                        "strong",
                        [
                            "class": one.skipped == nil && !one.isUnplayed
                                ? one.verdict.rawValue : "faint"
                        ],
                        word(of: one))),
                .init(.group([name(of: one, one.runs.first), Markup(why)])), "\(one.profile)",
                "\(one.quality)", "\(played)",
                .init("\(passed) of \(one.runs.count)", rank: Double(passed)),
                cell(.seconds, figures.map(\.seconds)),
                cell(.count, figures.map { Double($0.retries) }),
                cell(.bytes, figures.map { Double($0.wasteBytes) }),
                "\(one.tags.joined(separator: " "))",
            ],
            facts: [
                "verdict": word(of: one), "profile": one.profile,
                "tags": one.tags.joined(separator: " "),
            ])
    }

    private func word(of one: SuiteResults.Case) -> String {
        if one.skipped != nil { return "skipped" }
        if one.isUnplayed { return "not played" }
        return one.isFlaky ? "flaky" : one.verdict.rawValue
    }

    private func verdict(_ verdict: Verdict) -> Markup {
        .element("strong", ["class": verdict.rawValue], verdict.rawValue)
    }

    /// With a way to the page of the run where it left one.
    private func name(of one: SuiteResults.Case, _ run: SuiteResults.Run?) -> Markup {
        guard let folder = run?.folder else { return Markup(one.name) }
        return .element("a", ["href": "\(folder)/report.html"], one.name)
    }
}

extension SuiteResults.Figures {
    /// Everything that was expected is on disk.
    fileprivate var isWhole: Bool {
        segmentsExpected > 0 && segmentsAtRequestedQuality == segmentsExpected
    }
}
