/// Builds the text of a playlist.
///
/// What cannot stand in a playlist is left out: line feeds anywhere, and quotes inside a value that
/// has to stand in quotes.
struct PlaylistWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether an attribute of the current tag was written.
    private var hasAttribute = false

    mutating func line(_ text: String) {
        append(text)
        endLine()
    }

    mutating func tag(_ name: TagName) {
        append("#")
        append(name.rawValue)
        endLine()
    }

    mutating func tag(_ name: TagName, _ value: String) {
        beginTag(name)
        append(value)
        endLine()
    }

    mutating func unknown(_ tag: UnknownTag) {
        append("#")
        append(tag.name)
        if let value = tag.value {
            append(":")
            append(value)
        }
        endLine()
    }

    mutating func beginTag(_ name: TagName) {
        append("#")
        append(name.rawValue)
        append(":")
        hasAttribute = false
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ text: String) {
        if text.utf8.contains(UInt8(ascii: "\n")) {
            bytes += text.utf8.filter { $0 != UInt8(ascii: "\n") }
        } else {
            bytes += text.utf8
        }
    }
}

// Attributes. A nil value writes nothing.
extension PlaylistWriter {
    mutating func quoted(_ name: AttributeName, _ value: String?) {
        if let value { attribute(name.rawValue, value, isQuoted: true) }
    }

    mutating func word(_ name: AttributeName, _ value: String?) {
        if let value { attribute(name.rawValue, value, isQuoted: !Self.isPlain(value)) }
    }

    mutating func integer(_ name: AttributeName, _ value: Int?) {
        if let value { attribute(name.rawValue, String(value), isQuoted: false) }
    }

    mutating func seconds(_ name: AttributeName, _ value: Duration?) {
        if let value { attribute(name.rawValue, Decimal.text(value), isQuoted: false) }
    }

    mutating func number(_ name: AttributeName, _ value: Double?) {
        if let value { attribute(name.rawValue, Decimal.text(value), isQuoted: false) }
    }

    mutating func bytes(_ name: AttributeName, _ value: [UInt8]?) {
        if let value { attribute(name.rawValue, Self.hexadecimal(value), isQuoted: false) }
    }

    /// YES; nothing when the flag is not set.
    mutating func flag(_ name: AttributeName, _ value: Bool) {
        if value { attribute(name.rawValue, "YES", isQuoted: false) }
    }

    mutating func unknown(_ attributes: [UnknownAttribute]) {
        for item in attributes { attribute(item.name, item.value, isQuoted: item.isQuoted) }
    }

    mutating func attribute(_ name: String, _ value: String, isQuoted: Bool) {
        if hasAttribute { append(",") }
        hasAttribute = true
        append(name)
        append("=")
        guard isQuoted else { return append(value) }
        let hasQuote = value.utf8.contains(UInt8(ascii: "\""))
        if hasQuote, Self.isPlain(value) { return append(value) }
        append("\"")
        append(hasQuote ? value.filter { $0 != "\"" } : value)
        append("\"")
    }

    /// Whether a value can stand without quotes and mean the same.
    private static func isPlain(_ value: String) -> Bool {
        guard let first = value.utf8.first, let last = value.utf8.last else { return true }
        return !first.isBlank && first != UInt8(ascii: "\"") && last > 0x20
            && !value.utf8.contains(UInt8(ascii: ","))
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var text = "0x"
        for byte in bytes {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }
}
