extension ExtendedLog {
    /// Fields that are texts by their nature, which the format has in quotes.
    private static let quoted: Set<String> = ["domain", "comment"]

    /// What is read again as the same log. Line breaks within a text become spaces: a record is a
    /// line.
    package var text: String {
        var text = "#Version: 1.0\n"
        for directive in directives {
            let name = directive.name.isEmpty ? "" : "\(directive.name): "
            text += "#\(name)\(Self.oneLine(directive.value))\n"
        }
        text += "#Fields: \(fields.joined(separator: " "))\n"
        let isQuoted = fields.map(Self.quoted.contains)
        for record in records {
            let words = zip(record.values, isQuoted).map { value, isQuoted in
                value.map { Self.word($0, isQuoted: isQuoted) } ?? "-"
            }
            text += words.joined(separator: " ") + "\n"
        }
        return text
    }

    private static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: isBreak) else { return text }
        return String(
            decoding: text.utf8.map { isBreak($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    static func isBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// A value as a record has it: in quotes where it would be something else without.
    private static func word(_ text: String, isQuoted: Bool) -> String {
        let first = text.utf8.first
        let mustBe =
            first == nil || text == "-" || text.utf8.contains { $0 <= 0x20 }
            || first == UInt8(ascii: "\"") || first == UInt8(ascii: "#")
        guard isQuoted || mustBe else { return text }
        var bytes = [UInt8(ascii: "\"")]
        for byte in oneLine(text).utf8 {
            bytes.append(byte)
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}
