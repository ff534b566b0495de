// The comparison as a page, without a line break at its end.
extension ComparisonReport {
    /// What a page shows as bars before all figures.
    private static let drawn: [ComparedFigure] = [
        .seconds, .playableSeconds, .bytesReceived, .wasteBytes, .bitrateOnDisk, .stallSeconds,
    ]

    /// One page.
    package var html: String {
        let body =
            [
                Markup.element("h1", [:], "Downloads compared"),
                .element("p", ["class": "lead"], headline),
            ] + glance + links.flatMap(section) + notes.map { .element("p", [:], $0) }
        let page = HTMLPage(title: "Downloads compared", body: body, hasPatterns: true)
        return String(page.text.dropLast())
    }

    private var glance: [Markup] {
        let drawings = Self.drawn.map { ($0.title, bars(of: $0)) }.filter { !$0.1.isEmpty }
        guard let first = drawings.first else { return [] }
        let scales =
            drawings.contains { $0.1.isLogarithmic }
            ? " Long bars are shortened: a scale is logarithmic where values lie far apart." : ""
        return [
            .element("h2", [:], "At a glance"),
            .element("p", ["class": "faint"], "Medians over the seeds.\(scales)"), first.1.legend,
            .multiples(drawings.map { ($0.0, $0.1.svg) }),
        ]
    }

    private func bars(of figure: ComparedFigure) -> BarGroups {
        BarGroups(
            description: "Medians of \(figure.title) for each link and candidate.",
            quantity: figure.quantity,
            groups: links.map { link in
                BarGroups.Group(
                    name: link.profile,
                    bars: link.candidates.map { row in
                        .init(
                            name: row.candidate.label, value: row[figure]?.median,
                            besides: "\(row.passed) of \(row.runs) runs passed")
                    })
            })
    }

    private func section(_ link: Link) -> [Markup] {
        let table = ComparisonTable(link, seedCount: seedCount)
        let markup = HTMLTable(
            caption: "Figures over \(link.profile)", heads: table.heads,
            numbers: 1..<max(1, table.heads.count),
            rows: table.rows.map { cells in HTMLTable.Row(cells.map { .init($0) }) },
            hasRowHeads: true
        ).markup
        let items = link.candidates.flatMap { row in
            failures(row).map { failure in
                Markup.element(
                    "li", [:], [Markup("\(failure.what): "), .element("code", [:], failure.again)])
            } + [untold(row).map { .element("li", [:], $0) }].compactMap(\.self)
        }
        let notPassed =
            items.isEmpty
            ? [] : [Markup.element("h3", [:], "Not passed"), .element("ul", [:], items)]
        return [.element("h2", [:], "Over \(link.profile)")]
            + link.sentences.map { .element("p", [:], $0) } + [markup] + notPassed
    }
}
