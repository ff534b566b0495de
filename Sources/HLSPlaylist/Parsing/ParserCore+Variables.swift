// Variable substitution: section 4.3.
extension ParserCore {
    /// The text with its `{$name}` replaced, or the same range when it has none.
    mutating func substituted(_ range: TextRange) throws(PlaylistError) -> TextRange {
        guard let first = reference(in: range, from: range.lower) else { return range }
        var expanded: [UInt8] = []
        var copied = range.lower
        var found: Range<Int>? = first
        while let reference = found {
            expanded += text[copied..<reference.lowerBound]
            let name = text.string(TextRange(reference.lowerBound + 2, reference.upperBound - 1))
            if let place = definitionPlaces[name] {
                if let value = definitions[place].value {
                    expanded += value.utf8
                } else {
                    expanded += text[reference]
                }
            } else {
                try report(
                    .undefinedVariable, at: reference.lowerBound - lineStart + 1, section: "4.3",
                    "the variable '\(name)' is not defined before this line")
                expanded += text[reference]
            }
            copied = reference.upperBound
            found = self.reference(in: range, from: copied)
            try countSubstituted(expanded.count)
        }
        expanded += text[copied..<range.upper]
        substitutedBytes += expanded.count
        try countSubstituted(0)
        let start = text.count
        text += expanded
        return TextRange(start, text.count)
    }

    private func countSubstituted(_ more: Int) throws(PlaylistError) {
        guard substitutedBytes + more <= limits.substitutedBytes else {
            throw error(
                .substitutionLimit,
                "variables expand to more than \(limits.substitutedBytes) bytes")
        }
    }

    /// The next `{$name}`.
    private func reference(in range: TextRange, from start: Int) -> Range<Int>? {
        var index = start
        while index + 3 < range.upper {
            guard text[index] == UInt8(ascii: "{"), text[index + 1] == UInt8(ascii: "$") else {
                index += 1
                continue
            }
            var end = index + 2
            while end < range.upper, text[end].isVariableName { end += 1 }
            if end > index + 2, end < range.upper, text[end] == UInt8(ascii: "}") {
                return index..<end + 1
            }
            index += 1
        }
        return nil
    }
}

extension UInt8 {
    /// [a-zA-Z0-9_-]
    var isVariableName: Bool {
        isDigit || (self | 0x20) &- 97 < 26 || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_")
    }
}
