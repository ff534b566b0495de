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
        guard let written = try unquoted(name) else { return nil }
        // Section 4.3: of the values without quotes, only these have variables.
        let range = try substituted(written)
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
