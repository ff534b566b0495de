/// A tag that this library has no type for, kept as it was.
public struct UnknownTag: Sendable, Hashable {
    /// The name without the number sign: `EXT-X-CUE-OUT`.
    public var name: String
    /// What follows the colon; nil when there is none.
    public var value: String?
    /// The segment that the tag stands before; the number of segments when none follows. In a
    /// multivariant playlist: the variant.
    public var position: Int

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(name: String, value: String? = nil, position: Int = 0) {
        self.name = name
        self.value = value
        self.position = position
    }
}

/// An attribute that this library has no property for, kept as it was.
public struct UnknownAttribute: Sendable, Hashable {
    /// The name as the playlist wrote it.
    public var name: String
    /// The value without quotes.
    public var value: String
    /// Whether the value stood in quotes.
    public var isQuoted: Bool

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(name: String, value: String, isQuoted: Bool) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
