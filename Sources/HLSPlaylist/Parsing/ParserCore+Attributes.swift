/// One attribute of the current line.
struct Attribute {
    /// Nil: not a name of the specification.
    var name: AttributeName?
    var nameRange: TextRange
    /// Without quotes, variables substituted.
    var value: TextRange
    var isQuoted: Bool
    var isUsed = false
}

// Reads attribute lists: section 4.2.
extension ParserCore {
    /// Reads `NAME=value,NAME="value",…` into ``attributes``.
    mutating func readAttributes(_ range: TextRange) throws(PlaylistError) {
        attributes.removeAll(keepingCapacity: true)
        var index = range.lower
        while index < range.upper {
            let (attribute, next) = try readAttribute(from: index, to: range.upper)
            index = next
            guard let attribute else { continue }
            guard attributes.count < limits.attributes else {
                throw error(
                    .attributeLimit, "the tag has more than \(limits.attributes) attributes"
                )
            }
            if attributes.hasSameName(as: attribute, in: text) {
                try report(
                    .repeatedAttribute, at: column(attribute.nameRange),
                    "the attribute \(quote(attribute.nameRange)) stands twice; the first one counts"
                )
            } else {
                attributes.append(attribute)
            }
        }
        if range.count > 0, text[range.upper - 1] == UInt8(ascii: ",") {
            try report(
                .attributeSyntax, at: column(TextRange(range.upper - 1, range.upper)),
                "a comma ends the list of attributes")
        }
    }

    private mutating func readAttribute(
        from start: Int, to end: Int
    ) throws(PlaylistError) -> (Attribute?, next: Int) {
        var index = start
        while index < end, text[index].isBlank || text[index] == UInt8(ascii: ",") {
            index += 1
        }
        guard index < end else { return (nil, end) }
        if text[start..<index].contains(UInt8(ascii: ",")) {
            try report(
                .attributeSyntax, at: column(TextRange(start, index)),
                "a comma stands without an attribute before it")
        }
        let nameStart = index
        while index < end, text[index] != UInt8(ascii: "="), text[index] != UInt8(ascii: ",") {
            index += 1
        }
        let nameRange = text.trimmed(TextRange(nameStart, index))
        guard index < end, text[index] == UInt8(ascii: "="), nameRange.count > 0 else {
            try report(
                .attributeSyntax, at: nameStart - lineStart + 1,
                "\(quote(nameRange)) is no attribute: it has no name or no value; it is ignored")
            return (nil, index + 1)
        }
        let afterName = index
        index += 1
        while index < end, text[index].isBlank { index += 1 }
        if nameStart > start && text[nameStart - 1].isBlank || index > afterName + 1
            || nameRange.upper < afterName
        {
            try report(
                .whitespace, at: nameStart - lineStart + 1, section: "4.2",
                "blanks stand around the attribute \(quote(nameRange)); they are ignored")
        }
        let isQuoted = index < end && text[index] == UInt8(ascii: "\"")
        let (value, next) =
            isQuoted ? try quotedValue(from: index + 1, to: end) : plainValue(from: index, to: end)
        var name = attributeTable.find(text, nameRange)
        if name == nil { name = try repairedName(nameRange) }
        return (
            Attribute(
                name: name, nameRange: nameRange,
                value: isQuoted ? try substituted(value) : value, isQuoted: isQuoted), next
        )
    }

    /// The name that small letters stand for; nil for a name that is not known.
    private mutating func repairedName(
        _ range: TextRange
    ) throws(PlaylistError) -> AttributeName? {
        let isProper = (range.lower..<range.upper).allSatisfy { index in
            let byte = text[index]
            return byte.isDigit || byte &- 65 < 26 || byte == UInt8(ascii: "-")
        }
        if isProper { return nil }
        try report(
            .attributeSyntax, at: column(range),
            "an attribute's name has only A to Z, 0 to 9 and -, found \(quote(range))")
        let capitals = text[range.lower..<range.upper].map(\.capital)
        return attributeTable.find(capitals, TextRange(0, capitals.count))
    }

    private func plainValue(from start: Int, to end: Int) -> (TextRange, next: Int) {
        var index = start
        while index < end, text[index] != UInt8(ascii: ",") { index += 1 }
        return (text.trimmed(TextRange(start, index)), index + 1)
    }

    private mutating func quotedValue(
        from start: Int, to end: Int
    ) throws(PlaylistError) -> (TextRange, next: Int) {
        var index = start
        while index < end, text[index] != UInt8(ascii: "\"") { index += 1 }
        let value = TextRange(start, index)
        guard index < end else {
            try report(
                .attributeQuotes, at: start - lineStart, "the quoted value has no closing quote")
            return (value, end)
        }
        index += 1
        let afterQuote = index
        while index < end, text[index] != UInt8(ascii: ",") { index += 1 }
        if text.trimmed(TextRange(afterQuote, index)).count > 0 {
            try report(
                .attributeSyntax, at: afterQuote - lineStart + 1,
                "text follows the closing quote: \(quote(TextRange(afterQuote, index)))")
        }
        return (value, index + 1)
    }

    /// From 1 on; nil for text that is not in the source.
    func column(_ range: TextRange) -> Int? {
        range.lower < sourceCount ? range.lower - lineStart + 1 : nil
    }
}

extension [Attribute] {
    fileprivate func hasSameName(as new: Attribute, in text: [UInt8]) -> Bool {
        for old in self where old.name == new.name {
            if new.name != nil || text.equal(old.nameRange, new.nameRange) { return true }
        }
        return false
    }
}
