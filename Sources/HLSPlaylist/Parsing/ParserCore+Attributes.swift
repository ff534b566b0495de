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
        let name = attributeTable.find(text, nameRange)
        if name == nil { try checkName(nameRange) }
        return (
            Attribute(
                name: name, nameRange: nameRange,
                value: isQuoted ? try substituted(value) : value, isQuoted: isQuoted), next
        )
    }

    private mutating func checkName(_ range: TextRange) throws(PlaylistError) {
        let isProper = (range.lower..<range.upper).allSatisfy { index in
            let byte = text[index]
            return byte.isDigit || byte &- 65 < 26 || byte == UInt8(ascii: "-")
        }
        if isProper { return }
        try report(
            .attributeSyntax, at: column(range),
            "an attribute's name has only A to Z, 0 to 9 and -, found \(quote(range))")
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

// Typed values of the current line's attributes. A value that cannot be read counts as absent.
extension ParserCore {
    /// The attribute, which then counts as known.
    mutating func take(_ name: AttributeName) -> Attribute? {
        for index in attributes.indices where attributes[index].name == name {
            attributes[index].isUsed = true
            return attributes[index]
        }
        return nil
    }

    mutating func string(_ name: AttributeName) throws(PlaylistError) -> String? {
        guard let range = try quoted(name) else { return nil }
        return text.string(range)
    }

    /// A quoted string as text range.
    mutating func quoted(_ name: AttributeName) throws(PlaylistError) -> TextRange? {
        guard let attribute = take(name) else { return nil }
        if !attribute.isQuoted {
            try report(
                .attributeQuotes, at: column(attribute.value),
                "the value of \(name.rawValue) has to stand in quotes")
        }
        return attribute.value
    }

    mutating func word(_ name: AttributeName) throws(PlaylistError) -> String? {
        guard let range = try unquoted(name) else { return nil }
        return text.string(range)
    }

    /// A value without quotes as text range.
    mutating func unquoted(_ name: AttributeName) throws(PlaylistError) -> TextRange? {
        guard let attribute = take(name) else { return nil }
        if attribute.isQuoted {
            try report(
                .attributeQuotes, at: column(attribute.value),
                "the value of \(name.rawValue) does not stand in quotes")
        }
        return attribute.value
    }

    mutating func flag(_ name: AttributeName) throws(PlaylistError) -> Bool {
        guard let range = try unquoted(name) else { return false }
        if text.equals(range, "YES") { return true }
        if !text.equals(range, "NO") { try badValue(name, range, "YES or NO") }
        return false
    }

    mutating func integer(_ name: AttributeName) throws(PlaylistError) -> Int? {
        guard let range = try unquoted(name) else { return nil }
        guard let value = Decimal.integer(text, range) else {
            try badValue(name, range, "a decimal integer")
            return nil
        }
        return value
    }

    mutating func seconds(
        _ name: AttributeName, signed: Bool = false
    ) throws(PlaylistError) -> Duration? {
        try billionths(name, signed: signed).map { .nanoseconds($0) }
    }

    /// A decimal number in billionths.
    mutating func billionths(
        _ name: AttributeName, signed: Bool = false
    ) throws(PlaylistError) -> Int64? {
        guard let range = try unquoted(name) else { return nil }
        guard let reading = Decimal.read(text, range), reading.end == range.upper,
            signed || reading.billionths >= 0
        else {
            try badValue(name, range, signed ? "a decimal number" : "a decimal number without sign")
            return nil
        }
        return reading.billionths
    }

    mutating func number(_ name: AttributeName) throws(PlaylistError) -> Double? {
        guard let range = try unquoted(name) else { return nil }
        guard let reading = Decimal.read(text, range), reading.end == range.upper,
            let value = Double(text.string(range)), value >= 0
        else {
            try badValue(name, range, "a decimal number without sign")
            return nil
        }
        return value
    }

    mutating func bytes(_ name: AttributeName) throws(PlaylistError) -> [UInt8]? {
        guard let range = try unquoted(name) else { return nil }
        guard let bytes = text.hexadecimal(range) else {
            try badValue(name, range, "0x and hexadecimal digits")
            return nil
        }
        return bytes
    }

    mutating func resolution(_ name: AttributeName) throws(PlaylistError) -> Resolution? {
        guard let range = try unquoted(name) else { return nil }
        guard
            let cross = (range.lower..<range.upper).first(where: {
                text[$0] == UInt8(ascii: "x") || text[$0] == UInt8(ascii: "X")
            }),
            let width = Decimal.integer(text, TextRange(range.lower, cross)),
            let height = Decimal.integer(text, TextRange(cross + 1, range.upper))
        else {
            try badValue(name, range, "a width, x, and a height")
            return nil
        }
        return Resolution(width: width, height: height)
    }

    mutating func badValue(
        _ name: AttributeName, _ range: TextRange, _ wanted: String
    ) throws(PlaylistError) {
        try report(
            .attributeValue, at: column(range),
            "\(name.rawValue) is \(quote(range)); it has to be \(wanted)")
    }

    mutating func missing(_ name: AttributeName) throws(PlaylistError) {
        try report(
            .missingAttribute, "\(tag?.rawValue ?? "the tag") needs the attribute \(name.rawValue)")
    }

    /// What no property took.
    func unknownAttributes() -> [UnknownAttribute] {
        var unknown: [UnknownAttribute] = []
        for attribute in attributes where !attribute.isUsed {
            unknown.append(
                UnknownAttribute(
                    name: text.string(attribute.nameRange), value: text.string(attribute.value),
                    isQuoted: attribute.isQuoted))
        }
        return unknown
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

extension [UInt8] {
    func equals(_ range: TextRange, _ word: StaticString) -> Bool {
        guard Int(range.count) == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count where letters[offset] != self[range.lower + offset] {
                return false
            }
            return true
        }
    }

    func equal(_ left: TextRange, _ right: TextRange) -> Bool {
        left.count == right.count
            && self[left.lower..<left.upper].elementsEqual(self[right.lower..<right.upper])
    }

    /// The bytes of `0x…`; an odd number of digits has a zero in front.
    func hexadecimal(_ range: TextRange) -> [UInt8]? {
        guard range.count >= 2, self[range.lower] == UInt8(ascii: "0"),
            self[range.lower + 1] | 0x20 == UInt8(ascii: "x")
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(range.count) / 2)
        var high: UInt8? = range.count % 2 == 1 ? 0 : nil
        for index in range.lower + 2..<range.upper {
            guard let digit = self[index].hexValue else { return nil }
            if let value = high {
                bytes.append(value << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}
