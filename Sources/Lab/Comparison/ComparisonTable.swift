/// One link of a comparison as a table: a row for each figure, a column for each candidate, and behind
/// each but the first one for its ratio.
struct ComparisonTable {
    let heads: [String]
    let rows: [[String]]

    /// Of fewer runs the whole spread is told, of others that of nine out of ten.
    private static let leastRunsOfPercentiles = 20

    /// - Parameter seedCount: of the comparison.
    init(_ link: ComparisonReport.Link, seedCount: Int) {
        let candidates = link.candidates
        let first = candidates.first?.candidate.label ?? ""
        heads =
            [""]
            + candidates.enumerated().flatMap { place, row in
                place == 0 ? [row.candidate.label] : [row.candidate.label, "÷ \(first)"]
            }
        func row(_ name: String, _ words: (ComparisonReport.Row) -> String?) -> [String] {
            [name]
                + candidates.enumerated().flatMap { place, candidate in
                    let cell = words(candidate) ?? "-"
                    return place == 0 ? [cell] : [cell, ""]
                }
        }
        let figures = ComparedFigure.allCases.filter { figure in
            candidates.contains { $0[figure] != nil }
        }.map { figure in
            [figure.title]
                + candidates.enumerated().flatMap { place, candidate -> [String] in
                    let cell =
                        candidate[figure].map {
                            Self.cell($0, figure.quantity, isWhole: Self.isWhole(seedCount))
                        } ?? "-"
                    let ratio = candidate.ratios[figure.rawValue].map(Figures.ratio) ?? "-"
                    return place == 0 ? [cell] : [cell, ratio]
                }
        }
        var rows = [row("passed") { "\($0.passed) of \($0.runs)" }] + figures
        if candidates.contains(where: { !$0.stored.isEmpty }) {
            func stored(_ words: @escaping (StoredQuality) -> String) -> (ComparisonReport.Row) ->
                String?
            {
                { row in
                    var known: [String] = []
                    for text in row.stored.map(words) where !known.contains(text) {
                        known.append(text)
                    }
                    return known.isEmpty ? nil : known.joined(separator: " or ")
                }
            }
            rows.append(row("picture", stored(\.picture)))
            rows.append(row("range", stored(\.range)))
            rows.append(row("audio", stored(\.sound)))
            if candidates.contains(where: { $0.stored.contains { !$0.subtitles.isEmpty } }) {
                rows.append(
                    row(
                        "subtitles",
                        stored {
                            $0.subtitles.isEmpty ? "none" : $0.subtitles.joined(separator: ", ")
                        }))
            }
        }
        self.rows = rows
    }

    /// What the brackets of a cell hold.
    static func spread(_ seedCount: Int) -> String {
        isWhole(seedCount) ? "median (least to most)" : "median (p5 to p95)"
    }

    private static func isWhole(_ seedCount: Int) -> Bool { seedCount < leastRunsOfPercentiles }

    /// `1.20 s (1.10 s to 1.31 s)`; the median alone where nothing is spread.
    private static func cell(
        _ figure: Distribution, _ quantity: Quantity, isWhole: Bool
    ) -> String {
        let median = quantity.text(figure.median)
        let (least, most) = isWhole ? (figure.min, figure.max) : (figure.p5, figure.p95)
        let ends = (quantity.text(least), quantity.text(most))
        return ends.0 == ends.1 ? median : "\(median) (\(ends.0) to \(ends.1))"
    }
}
