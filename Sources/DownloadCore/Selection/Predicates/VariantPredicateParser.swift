/// Reads the tokens of a predicate; see the grammar in VariantPredicate+Text.swift.
struct VariantPredicateParser {
    private let tokens: [PredicateToken]
    private var index = 0
    private var depth = 0

    /// - Precondition: the last token is the end.
    init(_ tokens: [PredicateToken]) {
        precondition(tokens.last?.kind == .end, "a text of tokens has an end")
        self.tokens = tokens
    }

    mutating func predicate() throws(VariantPredicateError) -> VariantPredicate {
        let predicate = try condition()
        guard token.kind == .end else { throw unexpected("AND, OR or the end") }
        return predicate
    }

    // MARK: Conditions

    private mutating func condition() throws(VariantPredicateError) -> VariantPredicate {
        var members = [try disjunct()]
        while takes(sign: "||", word: "OR") { members.append(try disjunct()) }
        return .any(members)
    }

    private mutating func disjunct() throws(VariantPredicateError) -> VariantPredicate {
        var members = [try conjunct()]
        while takes(sign: "&&", word: "AND") { members.append(try conjunct()) }
        return .all(members)
    }

    private mutating func conjunct() throws(VariantPredicateError) -> VariantPredicate {
        depth += 1
        defer { depth -= 1 }
        guard depth <= VariantPredicate.maximumDepth else {
            throw error(.tooDeep(limit: VariantPredicate.maximumDepth))
        }
        if takes(sign: "!", word: "NOT") { return try !conjunct() }
        if takes(sign: "(") {
            let inner = try condition()
            guard takes(sign: ")") else { throw unexpected("AND, OR or ')'") }
            return inner
        }
        if takes(word: "TRUEPREDICATE") { return .always }
        if takes(word: "FALSEPREDICATE") { return .never }
        return try comparison()
    }

    private mutating func comparison() throws(VariantPredicateError) -> VariantPredicate {
        switch token.kind {
        case .number, .text: return try reversedComparison()
        default: break
        }
        _ = takes(word: "ANY")
        let key = try key()
        let operation = try operation(for: key)
        switch key {
        case .number(let key): return try compare(key, operation)
        case .text(let key): return try compare(key, operation)
        case .flag(let key): return try compare(key, operation)
        }
    }

    /// `265000 < peakBitRate`, and `'hvc1' IN codecTypes`.
    private mutating func reversedComparison() throws(VariantPredicateError) -> VariantPredicate {
        let value = take()
        let place = token
        let operation = try operation(for: nil)
        let key = try key()
        switch (key, value.kind, operation.name) {
        case (.number(let key), .number(let number), let name):
            guard let relation = NumberTest.Relation(rawValue: name)?.mirrored else { break }
            return VariantPredicate(.number(key, .relation(relation, number)))
        case (.text(let key), .text(let text), "IN"), (.text(let key), .text(let text), "=="):
            let test = TextTest(.equal, [text], ignoresCase: operation.ignoresCase)
            return VariantPredicate(.text(key, test))
        case (.text(let key), .text(let text), "!="):
            let test = TextTest(.notEqual, [text], ignoresCase: operation.ignoresCase)
            return VariantPredicate(.text(key, test))
        default: break
        }
        throw VariantPredicateError(
            column: place.column, reason: .unusableOperator(place.source, key: key.name))
    }

    // MARK: Comparisons by kind of key

    private mutating func compare(
        _ key: NumberKey, _ operation: Operation
    ) throws(VariantPredicateError) -> VariantPredicate {
        if let relation = NumberTest.Relation(rawValue: operation.name) {
            return VariantPredicate(.number(key, .relation(relation, try number())))
        }
        switch operation.name {
        case "IN":
            return VariantPredicate(.number(key, .oneOf(try numbers())))
        case "BETWEEN":
            let place = token
            let bounds = try numbers()
            guard bounds.count == 2 else {
                throw VariantPredicateError(
                    column: place.column,
                    reason: .expected("two bounds", found: "\(bounds.count)"))
            }
            return VariantPredicate(.number(key, .between(bounds[0], bounds[1])))
        default:
            throw operation.unusable(for: key.rawValue)
        }
    }

    private mutating func compare(
        _ key: TextKey, _ operation: Operation
    ) throws(VariantPredicateError) -> VariantPredicate {
        guard let relation = TextTest.Relation(rawValue: operation.name) else {
            throw operation.unusable(for: key.rawValue)
        }
        let values = relation == .oneOf ? try texts() : [try text()]
        return VariantPredicate(
            .text(key, TextTest(relation, values, ignoresCase: operation.ignoresCase)))
    }

