/// Reads the XML of packages, element by element: XML 1.0 (fifth edition) in UTF-8, without document
/// types, entities other than the five of XML itself, processing instructions and CDATA. Nothing
/// outside the text is ever looked at, and what it may ask of its reader is bounded.
struct XMLScanner {
    enum Event: Sendable, Hashable {
        case start(name: String, attributes: [String: String])
        /// Text with more than white space, without that around it.
        case text(String)
        case end
    }

    static let deepest = 32
    static let mostAttributes = 64
    static let longestText = 1 << 20

    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    private var hasRoot = false
    /// The element just begun has no content: its end is the next event.
    private var isEmptyElement = false

    init(_ bytes: [UInt8]) throws(XMLFault) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if stands("<?xml") { try readDeclaration() }
    }

    /// The next event; nil when the text is over and well-formed to its end.
    mutating func next() throws(XMLFault) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            if stands("<!--") {
                try skipComment()
            } else if stands("</") {
                return try readEndTag()
            } else if bytes[position] == UInt8(ascii: "<") {
                return try readStartTag()
            } else if let text = try readText() {
                return .text(text)
            }
        }
        if let name = open.last { throw fault("the text ends inside <\(name)>") }
        guard hasRoot else { throw fault("there is no element") }
        return nil
    }

    func fault(_ reason: String) -> XMLFault {
        let line = bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
        return XMLFault(line: line, reason: reason)
    }
}

// MARK: - Pieces

extension XMLScanner {
    private func stands(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// Moves behind the next occurrence of a mark.
    private mutating func skip(to mark: StaticString, of what: String) throws(XMLFault) {
        while position < bytes.count {
            if stands(mark) {
                position += mark.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw fault("the text ends inside \(what)")
    }

    private mutating func readDeclaration() throws(XMLFault) {
        let start = position
        try skip(to: "?>", of: "the XML declaration")
        let text = try decoded(bytes[start..<position]).lowercased()
        guard !text.contains("encoding") || text.contains("utf-8") else {
            throw fault("its encoding is not UTF-8")
        }
    }

    private mutating func skipComment() throws(XMLFault) {
        position += 4
        try skip(to: "-->", of: "a comment")
    }

    private mutating func readEndTag() throws(XMLFault) -> Event {
        position += 2
        let name = try readName()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
            throw fault("</\(name) has no end")
        }
        position += 1
        guard let opened = open.popLast() else { throw fault("</\(name)> ends nothing") }
        guard opened == name else { throw fault("<\(opened)> is ended by </\(name)>") }
        return .end
    }

    private mutating func readStartTag() throws(XMLFault) -> Event {
        guard !stands("<!") else {
            throw fault("document types, entities and CDATA are not read")
        }
        guard !stands("<?") else { throw fault("processing instructions are not read") }
        guard !(open.isEmpty && hasRoot) else { throw fault("there is a second root element") }
        guard open.count < Self.deepest else {
            throw fault("elements are nested deeper than \(Self.deepest)")
        }
        position += 1
        let name = try readName()
        let attributes = try readAttributes(of: name)
        if bytes[position] == UInt8(ascii: "/") {
            position += 1
            isEmptyElement = true
        }
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
            throw fault("<\(name) has no end")
        }
        position += 1
        open.append(name)
        hasRoot = true
        return .start(name: name, attributes: attributes)
    }

    /// Reads up to the `/` or `>` that ends the tag.
    private mutating func readAttributes(of element: String) throws(XMLFault) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let start = position
            skipSpace()
            guard position < bytes.count else { throw fault("<\(element) has no end") }
            if [UInt8(ascii: "/"), UInt8(ascii: ">")].contains(bytes[position]) {
                return attributes
            }
            guard position > start else {
                throw fault("there is no space before an attribute of <\(element)>")
            }
            let name = try readName()
            let value = try readValue(of: name)
            guard attributes.updateValue(value, forKey: name) == nil else {
                throw fault("<\(element)> has the attribute \(name) twice")
            }
            guard attributes.count <= Self.mostAttributes else {
                throw fault("<\(element)> has more than \(Self.mostAttributes) attributes")
            }
        }
    }

    private mutating func readValue(of name: String) throws(XMLFault) -> String {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            throw fault("the attribute \(name) has no value")
        }
        position += 1
        skipSpace()
        guard position < bytes.count,
            [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position])
        else { throw fault("the value of \(name) has no quotes") }
        let quote = bytes[position]
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != quote {
            guard bytes[position] != UInt8(ascii: "<") else {
                throw fault("there is a < in the value of \(name)")
            }
            position += 1
        }
        guard position < bytes.count else { throw fault("the value of \(name) has no end") }
        let value = try unescaped(bytes[start..<position])
        position += 1
        return value
    }

    private mutating func readName() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start, position - start <= 256 else {
            throw fault("there is no name where one has to be")
        }
        return try decoded(bytes[start..<position])
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || byte >= 0x80
            || [UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ".")]
                .contains(byte)
    }

    /// Text up to the next tag; nil for white space.
    private mutating func readText() throws(XMLFault) -> String? {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        var text = bytes[start..<position]
        while let first = text.first, Self.isSpace(first) { text.removeFirst() }
        while let last = text.last, Self.isSpace(last) { text.removeLast() }
        guard !text.isEmpty else { return nil }
        guard !open.isEmpty else { throw fault("there is text outside of the root element") }
        return try unescaped(text)
    }
}

// MARK: - Characters

extension XMLScanner {
    private func decoded(_ bytes: ArraySlice<UInt8>) throws(XMLFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw fault("it is no UTF-8")
        }
        return text
    }

    /// The text with what stands for other characters replaced.
    private func unescaped(_ escaped: ArraySlice<UInt8>) throws(XMLFault) -> String {
        guard escaped.count <= Self.longestText else {
            throw fault("a text has more than \(Self.longestText) bytes")
        }
        guard escaped.contains(UInt8(ascii: "&")) else { return try decoded(escaped) }
        var text = ""
        var rest = escaped
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += try decoded(rest[..<mark])
            guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw fault("there is an & that begins nothing")
            }
            text.unicodeScalars.append(try scalar(of: decoded(rest[(mark + 1)..<end])))
            rest = rest[(end + 1)...]
        }
        return text + (try decoded(rest))
    }

    private func scalar(of reference: String) throws(XMLFault) -> Unicode.Scalar {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let digits =
            reference.hasPrefix("#x")
            ? UInt32(reference.dropFirst(2), radix: 16)
            : reference.hasPrefix("#") ? UInt32(reference.dropFirst()) : nil
        guard let digits, let scalar = Unicode.Scalar(digits),
            digits >= 0x20 || digits == 9
                || digits == 10 || digits == 13
        else { throw fault("&\(reference); stands for no character that XML itself knows") }
        return scalar
    }
}
