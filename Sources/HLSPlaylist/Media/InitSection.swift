/// What a decoder must read before the segments it applies to: EXT-X-MAP, section 4.4.4.5.
public struct InitSection: Sendable, Hashable {
    /// URI, variables substituted.
    public var uri: String
    /// The bytes of the resource that are the section; nil: all of them.
    public var byteRange: ByteRange?
    /// The keys that apply to the section itself.
    public var keys: [Key]
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        uri: String, byteRange: ByteRange? = nil, keys: [Key] = [],
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
        self.unknownAttributes = unknownAttributes
    }
}
