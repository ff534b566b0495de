internal import Scenarios

/// What came of a suite: what `hlslab suite` and `hlslab merge` print.
package struct SuiteOutcome: CommandReport {
    /// Runs that did not pass and are told one by one; the rest are in the files.
    static let mostTold = 20

    package var results: SuiteResults
    /// Cases whose earlier results were taken over.
    package var takenOver = 0
    /// Where the results are.
    package var folder: String
    /// What the machine took; nil: nothing was played.
    package var effort: Effort?

    /// Runs that were to be made and were not, since it was interrupted.
    package var unplayedRuns = 0

    package struct Effort: Sendable {
        package var elapsed: Duration
        package var runs: Int
        /// Tasks that played runs side by side.
        package var workers: Int
    }

    /// The results alone, which are the same wherever they are made.
    package func encode(to encoder: any Encoder) throws {
        try results.encode(to: encoder)
    }

    /// 0 every run passed, 1 one failed, 2 one could not be carried out and none failed.
    package var exitCode: Int32 {
        switch results.verdict {
        case .pass: 0
        case .fail: 1
        case .error: 2
        }
    }

    /// The summary for a person, failed runs with their commands last; no line break at its end.
    package var text: String {
        let counts = results.counts
        var lines = [headline, "  runs      \(counts.words)"]
        if results.interrupted == true {
            let left = unplayedRuns > 0 ? "\(unplayedRuns) runs are" : "something is"
            lines.append(
                "  stopped   it was interrupted and \(left) left; the same with --changed-since "
                    + "\(ShellWord.quoted(folder)) goes on")
        }
        if takenOver > 0 {
            lines.append("  unchanged \(takenOver) of \(counts.cases) cases, taken over")
        }
        for (reason, count) in skipped {
            lines.append("  skipped   \(count) \(count == 1 ? "case" : "cases"): \(reason)")
        }
        if let effort, effort.runs > 0 {
            lines.append(
                "  speed     \(effort.runs) runs in \(Figures.time(effort.elapsed)), "
                    + "\(effort.workers) at a time")
        }
        lines.append("  files     \(folder)")
        for case let (one, share) in results.flakes.prefix(Self.mostTold).map({ ($0, $0.flake) }) {
            lines.append("  flaky     \(one.name): \(share)")
        }
        for (one, expectation) in results.unmet.prefix(Self.mostTold) {
            lines.append("  failed    \(one.name), \(expectation.name): \(expectation.detail)")
            if let run = one.runs.first { lines.append("  again     \(run.replay)") }
        }
        let notPassed = results.notPassed
        for (one, run) in notPassed.prefix(Self.mostTold) {
            let verdict = run.verdict == .fail ? "failed" : "error "
            lines.append("  \(verdict)    \(one.name), seed \(run.seed): \(run.reason ?? "")")
            lines.append("  again     \(run.replay)")
        }
        if notPassed.count > Self.mostTold {
            lines.append("  and       \(notPassed.count - Self.mostTold) more, see the files")
        }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let shard = results.shard.map { ", shard \($0.text)" } ?? ""
        let counts = results.counts
        return "\(results.verdict.rawValue.uppercased())  \(counts.cases) "
            + "\(counts.cases == 1 ? "case" : "cases")\(shard)"
    }

    /// Reasons by how they sort, with how many cases each has.
    private var skipped: [(reason: String, count: Int)] {
        let reasons = results.cases.compactMap(\.skipped)
        return Dictionary(grouping: reasons) { $0 }.map { ($0.key, $0.value.count) }
            .sorted { $0.0 < $1.0 }
    }
}

extension SuiteResults.Counts {
    /// `12 runs: 11 passed, 1 failed, 0 could not be carried out`.
    package var words: String {
        "\(runs): \(passed) passed, \(failed) failed, \(errors) could not be carried out"
            + (flaky > 0 ? "; \(flaky) flaky \(flaky == 1 ? "case" : "cases")" : "")
    }
}

extension SuiteResults.Case {
    /// Of a flaky case: `2 of 10 seeds did not pass, the first is 4`.
    package var flake: String {
        let bad = runs.filter { $0.verdict != .pass }
        return "\(bad.count) of \(runs.count) seeds did not pass"
            + (bad.first.map { ", the first is \($0.seed)" } ?? "")
    }
}
