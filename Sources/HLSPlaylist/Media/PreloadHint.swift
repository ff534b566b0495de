/// A resource that will be needed soon: EXT-X-PRELOAD-HINT, section 4.4.5.3.
public struct PreloadHint: Sendable, Hashable {
    /// TYPE.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A partial segment.
        case part = "PART"
        /// An init section.
        case map = "MAP"
    }

    /// What the resource is.
    public var kind: Kind
    /// URI, variables substituted.
    public var uri: String
    /// First byte.
    public var byteRangeStart: Int
    /// Number of bytes; nil: to the end of the resource.
    public var byteRangeLength: Int?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        kind: Kind, uri: String, byteRangeStart: Int = 0, byteRangeLength: Int? = nil,
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.kind = kind
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
        self.unknownAttributes = unknownAttributes
    }
}
