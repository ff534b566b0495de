internal import Scenarios

extension SuiteResults {
    /// The results as CI services read them: a `testsuite` for each suite or folder, a `testcase` for
    /// each run and for what is expected of the seeds of a case together. Its seconds are those of the download, virtual ones of a run in virtual time. The
    /// format is that of Ant's JUnit report as most services take it
    /// (https://github.com/testmoapp/junitxml); `ci/junit/junit.xsd` has it as a schema.
    package var junit: String {
        let groups = Dictionary(grouping: cases) { $0.group ?? "scenarios" }
        let suites = groups.sorted { $0.key < $1.key }.map { name, cases in
            Totals(cases).element("testsuite", name, cases.flatMap(Self.tests))
        }
        let root = Totals(cases).element("testsuites", "hlslab", suites)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(root.text)\n"
    }

    /// What the elements of groups count.
    private struct Totals {
        var counts: Counts
        /// Of seeds together: what is expected, and what does not hold.
        var expected: Int
        var unmet: Int
        /// Cases that were to be played and were not.
        var unplayed: Int
        var seconds: Double

        init(_ cases: [Case]) {
            counts = Counts(cases)
            expected = cases.reduce(0) { $0 + ($1.expectations?.count ?? 0) }
            unmet = cases.reduce(0) { $0 + ($1.expectations?.count { !$0.pass } ?? 0) }
            unplayed = cases.count(where: \.isUnplayed)
            seconds = cases.flatMap(\.runs).compactMap(\.figures?.seconds).reduce(0, +)
        }

        func element(_ element: String, _ name: String, _ content: [Markup]) -> Markup {
            .element(
                element,
                [
                    "name": name, "tests": "\(counts.runs + counts.skipped + unplayed + expected)",
                    "failures": "\(counts.failed + unmet)", "errors": "\(counts.errors)",
                    "skipped": "\(counts.skipped + unplayed)",
                    "time": SuiteResults.decimal(seconds),
                ], SuiteResults.lines(content))
        }
    }

    private static func tests(of one: Case) -> [Markup] {
        let reason = one.skipped ?? (one.isUnplayed ? "it was not played: interrupted" : nil)
        guard let reason else {
            return one.runs.map { test(one, $0) }
                + (one.expectations ?? []).map { test(one, $0) }
        }
        return [
            .element(
                "testcase",
                ["name": one.name, "classname": one.group ?? "scenarios", "time": "0.000"],
                [.element("skipped", ["message": reason])])
        ]
    }

    private static func test(_ one: Case, _ run: Run) -> Markup {
        let name = one.runs.count == 1 ? one.name : "\(one.name) (seed \(run.seed))"
        return .element(
            "testcase",
            [
                "name": name, "classname": one.group ?? "scenarios",
                "time": decimal(run.figures?.seconds ?? 0), "file": one.file,
                "line": "\(one.line)",
            ], lines(complaint(run).map { [$0] } ?? []))
    }

    /// What is expected of the seeds together.
    private static func test(_ one: Case, _ expectation: JudgedExpectation) -> Markup {
        let failure = Markup.element(
            "failure", ["message": expectation.detail, "type": expectation.name], one.name)
        return .element(
            "testcase",
            [
                "name": "\(one.name) (all seeds: \(expectation.name))",
                "classname": one.group ?? "scenarios", "time": "0.000", "file": one.file,
                "line": "\(one.line)",
            ], lines(expectation.pass ? [] : [failure]))
    }

    private static func complaint(_ run: Run) -> Markup? {
        let details = run.expectations.filter { !$0.pass }.map { "\($0.name): \($0.detail)" }
        let words = (details.isEmpty ? [run.reason ?? ""] : details) + ["again: \(run.replay)"]
        let type = run.expectations.first { !$0.pass }?.name ?? "run"
        switch run.verdict {
        case .pass: return nil
        case .fail:
            return .element(
                "failure", ["message": run.reason ?? "", "type": type],
                words.joined(separator: "\n"))
        case .error:
            return .element(
                "error", ["message": run.reason ?? "", "type": "run"],
                words.joined(separator: "\n"))
        }
    }

    /// Elements on lines of their own.
    private static func lines(_ content: [Markup]) -> [Markup] {
        content.isEmpty ? [] : [Markup("\n")] + content.flatMap { [$0, Markup("\n")] }
    }

    /// With three decimals.
    private static func decimal(_ seconds: Double) -> String {
        let thousandths = Int((min(seconds, 1e12) * 1000).rounded())
        return "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    }
}
