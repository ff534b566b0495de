internal import Scenarios

extension SuiteResults {
    /// The overview as one HTML file.
    package var page: String {
        let groups = Dictionary(grouping: cases) { $0.group ?? "scenarios" }
        return HTMLPage(
            title: "\(verdict.rawValue.uppercased())  \(counts.cases) cases",
            body: [
                .element("h1", [:], "\(verdict.rawValue.uppercased()): \(counts.cases) cases"),
                .element(
                    "p", ["class": "lead"],
                    "Runs: \(counts.words). \(counts.skipped) cases were not played."),
            ]
                + groups.sorted { $0.key < $1.key }.map { name, cases in
                    let bad = cases.count { $0.verdict != .pass }
                    return .element(
                        "details", [:],
                        [
                            .element(
                                "summary", [:],
                                "\(name): \(cases.count) cases, \(bad) not passed"),
                            Self.table(cases),
                        ])
                }
        ).text
    }

    private static func table(_ cases: [Case]) -> Markup {
        let heads = ["case", "seed", "verdict", "time", "retries", "waste", "why", "again"]
        let rows = cases.flatMap(Self.rows).map { cells in
            Markup.element("tr", [:], cells.map { Markup.element("td", [:], $0) })
        }
        return .element(
            "div", ["class": "scroll"],
            [
                .element(
                    "table", [:],
                    [
                        .element(
                            "thead", [:],
                            [.element("tr", [:], heads.map { .element("th", [:], $0) })]),
                        .element("tbody", [:], rows),
                    ])
            ])
    }

    private static func rows(of one: Case) -> [[String]] {
        if let reason = one.skipped { return [[one.name, "", "skipped", "", "", "", reason, ""]] }
        return one.runs.map { run in
            let figures = run.figures
            return [
                one.name, "\(run.seed)", run.verdict.rawValue,
                figures.map { Lab.Figures.seconds($0.seconds) } ?? "",
                figures.map { "\($0.retries)" } ?? "",
                figures.map { Lab.Figures.bytes($0.wasteBytes) } ?? "", run.reason ?? "",
                run.replay,
            ]
        }
    }
}
