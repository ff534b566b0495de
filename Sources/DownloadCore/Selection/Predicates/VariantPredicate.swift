/// A condition on a variant that can be looked into, stored and compared: what AVFoundation takes
/// as an `NSPredicate`.
///
/// Made from text, ``init(_:)-(String)``, or from Swift:
/// `VariantPredicate { $0.peakBitRate > 265_000 && $0.presentationHeight <= 720 }`. Both forms make
/// the same value, and ``text`` writes it so that it can be read again.
public struct VariantPredicate: Sendable, Hashable {
    /// What it says, without what says nothing: an `all` or `any` has two members or more, and
    /// none of its own kind.
    package indirect enum Node: Sendable, Hashable {
        /// TRUEPREDICATE and FALSEPREDICATE.
        case always, never
        case number(NumberKey, NumberTest)
        case text(TextKey, TextTest)
        case flag(FlagKey, Bool)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    package let node: Node

    init(_ node: Node) {
        self.node = node
    }

    public static let always = VariantPredicate(.always)
    public static let never = VariantPredicate(.never)

    /// Holds when all do; ``always`` when there are none.
    public static func all(_ predicates: [VariantPredicate]) -> VariantPredicate {
        let members = predicates.flatMap { predicate in
            if case .all(let members) = predicate.node { members } else { [predicate.node] }
        }
        return members.count > 1 ? VariantPredicate(.all(members)) : predicates.first ?? .always
    }

    /// Holds when one does; ``never`` when there are none.
    public static func any(_ predicates: [VariantPredicate]) -> VariantPredicate {
        let members = predicates.flatMap { predicate in
            if case .any(let members) = predicate.node { members } else { [predicate.node] }
        }
        return members.count > 1 ? VariantPredicate(.any(members)) : predicates.first ?? .never
    }

    /// Whether the variant fulfils it.
    public func matches(_ variant: AssetVariant) -> Bool {
        node.matches(variant)
    }

    /// Whether it asks for a fact of the sound.
    package var isAboutAudio: Bool { node.isAboutAudio }
}

/// What is asked of a number.
package enum NumberTest: Sendable, Hashable {
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case greater = ">"
        case atMost = "<="
        case atLeast = ">="
    }

    case relation(Relation, Double)
    /// Both bounds included.
    case between(Double, Double)
    case oneOf([Double])
}

/// What is asked of a text, or of one text of a list.
package struct TextTest: Sendable, Hashable {
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        /// The opposite of ``equal``: of a list, that none is equal.
        case notEqual = "!="
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        /// Equal to one of several.
        case oneOf = "IN"
    }

    package var relation: Relation
    /// One, but for ``Relation/oneOf``.
    package var values: [String]
    /// `[c]`: upper and lower case are the same.
    package var ignoresCase: Bool

    package init(_ relation: Relation, _ values: [String], ignoresCase: Bool = false) {
        self.relation = relation
        self.values = values
        self.ignoresCase = ignoresCase
    }
}

extension VariantPredicate.Node {
    fileprivate func matches(_ variant: AssetVariant) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .number(let key, let test): test.holds(for: key.value(in: variant))
        case .text(let key, let test): test.holds(for: key.values(in: variant))
        case .flag(let key, let value): key.value(in: variant) == value
        case .not(let node): !node.matches(variant)
        case .all(let nodes): nodes.allSatisfy { $0.matches(variant) }
        case .any(let nodes): nodes.contains { $0.matches(variant) }
        }
    }

    fileprivate var isAboutAudio: Bool {
        switch self {
        case .always, .never: false
        case .number(let key, _): VariantKey.number(key).isOfAudio
        case .text(let key, _): VariantKey.text(key).isOfAudio
        case .flag(let key, _): VariantKey.flag(key).isOfAudio
        case .not(let node): node.isAboutAudio
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.isAboutAudio)
        }
    }

    /// How many conditions are inside one another.
    var depth: Int {
        switch self {
        case .always, .never, .number, .text, .flag: 1
        case .not(let node): node.depth + 1
        case .all(let nodes), .any(let nodes): (nodes.map(\.depth).max() ?? 0) + 1
        }
    }
}

extension NumberTest {
    /// Nothing is equal to a number that is not there, and it is no less and no more either.
    func holds(for number: Double?) -> Bool {
        guard let number else { return self.isNotEqual }
        return switch self {
        case .relation(.equal, let value): number == value
        case .relation(.notEqual, let value): number != value
        case .relation(.less, let value): number < value
        case .relation(.greater, let value): number > value
        case .relation(.atMost, let value): number <= value
        case .relation(.atLeast, let value): number >= value
        case .between(let low, let high): low <= number && number <= high
        case .oneOf(let values): values.contains(number)
        }
    }

    private var isNotEqual: Bool {
        if case .relation(.notEqual, _) = self { true } else { false }
    }
}

extension TextTest {
    func holds(for texts: [String]) -> Bool {
        if relation == .notEqual {
            return !TextTest(.equal, values, ignoresCase: ignoresCase).holds(for: texts)
        }
        let values = ignoresCase ? self.values.map { $0.lowercased() } : self.values
        return texts.contains { text in
            let text = ignoresCase ? text.lowercased() : text
            return values.contains { holds(text, $0) }
        }
    }

    private func holds(_ text: String, _ value: String) -> Bool {
        switch relation {
        case .equal, .oneOf: text == value
        case .notEqual: text != value
        case .contains: text.contains(value)
        case .beginsWith: text.hasPrefix(value)
        case .endsWith: text.hasSuffix(value)
        }
    }
}
