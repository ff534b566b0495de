/// A piece of a segment, published before the segment is complete: EXT-X-PART, section 4.4.4.9.
public struct PartialSegment: Sendable, Hashable {
    /// URI, variables substituted.
    public var uri: String
    /// DURATION, to the nanosecond.
    public var duration: Duration
    /// BYTERANGE, with its implied offset; nil: the whole resource.
    public var byteRange: ByteRange?
    /// The part begins with an independent frame.
    public var isIndependent: Bool
    /// The part does not exist.
    public var isGap: Bool
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        uri: String, duration: Duration, byteRange: ByteRange? = nil, isIndependent: Bool = false,
        isGap: Bool = false, unknownAttributes: [UnknownAttribute] = []
    ) {
        self.uri = uri
        self.duration = duration
        self.byteRange = byteRange
        self.isIndependent = isIndependent
        self.isGap = isGap
        self.unknownAttributes = unknownAttributes
    }
}
