internal import Scenarios

// The comparison for people and for tables; no form has a line break at its end.
extension ComparisonReport {
    var headline: String {
        let playing = playback.map { ", played \($0)" } ?? ""
        return "\(asset)\(playing) (\(via.rawValue)), seeds \(seeds): "
            + ComparisonTable.spread(seedCount)
    }

    func failures(_ row: Row) -> [(what: String, again: String)] {
        row.notPassed.map {
            (
                "\(row.candidate.label), seed \($0.seed): \($0.verdict.rawValue), \($0.reason)",
                $0.replay
            )
        }
    }

    /// Runs that did not pass and are not told of.
    func untold(_ row: Row) -> String? {
        let count = row.runs - row.passed - row.notPassed.count
        return count > 0 ? "\(row.candidate.label): \(count) more did not pass" : nil
    }

    package var text: String {
        var lines = [headline]
        for link in links {
            let table = ComparisonTable(link, seedCount: seedCount)
            lines += ["", "over \(link.profile)"]
            lines += Table(heads: table.heads, rows: table.rows).text.split(separator: "\n")
                .map { "  \($0)" }
            for row in link.candidates {
                for failure in failures(row) {
                    lines += ["  not passed  \(failure.what)", "  again       \(failure.again)"]
                }
                if let untold = untold(row) { lines.append("  not passed  \(untold)") }
            }
            lines += link.sentences.map { "  \($0)" }
        }
        if !notes.isEmpty { lines += [""] + notes }
        return lines.joined(separator: "\n")
    }

    /// As GitHub has it: tables with bars.
    package var markdown: String {
        func row(_ cells: [String]) -> String {
            "| " + cells.map(Self.inMarkdown).joined(separator: " | ") + " |"
        }
        var lines = [Self.inMarkdown(headline)]
        for link in links {
            let table = ComparisonTable(link, seedCount: seedCount)
            lines += ["", "### \(Self.inMarkdown(link.profile))", ""]
            lines += link.sentences.flatMap { [Self.inMarkdown($0), ""] }
            lines.append(row(table.heads))
            lines.append(
                "|" + table.heads.indices.map { $0 == 0 ? " --- |" : " ---: |" }.joined())
            lines += table.rows.map(row)
            for candidate in link.candidates {
                let told = failures(candidate).map { "- \(Self.inMarkdown($0.what))" }
                let more = [untold(candidate).map { "- \(Self.inMarkdown($0))" }].compactMap(\.self)
                if !(told + more).isEmpty { lines += [""] + told + more }
            }
        }
        lines += notes.flatMap { ["", Self.inMarkdown($0)] }
        return lines.joined(separator: "\n")
    }

    /// One line for each link and candidate, names with their units above.
    package var csv: String {
        let figures = ComparedFigure.allCases
        let head =
            ["profile", "candidate", "runs", "passed"]
            + figures.flatMap { figure in
                ["median", "p5", "p95", "min", "max", "ratio"].map { "\(figure.column)_\($0)" }
            } + ["variant", "width", "height", "range", "audio"]
        let rows = links.flatMap { link in
            link.candidates.map { row in
                [link.profile, row.candidate.label, "\(row.runs)", "\(row.passed)"]
                    + figures.flatMap { figure -> [String] in
                        let values =
                            row[figure]?.values.map { "\($0)" } ?? Array(repeating: "", count: 5)
                        return values + [row.ratios[figure.rawValue].map { "\($0)" } ?? ""]
                    } + Self.cells(row.stored.first)
            }
        }
        return ([head] + rows).map { $0.map(Self.inCSV).joined(separator: ",") }
            .joined(separator: "\n")
    }

    private static func cells(_ stored: StoredQuality?) -> [String] {
        guard let stored else { return ["", "", "", "", ""] }
        return [
            stored.variant, stored.width.map(String.init) ?? "",
            stored.height.map(String.init) ?? "", stored.range, stored.sound,
        ]
    }

    /// A field as RFC 4180 has it.
    private static func inCSV(_ text: String) -> String {
        let isPlain = !text.contains { ",\"\r\n".contains($0) }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Words that mean nothing to Markdown.
    private static func inMarkdown(_ text: String) -> String {
        var words = ""
        for character in text {
            if character.isNewline {
                words += " "
            } else {
                if "\\|*_`<>[]#&".contains(character) { words += "\\" }
                words.append(character)
            }
        }
        return words
    }
}
