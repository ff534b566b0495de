/// A word or sign of a predicate's text.
struct PredicateToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A key or a keyword.
        case word(String)
        case number(Double)
        case text(String)
        /// An operator or a bracket.
        case sign(String)
        /// `[c]` behind an operator.
        case option(String)
        case end
    }

    var kind: Kind
    /// Unicode scalars from 1.
    var column: Int
    /// As it was written, for errors.
    var source: String
}

extension PredicateToken {
    /// The tokens of a text, `end` last. Takes time linear in the text.
    static func all(of text: String) throws(VariantPredicateError) -> [PredicateToken] {
        var scanner = PredicateScanner(scalars: Array(text.unicodeScalars))
        var tokens: [PredicateToken] = []
        repeat { tokens.append(try scanner.next()) } while tokens.last?.kind != .end
        return tokens
    }
}

private struct PredicateScanner {
    let scalars: [Unicode.Scalar]
    var index = 0

    private static let twoSigns = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"]
    private static let oneSigns = ["=", "<", ">", "!", "(", ")", "{", "}", ","]

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    mutating func next() throws(VariantPredicateError) -> PredicateToken {
        while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
        let start = index
        guard let scalar = peek() else {
            return PredicateToken(kind: .end, column: start + 1, source: "the end")
        }
        let kind: PredicateToken.Kind
        if scalar.isWordStart {
            kind = .word(take { $0.isWordPart })
        } else if scalar.isDigit || "+-.".unicodeScalars.contains(scalar) {
            kind = try number()
        } else if scalar == "'" || scalar == "\"" {
            kind = .text(try quoted(by: scalar))
        } else if scalar == "[" {
            kind = .option(try option())
        } else {
            kind = .sign(try sign())
        }
        return PredicateToken(
            kind: kind, column: start + 1, source: "'\(Self.string(scalars[start..<index]))'")
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let scalar = peek(), condition(scalar) { index += 1 }
        return Self.string(scalars[start..<index])
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private mutating func number() throws(VariantPredicateError) -> PredicateToken.Kind {
        let start = index
        var text = take { $0.isDigit || "+-.".unicodeScalars.contains($0) }
        if peek() == "e" || peek() == "E" {
            index += 1
            text += "e" + take { $0.isDigit || $0 == "+" || $0 == "-" }
        }
        guard let value = Double(text), value.isFinite else {
            throw VariantPredicateError(
                column: start + 1,
                reason: .expected("a number", found: "'\(Self.string(scalars[start..<index]))'"))
        }
        return .number(value)
    }

    private mutating func quoted(by quote: Unicode.Scalar) throws(VariantPredicateError) -> String {
        let start = index
        index += 1
        var text = ""
        while let scalar = peek() {
            index += 1
            if scalar == quote { return text }
            guard scalar == "\\" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let escaped = peek() else { break }
            index += 1
            switch escaped {
            case "n": text += "\n"
            case "t": text += "\t"
            case "r": text += "\r"
            default: text.unicodeScalars.append(escaped)
            }
        }
        throw VariantPredicateError(column: start + 1, reason: .unfinishedText)
    }

    private mutating func option() throws(VariantPredicateError) -> String {
        let start = index
        index += 1
        let letters = take { $0.isWordPart }
        guard peek() == "]", letters.lowercased() == "c" else {
            throw VariantPredicateError(
                column: start + 1,
                reason: .unknownOption("[\(letters)" + (peek() == "]" ? "]" : "")))
        }
        index += 1
        return "c"
    }

    private mutating func sign() throws(VariantPredicateError) -> String {
        let two = Self.string(scalars[index..<min(index + 2, scalars.count)])
        if Self.twoSigns.contains(two) {
            index += 2
            return two
        }
        let one = Self.string(scalars[index..<index + 1])
        guard Self.oneSigns.contains(one) else {
            throw VariantPredicateError(
                column: index + 1,
                reason: .expected("a key, a value or an operator", found: "'\(one)'"))
        }
        index += 1
        return one
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isWordStart: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_"
    }
    fileprivate var isWordPart: Bool { isWordStart || isDigit || self == "." }
}
