internal import Scenarios

extension SeedsSummary {
    /// 0 every seed passed, 1 one failed, 2 one could not be carried out and none failed.
    package var exitCode: Int32 {
        switch verdict {
        case .pass: 0
        case .fail: 1
        case .error: 2
        }
    }

    /// The summary for a person; no line break at its end.
    package var text: String {
        var lines = [headline, "  seeds     \(countsText)"]
        if !distribution.rows.isEmpty {
            lines += table.split(separator: "\n").map { "  \($0)" }
        }
        for expectation in expectations ?? [] {
            let word = expectation.pass ? "holds " : "failed"
            lines.append("  \(word)    \(expectation.name): \(expectation.detail)")
        }
        for failure in failures {
            lines.append("  \(name(of: failure.verdict)) seed \(failure.seed), \(failure.reason)")
            lines.append("  again     \(failure.replay)")
        }
        let untold = counts.failed + counts.errors - failures.count
        if untold > 0 { lines.append("  and       \(untold) more, see summary.json") }
        if let effort { lines.append("  speed     \(text(of: effort))") }
        lines.append("  files     \(runFolder) (report.html, summary.json)")
        return lines.joined(separator: "\n")
    }

    var headline: String {
        "\(verdict.rawValue.uppercased())  \(asset) over \(link.profile) (\(link.via.rawValue)), "
            + "quality \(quality), \(runs.count) \(runs.count == 1 ? "seed" : "seeds"): \(seeds)"
    }

    var countsText: String {
        "\(counts.passed) passed, \(counts.failed) failed, \(counts.errors) could not be carried out"
    }

    private func name(of verdict: Verdict) -> String {
        verdict == .fail ? "failed   " : "error    "
    }

    private var table: String {
        Table(
            heads: ["", "median", "p5", "p95", "min", "max"],
            rows: distribution.rows.map { row in
                [row.name + String(repeating: " ", count: max(0, 8 - row.name.count))]
                    + row.distribution.values.map(row.quantity.text)
            }
        ).text
    }

    private func text(of effort: Effort) -> String {
        let elapsed = effort.elapsed / .seconds(1)
        let virtual = runs.reduce(0) { $0 + $1.seconds }
        let each = Figures.time(effort.elapsed * effort.workers / max(1, runs.count))
        let ratio = Int((elapsed > 0 ? virtual / elapsed : 0).rounded())
        return "\(runs.count) runs in \(Figures.time(effort.elapsed)) on \(effort.workers) "
            + "\(effort.workers == 1 ? "core" : "cores"): \(each) each, \(ratio) × real time"
    }
}

extension SeedsSummary.Distributions {
    /// A figure as tables and reports show it.
    struct Row {
        var figure: SeedFigure
        var distribution: Distribution

        var name: String { figure.rawValue }
        var quantity: Quantity { figure.quantity }
    }

    /// Those that there are.
    var rows: [Row] {
        SeedFigure.allCases.compactMap { figure in
            self[keyPath: figure.place].map { Row(figure: figure, distribution: $0) }
        }
    }
}

extension Distribution {
    /// In the order of the table.
    var values: [Double] { [median, p5, p95, min, max] }
}