    private mutating func compare(
        _ key: FlagKey, _ operation: Operation
    ) throws(VariantPredicateError) -> VariantPredicate {
        guard operation.name == "==" || operation.name == "!=", !operation.ignoresCase else {
            throw operation.unusable(for: key.rawValue)
        }
        let value = try flag()
        return VariantPredicate(.flag(key, operation.name == "==" ? value : !value))
    }

    // MARK: Operators and values

    private struct Operation {
        /// In its usual spelling.
        var name: String
        var ignoresCase: Bool
        var token: PredicateToken

        func unusable(for key: String) -> VariantPredicateError {
            VariantPredicateError(
                column: token.column, reason: .unusableOperator(token.source, key: key))
        }
    }

    private static let spellings = [
        "=": "==", "==": "==", "!=": "!=", "<>": "!=", "<": "<", ">": ">", "<=": "<=", "=<": "<=",
        ">=": ">=", "=>": ">=", "IN": "IN", "BETWEEN": "BETWEEN", "CONTAINS": "CONTAINS",
        "BEGINSWITH": "BEGINSWITH", "ENDSWITH": "ENDSWITH",
    ]

    private mutating func operation(
        for key: VariantKey?
    ) throws(VariantPredicateError) -> Operation {
        let found = token
        let spelled: String
        switch found.kind {
        case .sign(let sign): spelled = sign
        case .word(let word): spelled = word.uppercased()
        default: throw unexpected("an operator such as '==', '<' or IN")
        }
        guard let name = Self.spellings[spelled] else {
            throw unexpected("an operator such as '==', '<' or IN")
        }
        _ = take()
        var ignoresCase = false
        if case .option = token.kind {
            if case .number? = key { throw unexpected("a number") }
            _ = take()
            ignoresCase = true
        }
        return Operation(name: name, ignoresCase: ignoresCase, token: found)
    }

    private mutating func key() throws(VariantPredicateError) -> VariantKey {
        guard case .word(let name) = token.kind else {
            throw unexpected("a key such as 'peakBitRate'")
        }
        guard let key = VariantKey(name) else {
            throw error(.unknownKey(name, nearest: VariantKey.nearest(to: name)))
        }
        _ = take()
        return key
    }

    private mutating func number() throws(VariantPredicateError) -> Double {
        guard case .number(let value) = token.kind else { throw unexpected("a number") }
        _ = take()
        return value
    }

    private mutating func text() throws(VariantPredicateError) -> String {
        guard case .text(let value) = token.kind else { throw unexpected("a text in quotes") }
        _ = take()
        return value
    }

    private mutating func flag() throws(VariantPredicateError) -> Bool {
        switch token.kind {
        case .number(1): _ = take()
        case .number(0):
            _ = take()
            return false
        default:
            if takes(word: "NO") || takes(word: "FALSE") { return false }
            guard takes(word: "YES") || takes(word: "TRUE") else { throw unexpected("YES or NO") }
        }
        return true
    }

    private mutating func numbers() throws(VariantPredicateError) -> [Double] {
        try open()
        var values: [Double] = []
        while !takes(sign: "}") {
            if !values.isEmpty { try comma() }
            values.append(try number())
        }
        return values
    }

    private mutating func texts() throws(VariantPredicateError) -> [String] {
        try open()
        var values: [String] = []
        while !takes(sign: "}") {
            if !values.isEmpty { try comma() }
            values.append(try text())
        }
        return values
    }

    private mutating func open() throws(VariantPredicateError) {
        guard takes(sign: "{") else { throw unexpected("a list in braces") }
    }

    private mutating func comma() throws(VariantPredicateError) {
        guard takes(sign: ",") else { throw unexpected("',' or '}'") }
    }

    // MARK: Tokens

    private var token: PredicateToken { tokens[index] }

    private mutating func take() -> PredicateToken {
        defer { if index + 1 < tokens.count { index += 1 } }
        return token
    }

    private mutating func takes(sign: String? = nil, word: String? = nil) -> Bool {
        switch token.kind {
        case .sign(let found) where found == sign: break
        case .word(let found) where found.uppercased() == word: break
        default: return false
        }
        _ = take()
        return true
    }

    private func unexpected(_ expected: String) -> VariantPredicateError {
        error(.expected(expected, found: token.source))
    }

    private func error(_ reason: VariantPredicateError.Reason) -> VariantPredicateError {
        VariantPredicateError(column: token.column, reason: reason)
    }
}

extension NumberTest.Relation {
    /// The same comparison with its sides exchanged.
    fileprivate var mirrored: Self {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .greater: .less
        case .atMost: .atLeast
        case .atLeast: .atMost
        }
    }
}
