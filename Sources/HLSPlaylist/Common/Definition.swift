/// A variable: EXT-X-DEFINE, section 4.4.2.3.
public struct Definition: Sendable, Hashable {
    /// Where a value comes from.
    public enum Origin: String, Sendable, Hashable {
        /// NAME and VALUE stand in the tag.
        case literal
        /// IMPORT: the multivariant playlist defines it.
        case imported
        /// QUERYPARAM: the playlist's own address holds it.
        case queryParameter
    }

    /// Letters, digits, - and _.
    public var name: String
    /// What the variable stands for, percent-decoded if it came from an address. Nil: the
    /// ``ParsingContext`` does not say, and references to the variable stay as they are.
    public var value: String?
    /// Where the value comes from.
    public var origin: Origin

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(name: String, value: String?, origin: Origin = .literal) {
        self.name = name
        self.value = value
        self.origin = origin
    }
}
