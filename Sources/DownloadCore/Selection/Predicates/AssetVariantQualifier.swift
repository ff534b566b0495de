/// A demand on the variant to download; AVFoundation's `AVAssetVariantQualifier`.
///
/// Qualifiers are values and survive the process with their task, but for ``closure(_:_:)``.
public struct AssetVariantQualifier: Sendable, Hashable {
    package enum Demand: Sendable, Hashable {
        /// Every variant that fulfils it.
        case predicate(VariantPredicate)
        /// This one, even if it cannot be played.
        case variant(AssetVariant)
        /// The variants with the least or the greatest declared value, of those that fulfil the
        /// predicate.
        case minimum(NumberKey, among: VariantPredicate)
        case maximum(NumberKey, among: VariantPredicate)
        case closure(OpaqueVariantTest)
    }

    package var demand: Demand

    package init(_ demand: Demand) {
        self.demand = demand
    }

    public static func predicate(_ predicate: VariantPredicate) -> Self {
        Self(.predicate(predicate))
    }

    /// A predicate written in Swift.
    public static func predicate(_ build: (VariantKeys) -> VariantPredicate) -> Self {
        Self(.predicate(VariantPredicate(build)))
    }

    /// A predicate as text, such as `peakBitRate > 265000 AND presentationHeight <= 720`.
    public static func predicate(_ text: String) throws(VariantPredicateError) -> Self {
        Self(.predicate(try VariantPredicate(text)))
    }

    public static func variant(_ variant: AssetVariant) -> Self {
        Self(.variant(variant))
    }

    /// - Parameter predicate: what the variant has to fulfil besides; AVFoundation has no such.
    public static func minimum(
        _ key: NumberKey, among predicate: VariantPredicate = .always
    ) -> Self {
        Self(.minimum(key, among: predicate))
    }

    public static func maximum(
        _ key: NumberKey, among predicate: VariantPredicate = .always
    ) -> Self {
        Self(.maximum(key, among: predicate))
    }

    /// Any test at all. Nobody can look into it: it is not stored, and a task that has one cannot
    /// be restored. Encoding it throws.
    /// - Parameter name: what people are told it asks for.
    public static func closure(
        _ name: String, _ test: @escaping @Sendable (AssetVariant) -> Bool
    ) -> Self {
        Self(.closure(OpaqueVariantTest(name: name, test)))
    }

    /// Whether a task that has it can be stored and restored.
    public var isRestorable: Bool {
        if case .closure = demand { false } else { true }
    }
}

/// A test that only runs: equal to itself and to nothing else.
package final class OpaqueVariantTest: Sendable, Hashable {
    package let name: String
    package let test: @Sendable (AssetVariant) -> Bool

    package init(name: String, _ test: @escaping @Sendable (AssetVariant) -> Bool) {
        self.name = name
        self.test = test
    }

    package static func == (one: OpaqueVariantTest, other: OpaqueVariantTest) -> Bool {
        one === other
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension AssetVariantQualifier {
    /// The minimum of a key path such as `videoAttributes.presentationSize`.
    /// - Throws: ``VariantPredicateError`` when it is no key path of a number.
    public static func minimumValue(inKeyPath path: String) throws(VariantPredicateError) -> Self {
        .minimum(try numberKey(path))
    }

    /// The maximum of a key path; see ``minimumValue(inKeyPath:)``.
    public static func maximumValue(inKeyPath path: String) throws(VariantPredicateError) -> Self {
        .maximum(try numberKey(path))
    }

    private static func numberKey(_ path: String) throws(VariantPredicateError) -> NumberKey {
        switch VariantKey(path) {
        case .number(let key)?: return key
        case .some:
            throw VariantPredicateError(
                column: 1, reason: .expected("the key of a number", found: "'\(path)'"))
        case nil:
            throw VariantPredicateError(
                column: 1, reason: .unknownKey(path, nearest: VariantKey.nearest(to: path)))
        }
    }
}

extension AssetVariantQualifier: Codable {
    private enum Key: String, CodingKey {
        case predicate, variant, minimum, maximum, among
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let predicate = try values.decodeIfPresent(VariantPredicate.self, forKey: .predicate) {
            demand = .predicate(predicate)
        } else if let variant = try values.decodeIfPresent(AssetVariant.self, forKey: .variant) {
            demand = .variant(variant)
        } else {
            let among =
                try values.decodeIfPresent(VariantPredicate.self, forKey: .among) ?? .always
            if let key = try values.decodeIfPresent(NumberKey.self, forKey: .minimum) {
                demand = .minimum(key, among: among)
            } else {
                demand = .maximum(try values.decode(NumberKey.self, forKey: .maximum), among: among)
            }
        }
    }

    /// - Throws: `EncodingError` for a closure.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch demand {
        case .predicate(let predicate): try values.encode(predicate, forKey: .predicate)
        case .variant(let variant): try values.encode(variant, forKey: .variant)
        case .minimum(let key, let predicate):
            try values.encode(key, forKey: .minimum)
            if predicate != .always { try values.encode(predicate, forKey: .among) }
        case .maximum(let key, let predicate):
            try values.encode(key, forKey: .maximum)
            if predicate != .always { try values.encode(predicate, forKey: .among) }
        case .closure(let test):
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "the closure '\(test.name)' cannot be stored; "
                        + "a predicate can"))
        }
    }
}
