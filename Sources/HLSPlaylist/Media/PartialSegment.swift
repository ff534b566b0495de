/// A piece of a segment, published before the segment is complete: EXT-X-PART, section 4.4.4.9.
public struct PartialSegment: Sendable, Hashable {
    public var uri: String
    public var duration: Duration
    public var byteRange: ByteRange?
    /// The part begins with an independent frame.
    public var isIndependent: Bool
    /// The part does not exist.
    public var isGap: Bool
    public var unknownAttributes: [UnknownAttribute]

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
