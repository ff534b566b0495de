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
        if attribute.value.count == 0, name.needsText {
            try report(.attributeValue, "\(name.rawValue) is empty")
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
        return text.equalsIgnoringCase(range, "YES")
    }

    /// A word of those that the specification defines, or one that it does not know. Small letters
    /// are reported, and taken for what they mean.
    mutating func word(
        _ name: AttributeName, among known: [String]
    ) throws(PlaylistError) -> String? {
        guard let range = try unquoted(name) else { return nil }
        let word = text.string(range)
        if known.contains(word) { return word }
        let capitals = String(decoding: word.utf8.map(\.capital), as: UTF8.self)
        guard known.contains(capitals) else { return word }
        try badValue(name, range, "\(capitals), in capital letters")
        return capitals
    }

    /// The same, for attributes without a rule of their own about words that are not known.
    mutating func knownWord(
        _ name: AttributeName, among known: [String]
    ) throws(PlaylistError) -> String? {
        guard let word = try word(name, among: known) else { return nil }
        if !known.contains(word) {
            try report(
                .attributeValue,
                "\(name.rawValue) is '\(word)'; it has to be \(known.joined(separator: " or "))")
        }
        return word
    }

    mutating func integer(_ name: AttributeName) throws(PlaylistError) -> Int? {
        guard let range = try unquoted(name) else { return nil }
        return try integer(in: range, of: name.rawValue, .attributeValue)
    }

    /// A decimal integer that is the whole range; nil, reported, when it is none.
    mutating func integer(
        in range: TextRange, of subject: String, _ rule: RuleID
    ) throws(PlaylistError) -> Int? {
        if let value = Decimal.integer(text, range) { return value }
        if Decimal.isBeyondInt(text, range) {
            try report(
                .numberLimit, at: column(range),
                "\(subject) is \(quote(range)); integers up to \(Int.max) can be held")
        } else {
            try report(
                rule, at: column(range),
                "\(subject) is \(quote(range)); it has to be a decimal integer")
        }
        return nil
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
        if reading.hasPlus { try badValue(name, range, "a decimal number without plus sign") }
        if reading.isClamped {
            try report(
                .numberLimit, at: column(range),
                "\(name.rawValue) is \(quote(range)); seconds up to \(Decimal.largestSeconds) can be held"
            )
        }
        return reading.billionths
    }

    mutating func number(_ name: AttributeName) throws(PlaylistError) -> Double? {
        guard let range = try unquoted(name) else { return nil }
        guard let reading = Decimal.read(text, range), reading.end == range.upper,
            !reading.hasPlus, let value = Double(text.string(range)), value >= 0, value.isFinite
        else {
            try badValue(name, range, "a decimal number without sign")
            return nil
        }
        return value
    }

    mutating func bytes(_ name: AttributeName) throws(PlaylistError) -> [UInt8]? {
        guard let written = try unquoted(name) else { return nil }
        // Section 4.3: of the values without quotes, only these have variables.
        let range = try substituted(written)
        guard let bytes = text.hexadecimal(range) else {
            try badValue(name, range, "0x and hexadecimal digits")
            return nil
        }
        if range.count == 2 { try badValue(name, range, "0x and at least one digit") }
        if text[(range.lower + 2)..<range.upper].contains(where: { $0 &- 97 < 26 }) {
            warn(
                .attributeValue, at: column(range),
                "the digits A to F of \(name.rawValue) have to be capital letters")
        }
        return bytes
    }

    mutating func resolution(_ name: AttributeName) throws(PlaylistError) -> Resolution? {
        guard let range = try unquoted(name) else { return nil }
        guard
            let cross = (range.lower..<range.upper).first(where: {
                text[$0].capital == UInt8(ascii: "X")
            }),
            let width = Decimal.integer(text, TextRange(range.lower, cross)),
            let height = Decimal.integer(text, TextRange(cross + 1, range.upper))
        else {
            try badValue(name, range, "a width, x, and a height")
            return nil
        }
        if text[cross] == UInt8(ascii: "X") { try badValue(name, range, "written with a small x") }
        return Resolution(width: width, height: height)
    }

    mutating func badValue(
        _ name: AttributeName, _ range: TextRange, _ wanted: String
    ) throws(PlaylistError) {
        try report(
            .attributeValue, at: column(range),
            "\(name.rawValue) is \(quote(range)); it has to be \(wanted)")
    }

    /// Reports a value of a tag that has none.
    mutating func checkNoValue(_ tag: TagName, _ value: TextRange) throws(PlaylistError) {
        guard value.count > 0 else { return }
        try report(
            .tagValue, at: column(value), section: tag.section,
            "\(tag.rawValue) has no value; \(quote(value)) is ignored")
    }

    /// Reports that an attribute is needed. One whose value could not be read is reported already.
    mutating func missing(_ name: AttributeName) throws(PlaylistError) {
        if attributes.contains(where: { $0.name == name }) { return }
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
