/// Why a text is no predicate.
public struct VariantPredicateError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case expected(String, found: String)
        /// A key that no variant has, and the known one that is spelled most like it.
        case unknownKey(String, nearest: String?)
        /// An operator that the key's value has no use for.
        case unusableOperator(String, key: String)
        case unfinishedText
        case unknownOption(String)
        case tooDeep(limit: Int)
    }

    /// Where, in characters (Unicode scalars) from 1.
    public var column: Int
    public var reason: Reason
}

extension VariantPredicateError: CustomStringConvertible {
    public var description: String {
        "column \(column): \(reason)"
    }
}

extension VariantPredicateError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .expected(let what, let found): "expected \(what), found \(found)"
        case .unknownKey(let name, let nearest?):
            "unknown key '\(name)'; did you mean '\(nearest)'?"
        case .unknownKey(let name, nil):
            "unknown key '\(name)'; known are \(VariantKey.all.map(\.name).joined(separator: ", "))"
        case .unusableOperator(let name, let key): "'\(key)' cannot be compared with \(name)"
        case .unfinishedText: "the text that begins here has no closing quote"
        case .unknownOption(let option):
            "unknown option '\(option)'; [c] ignores upper and lower case"
        case .tooDeep(let limit): "more than \(limit) conditions inside one another"
        }
    }
}

extension VariantKey {
    /// The known spelling nearest to a name, when it is near enough to be meant: a third of its
    /// letters may differ.
    static func nearest(to name: String) -> String? {
        let wanted = Array(name.lowercased().unicodeScalars)
        guard wanted.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for spelling in spellings {
            let distance = editDistance(wanted, Array(spelling.name.lowercased().unicodeScalars))
            if distance < best?.distance ?? .max { best = (spelling.name, distance) }
        }
        guard let best, best.distance <= max(2, wanted.count / 3) else { return nil }
        return best.name
    }

    /// Levenshtein's distance: insertions, deletions and replacements.
    private static func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (i, scalar) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in other.enumerated() {
                let replaced = diagonal + (scalar == candidate ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
