/// Splits Swift source into tokens and sets comments and the texts of string literals aside.
///
/// Code inside of an interpolation is code. A regex literal between bare slashes is not known: the
/// house writes none.
struct SwiftScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private(set) var tokens: [SwiftToken] = []
    /// Lines that hold a comment or a part of one.
    private(set) var commentLines: Set<Int> = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        scanCode(isInterpolation: false)
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private func stands(_ text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func emit(from start: Int, line: Int, _ text: String? = nil) {
        let text = text ?? String(decoding: bytes[start..<position], as: UTF8.self)
        tokens.append(SwiftToken(text: text, line: line, start: start, end: position))
    }
}

// MARK: - Code

extension SwiftScanner {
    /// Scans to the end of the text, or behind the parenthesis that ends an interpolation.
    private mutating func scanCode(isInterpolation: Bool) {
        var depth = 0
        while let next = byte() {
            if stands("//") {
                scanLineComment()
            } else if stands("/*") {
                scanBlockComment()
            } else if let hashes = literalOpening() {
                scanLiteral(hashes: hashes)
            } else if Self.isWordByte(next) {
                scanWord()
            } else if next == UInt8(ascii: "`") {
                scanQuotedName()
            } else if next <= UInt8(ascii: " ") {
                advance()
            } else {
                let start = position
                advance()
                if next == UInt8(ascii: "(") { depth += 1 }
                if next == UInt8(ascii: ")") { depth -= 1 }
                if isInterpolation, depth < 0 { return }
                emit(from: start, line: line)
            }
        }
    }

    private mutating func scanWord() {
        let start = position
        while let next = byte(), Self.isWordByte(next) { advance() }
        emit(from: start, line: line)
    }

    private mutating func scanQuotedName() {
        let start = position
        advance()
        while let next = byte(), next != UInt8(ascii: "`") { advance() }
        advance()
        emit(from: start, line: line)
    }
}

// MARK: - Comments

extension SwiftScanner {
    private mutating func scanLineComment() {
        commentLines.insert(line)
        while let next = byte(), next != UInt8(ascii: "\n") { advance() }
    }

    /// Block comments nest.
    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            commentLines.insert(line)
            if stands("/*") {
                depth += 1
                advance(2)
            } else if stands("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }
}

// MARK: - String literals

extension SwiftScanner {
    /// The number of `#` before the quotation mark that stands here; nil when no literal does.
    private func literalOpening() -> Int? {
        var count = 0
        while byte(count) == UInt8(ascii: "#") { count += 1 }
        return byte(count) == UInt8(ascii: "\"") ? count : nil
    }

    private mutating func scanLiteral(hashes: Int) {
        let start = position
        let startLine = line
        advance(hashes)
        let marks = stands("\"\"\"") ? 3 : 1
        advance(marks)
        let fence = String(repeating: "#", count: hashes)
        let closing = String(repeating: "\"", count: marks) + fence
        let escape = "\\" + fence
        while position < bytes.count {
            if stands(closing) {
                advance(closing.utf8.count)
                break
            } else if stands(escape + "(") {
                advance(escape.utf8.count + 1)
                scanCode(isInterpolation: true)
            } else if stands(escape) {
                advance(escape.utf8.count + 1)
            } else if marks == 1, byte() == UInt8(ascii: "\n") {
                break
            } else {
                advance()
            }
        }
        emit(from: start, line: startLine, SwiftToken.literal)
    }
}
