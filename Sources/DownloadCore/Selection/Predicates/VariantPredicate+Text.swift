// The text of a predicate: the format of NSPredicate, as far as it makes sense for variants.
//
//     condition  = disjunct { ( OR | "||" ) disjunct }
//     disjunct   = conjunct { ( AND | "&&" ) conjunct }
//     conjunct   = ( NOT | "!" ) conjunct | "(" condition ")" | TRUEPREDICATE | FALSEPREDICATE
//                | [ ANY ] key operator value | value operator key
//     operator   = "=" "==" "!=" "<>" "<" ">" "<=" "=<" ">=" "=>"                    numbers, texts
//                | BETWEEN "{" low "," high "}" | IN "{" value { "," value } "}"
//                | CONTAINS | BEGINSWITH | ENDSWITH, and [c] behind any operator on texts
//
// Words are understood in upper and lower case, keys as they are written: ``VariantKey``.
// Source of the format: Apple's Predicate Programming Guide, "Predicate Format String Syntax".
extension VariantPredicate {
    /// Conditions inside one another that a text may have.
    public static let maximumDepth = 100

    /// Reads a predicate.
    /// - Throws: ``VariantPredicateError`` with the column, what was found and what would do.
    public init(_ text: String) throws(VariantPredicateError) {
        var parser = VariantPredicateParser(try PredicateToken.all(of: text))
        self = try parser.predicate()
    }

    /// The predicate as ``init(_:)-(String)`` reads it.
    public var text: String { node.text }
}

extension VariantPredicate: Codable {
    /// Stored as its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(VariantPredicateError) {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no predicate: \(error)")
        }
    }

    /// - Throws: `EncodingError` when it is deeper than ``maximumDepth``, and could not be read.
    public func encode(to encoder: any Encoder) throws {
        guard node.depth <= Self.maximumDepth else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "a predicate is at most \(Self.maximumDepth) deep"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension VariantPredicate.Node {
    var text: String {
        switch self {
        case .always: "TRUEPREDICATE"
        case .never: "FALSEPREDICATE"
        case .number(let key, let test): "\(key.rawValue) \(test.text)"
        case .text(let key, let test): "\(key.rawValue) \(test.text)"
        case .flag(let key, let value): "\(key.rawValue) == \(value ? "YES" : "NO")"
        case .not(let node): "NOT \(node.bracketed)"
        case .all(let nodes): nodes.map(\.bracketed).joined(separator: " AND ")
        case .any(let nodes): nodes.map(\.bracketed).joined(separator: " OR ")
        }
    }

    private var bracketed: String {
        switch self {
        case .all, .any: "(\(text))"
        default: text
        }
    }
}

extension NumberTest {
    fileprivate var text: String {
        switch self {
        case .relation(let relation, let value): "\(relation.rawValue) \(value.predicateText)"
        case .between(let low, let high):
            "BETWEEN {\(low.predicateText), \(high.predicateText)}"
        case .oneOf(let values):
            "IN {\(values.map(\.predicateText).joined(separator: ", "))}"
        }
    }
}

extension TextTest {
    fileprivate var text: String {
        let operation = relation.rawValue + (ignoresCase ? "[c]" : "")
        let quoted = values.map(\.predicateText)
        if relation == .oneOf { return "\(operation) {\(quoted.joined(separator: ", "))}" }
        return "\(operation) \(quoted.first ?? "''")"
    }
}

extension Double {
    /// Without a point where the number is whole and exact.
    fileprivate var predicateText: String {
        Int64(exactly: self).flatMap { abs(self) < 0x1p53 ? "\($0)" : nil } ?? "\(self)"
    }
}

extension String {
    fileprivate var predicateText: String {
        var text = "'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": text.unicodeScalars.append(contentsOf: ["\\", scalar])
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "'"
        return text
    }
}
