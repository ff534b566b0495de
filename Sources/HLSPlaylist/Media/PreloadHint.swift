/// A resource that will be needed soon: EXT-X-PRELOAD-HINT, section 4.4.5.3.
public struct PreloadHint: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case part = "PART"
        case map = "MAP"
    }

    public var kind: Kind
    public var uri: String
    /// First byte.
    public var byteRangeStart: Int
    /// Number of bytes; nil: to the end of the resource.
    public var byteRangeLength: Int?
    public var unknownAttributes: [UnknownAttribute]

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
