/// A table of a page.
struct HTMLTable: Sendable, Hashable {
    /// A cell with words, or with more than words.
    struct Cell: Sendable, Hashable, ExpressibleByStringInterpolation {
        var content: Markup
        /// By which rows are ordered where a person may choose that; nil: by its words.
        var rank: Double?

        init(_ content: Markup, rank: Double? = nil) {
            self.content = content
            self.rank = rank
        }

        init(_ words: String, rank: Double? = nil) {
            self.init(Markup(words), rank: rank)
        }

        init(stringLiteral words: String) { self.init(words) }
    }

    struct Row: Sendable, Hashable {
        var cells: [Cell]
        /// What a page's filters go by, `data-…` attributes without that prefix.
        var facts: [String: String] = [:]

        init(_ cells: [Cell], facts: [String: String] = [:]) {
            self.cells = cells
            self.facts = facts
        }
    }

    /// What the table is about, for who does not see what stands above it.
    var caption: String
    /// Empty: the first cell of each row is its head, and there are no others.
    var heads: [String]
    /// Columns that are aligned to the right.
    var numbers: Range<Int> = 0..<0
    var rows: [Row]
    /// The first cell of each row is its head, too.
    var hasRowHeads = false
    /// A script of the page may let a person choose by which column the rows are ordered.
    var isSortable = false

    var markup: Markup {
        let head = heads.enumerated().map { column, name in
            Markup.element(
                "th", ["scope": "col", "class": style(column)], name.isEmpty ? "\u{A0}" : name)
        }
        return .region(
            caption,
            [
                .element(
                    "table", isSortable ? ["class": "sortable"] : [:],
                    [.element("caption", ["class": "unseen"], caption)]
                        + (heads.isEmpty
                            ? [] : [.element("thead", [:], [.element("tr", [:], head)])])
                        + [.element("tbody", [:], rows.map(markup(of:)))])
            ])
    }

    private func markup(of row: Row) -> Markup {
        let cells = row.cells.enumerated().map { column, cell in
            let isHead = (heads.isEmpty || hasRowHeads) && column == 0
            return Markup.element(
                isHead ? "th" : "td",
                isHead
                    ? [("scope", "row")]
                    : [("class", style(column))]
                        + (cell.rank.map { [("data-rank", "\($0)")] } ?? []), [cell.content])
        }
        let facts = row.facts.sorted { $0.key < $1.key }.map { ("data-" + $0.key, $0.value) }
        return .element("tr", facts, cells)
    }

    private func style(_ column: Int) -> String { numbers.contains(column) ? "number" : "word" }
}
