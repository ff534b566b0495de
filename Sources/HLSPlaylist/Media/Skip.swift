/// What a delta update leaves out: EXT-X-SKIP, section 4.4.5.2.
public struct Skip: Sendable, Hashable {
    /// How many segments at the begin are left out.
    public var skippedSegments: Int
    /// IDs of date ranges that the playlist no longer has. Nil: the update leaves out no date
    /// range, and those that it does not list are gone.
    public var recentlyRemovedDateRanges: [String]?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        skippedSegments: Int, recentlyRemovedDateRanges: [String]? = nil,
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.skippedSegments = skippedSegments
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.unknownAttributes = unknownAttributes
    }
}
