/// What a line of a playlist is.
enum Line {
    case blank
    case comment
    case tag(TagName, value: TextRange)
    case unknownTag(name: TextRange, value: TextRange?)
    case uri(TextRange)
}

extension ParserCore {
    /// The next line, without its end and the blanks around it; nil at the end of the text.
    mutating func nextLine() throws(PlaylistError) -> Line? {
        guard position < sourceCount else { return nil }
        line += 1
        lineStart = position
        tag = nil
        guard line <= PlaylistLimits.lines else {
            throw error(.lineLimit, "the playlist has more than \(PlaylistLimits.lines) lines")
        }
        var range = try scanLine()
        guard range.count <= PlaylistLimits.lineLength else {
            throw error(
                .lineLengthLimit, "the line has more than \(PlaylistLimits.lineLength) bytes")
        }
        let whole = range
        range = trimmed(range)
        guard range.count > 0 else { return .blank }
        if range.count != whole.count { try checkBlanks(around: range, in: whole) }
        guard text[range.lower] == UInt8(ascii: "#") else { return try uriLine(range) }
        return tagLine(range)
    }

    /// A carriage return before the line feed is the line's end and no blank.
    private mutating func checkBlanks(
        around range: TextRange, in whole: TextRange
    ) throws(PlaylistError) {
        let hasReturn = text[whole.upper - 1] == UInt8(ascii: "\r")
        guard range.lower != whole.lower || range.upper != whole.upper - (hasReturn ? 1 : 0) else {
            return
        }
        let column = range.lower == whole.lower ? column(TextRange(range.upper, range.upper)) : 1
        try report(
            .whitespace, at: column, section: "4.1",
            "blanks stand around the line; they are ignored")
    }

    private mutating func uriLine(_ range: TextRange) throws(PlaylistError) -> Line {
        let expanded = try substituted(range)
        let uri = trimmed(expanded)
        guard uri.count > 0, text[uri.lower] != UInt8(ascii: "#") else {
            try report(
                .undefinedVariable, section: "4.3", "the variables leave no URI on this line")
            return .comment
        }
        return .uri(uri)
    }

