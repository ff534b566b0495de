/// What a server offers to its clients: EXT-X-SERVER-CONTROL, section 4.4.3.8.
public struct ServerControl: Sendable, Hashable {
    /// Delta updates are offered for media further than this from the end.
    public var canSkipUntil: Duration?
    /// Delta updates may leave out date ranges.
    public var canSkipDateRanges: Bool
    /// Distance from the end to begin playing at.
    public var holdBack: Duration?
    /// The same in low-latency mode.
    public var partHoldBack: Duration?
    /// The server delays a response until the playlist has what was asked for.
    public var canBlockReload: Bool
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        canSkipUntil: Duration? = nil, canSkipDateRanges: Bool = false, holdBack: Duration? = nil,
        partHoldBack: Duration? = nil, canBlockReload: Bool = false,
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.canSkipUntil = canSkipUntil
        self.canSkipDateRanges = canSkipDateRanges
        self.holdBack = holdBack
        self.partHoldBack = partHoldBack
        self.canBlockReload = canBlockReload
        self.unknownAttributes = unknownAttributes
    }
}
