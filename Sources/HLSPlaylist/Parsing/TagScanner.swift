/// Looks through the lines for tags, and at nothing else.
struct TagScanner {
    private let text: [UInt8]
    private let lineFeed: UInt8
    private(set) var position: Int

    init(_ core: ParserCore, from position: Int) {
        text = core.text
        lineFeed = core.lineFeed
        self.position = position
    }

    mutating func next(in table: NameTable<TagName>) -> TagName? {
        while position < text.count {
            if let tag = tagOfNextLine(in: table) { return tag }
        }
        return nil
    }

    /// Moves on by a line; nil when it has no tag that is known.
    mutating func tagOfNextLine(in table: NameTable<TagName>) -> TagName? {
        name(nextLine()).flatMap { table.find(text, $0) }
    }

    /// Moves on by a line; nil at the end of the text.
    mutating func nextIsBlankOrComment() -> Bool? {
        guard position < text.count else { return nil }
        let line = nextLine()
        guard let first = (line.lower..<line.upper).first(where: { text[$0] > 0x20 }) else {
            return true
        }
        let rest = TextRange(first, line.upper)
        return text[first] == UInt8(ascii: "#") && !text.begins(rest, with: "#EXT")
    }

    private mutating func nextLine() -> TextRange {
        let start = min(position, text.count)
        var index = start
        while index < text.count, text[index] != lineFeed { index += 1 }
        position = index + 1
        return TextRange(start, index)
    }

    private func name(_ line: TextRange) -> TextRange? {
        var lower = line.lower
        while lower < line.upper, text[lower].isBlank { lower += 1 }
        guard lower < line.upper, text[lower] == UInt8(ascii: "#") else { return nil }
        var upper = lower + 1
        while upper < line.upper, text[upper] != UInt8(ascii: ":") { upper += 1 }
        while upper > lower + 1, text[upper - 1] <= 0x20 { upper -= 1 }
        let name = TextRange(lower + 1, upper)
        return text.beginsWithEXTM3U(name) ? TextRange(lower + 1, lower + 7) : name
    }
}