    /// Finds the end of the line and checks its characters. A tab is let through: the value of
    /// RECENTLY-REMOVED-DATERANGES needs it.
    private mutating func scanLine() throws(PlaylistError) -> TextRange {
        var index = position
        var isASCII = true
        var control: Int?
        while index < sourceCount {
            let byte = text[index]
            if byte &- 0x20 < 0x5F {
                index += 1
                continue
            }
            if byte == lineFeed { break }
            if byte >= 0x80 {
                isASCII = false
            } else if byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") || !isLineEnd(index) {
                control = control ?? index
            }
            index += 1
        }
        let range = TextRange(position, index)
        position = index + 1
        if let control { try reportControlCharacter(at: control) }
        return isASCII ? range : try validated(range)
    }

    private func isLineEnd(_ index: Int) -> Bool {
        index + 1 < sourceCount && text[index + 1] == UInt8(ascii: "\n")
    }

    private mutating func reportControlCharacter(at index: Int) throws(PlaylistError) {
        let byte = text[index]
        if byte == UInt8(ascii: "\r") {
            try report(
                .lineBreak, at: index - lineStart + 1, section: "4.1",
                "a carriage return without a line feed does not end a line")
        } else {
            try report(
                .controlCharacter, at: index - lineStart + 1, section: "4.1",
                "the control character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) is not allowed in playlists"
            )
        }
    }

    /// The line, or a repaired copy behind the source.
    private mutating func validated(_ range: TextRange) throws(PlaylistError) -> TextRange {
        let slice = text[range.lower..<range.upper]
        if String(validating: slice, as: UTF8.self) != nil { return range }
        try report(.utf8, section: "4.1", "the line is not valid UTF-8")
        return text.append(String(decoding: slice, as: UTF8.self))
    }

    func trimmed(_ range: TextRange) -> TextRange {
        var lower = range.lower
        var upper = range.upper
        while upper > lower, text[upper - 1] <= 0x20 { upper -= 1 }
        while lower < upper, text[lower].isBlank { lower += 1 }
        return TextRange(lower, upper)
    }

    private mutating func tagLine(_ range: TextRange) -> Line {
        let name = range.lower + 1
        guard range.count >= 4, text[name] == UInt8(ascii: "E"),
            text[name + 1] == UInt8(ascii: "X"),
            text[name + 2] == UInt8(ascii: "T")
        else { return .comment }
        var index = name + 3
        while index < range.upper, text[index] != UInt8(ascii: ":") { index += 1 }
        let nameRange = trimmed(TextRange(name, index))
        let value =
            index < range.upper
            ? trimmed(TextRange(index + 1, range.upper)) : TextRange(index, index)
        if let found = tags.find(text, nameRange) {
            tag = found
            return .tag(found, value: value)
        }
        return .unknownTag(name: nameRange, value: index < range.upper ? value : nil)
    }

    /// Skips a byte order mark and what stands before EXTM3U.
    mutating func skipPreamble() throws(PlaylistError) {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            try report(
                .byteOrderMark, at: 1, section: "4.1", "the text begins with a byte order mark")
            position = 3
        }
        if lineFeed != UInt8(ascii: "\n") {
            line = 1
            try report(.lineBreak, section: "4.1", "the lines end in carriage returns only")
            line = 0
        }
        let begin = position
        while let next = try nextLine() {
            if case .tag(.extm3u, _) = next {
                if line > 1 {
                    try report(.startsWithEXTM3U, line: 1, "EXTM3U is not in the first line")
                }
                return
            }
            if mode == .strict { break }
            if case .blank = next { continue }
            if case .comment = next { continue }
            break
        }
        position = begin
        line = 0
        tag = nil
        guard mode == .tolerant, hasDecisiveTag(from: begin) else {
            throw error(
                .startsWithEXTM3U, section: "4.4.1.1",
                "the text does not begin with EXTM3U: it is no HLS playlist")
        }
        line = 1
        try report(.startsWithEXTM3U, section: "4.4.1.1", "the playlist does not begin with EXTM3U")
        line = 0
    }

    private func hasDecisiveTag(from begin: Int) -> Bool {
        var scanner = TagScanner(self, from: begin)
        while let tag = scanner.next(in: tags) {
            if tag.kind != nil { return true }
        }
        return false
    }

    /// Finds out which kind of playlist the text is.
    mutating func detectKind() throws(PlaylistError) {
        var scanner = TagScanner(self, from: position)
        var candidate: PlaylistKind?
        while let tag = scanner.next(in: tags) {
            if tag.isDecisive {
                candidate = tag.kind
                break
            }
            candidate = candidate ?? tag.kind
        }
        setKind(candidate ?? .media)
    }
}

/// Looks through the lines for tags, and at nothing else.
private struct TagScanner {
    private let text: [UInt8]
    private let lineFeed: UInt8
    private var position: Int

    init(_ core: ParserCore, from position: Int) {
        text = core.text
        lineFeed = core.lineFeed
        self.position = position
    }

    mutating func next(in table: NameTable<TagName>) -> TagName? {
        while position < text.count {
            let start = position
            var index = start
            while index < text.count, text[index] != lineFeed { index += 1 }
            position = index + 1
            guard let name = name(TextRange(start, index)) else { continue }
            if let tag = table.find(text, name) { return tag }
        }
        return nil
    }

    private func name(_ line: TextRange) -> TextRange? {
        var lower = line.lower
        while lower < line.upper, text[lower].isBlank { lower += 1 }
        guard lower < line.upper, text[lower] == UInt8(ascii: "#") else { return nil }
        var upper = lower + 1
        while upper < line.upper, text[upper] > 0x20, text[upper] != UInt8(ascii: ":") {
            upper += 1
        }
        return TextRange(lower + 1, upper)
    }
}
