/// Where a player should begin: EXT-X-START, section 4.4.2.2.
public struct StartPoint: Sendable, Hashable {
    /// From the start of the playlist; from its end when negative.
    public var timeOffset: Duration
    /// Whether samples before the offset, in the same segment, stay unrendered.
    public var isPrecise: Bool
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        timeOffset: Duration, isPrecise: Bool = false, unknownAttributes: [UnknownAttribute] = []
    ) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
        self.unknownAttributes = unknownAttributes
    }
}
