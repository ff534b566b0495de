/// Where a player should begin: EXT-X-START, section 4.4.2.2.
public struct StartPoint: Sendable, Hashable {
    /// From the start of the playlist; from its end when negative.
    public var timeOffset: Duration
    /// Whether samples before the offset, in the same segment, stay unrendered.
    public var isPrecise: Bool
    public var unknownAttributes: [UnknownAttribute]

    public init(
        timeOffset: Duration, isPrecise: Bool = false, unknownAttributes: [UnknownAttribute] = []
    ) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
        self.unknownAttributes = unknownAttributes
    }
}
