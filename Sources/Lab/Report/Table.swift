/// Words in columns.
struct Table {
    let heads: [String]
    let rows: [[String]]

    /// Aligned with two spaces between columns; no spaces at the ends of lines.
    var text: String {
        let lines = [heads] + rows
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count + 2)
            }
            let line = padded.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
