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
        guard line <= limits.lines else {
            throw error(.lineLimit, "the playlist has more than \(limits.lines) lines")
        }
        var range = try scanLine()
        guard range.count <= limits.lineLength else {
            throw error(
                .lineLengthLimit, "the line has more than \(limits.lineLength) bytes")
        }
        let whole = range
        range = text.trimmed(range)
        guard range.count > 0 else { return .blank }
        if range.count != whole.count { try checkBlanks(around: range, in: whole) }
        guard text[range.lower] == UInt8(ascii: "#") else { return try uriLine(range) }
        return try tagLine(range)
    }

    /// A carriage return before the line feed is the line's end and no blank.
    private mutating func checkBlanks(
        around range: TextRange, in whole: TextRange
    ) throws(PlaylistError) {
        // Apple's segmenters write EXTINF with a tab behind its comma: a title of a blank.
        if range.lower == whole.lower, text.begins(range, with: "#EXTINF:"),
            text.first(UInt8(ascii: ","), in: range) != nil
        {
            return
        }
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
        let uri = text.trimmed(expanded)
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
        if String(validating: slice, as: UTF8.self) != nil {
            try checkSecondControls(range)
            return range
        }
        try report(.utf8, section: "4.1", "the line is not valid UTF-8")
        return text.append(String(decoding: slice, as: UTF8.self))
    }

    /// U+0080 to U+009F: C2 80 to C2 9F.
    private mutating func checkSecondControls(_ range: TextRange) throws(PlaylistError) {
        for index in range.lower..<max(range.lower, range.upper - 1)
        where text[index] == 0xC2 && text[index + 1] < 0xA0 {
            return try report(
                .controlCharacter, at: index - lineStart + 1, section: "4.1",
                "the control character U+00\(String(text[index + 1], radix: 16, uppercase: true)) is not allowed in playlists"
            )
        }
    }

    private mutating func tagLine(_ range: TextRange) throws(PlaylistError) -> Line {
        let name = range.lower + 1
        guard range.count >= 4, text[name] == UInt8(ascii: "E"),
            text[name + 1] == UInt8(ascii: "X"),
            text[name + 2] == UInt8(ascii: "T")
        else { return .comment }
        var index = name + 3
        while index < range.upper, text[index] != UInt8(ascii: ":") { index += 1 }
        let nameRange = text.trimmed(TextRange(name, index))
        let value =
            index < range.upper
            ? text.trimmed(TextRange(index + 1, range.upper)) : TextRange(index, index)
        if let found = tags.find(text, nameRange) {
            tag = found
            if nameRange.upper < index || value.lower > index + 1 {
                try report(
                    .whitespace, at: column(TextRange(nameRange.upper, index)), section: "4.1",
                    "blanks stand around the colon of \(found.rawValue); they are ignored")
            }
            return .tag(found, value: value)
        }
        if text.beginsWithEXTM3U(nameRange) {
            tag = .extm3u
            return .tag(.extm3u, value: TextRange(name + 7, range.upper))
        }
        return .unknownTag(name: nameRange, value: index < range.upper ? value : nil)
    }
}
