/// What a playlist already says about the segment after its last one.
public struct UpcomingSegment: Sendable, Hashable {
    /// EXT-X-DISCONTINUITY stands before it.
    public var isDiscontinuity: Bool
    /// EXT-X-GAP: it will not exist.
    public var isGap: Bool
    /// EXT-X-PROGRAM-DATE-TIME, where the tag stands.
    public var programDateTime: PlaylistDate?
    /// The keys in force, one per KEYFORMAT; empty: not encrypted.
    public var keys: [Key]
    /// The init section in force.
    public var map: InitSection?
    /// The parts that are published.
    public var parts: [PartialSegment]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(parts: [PartialSegment] = []) {
        self.parts = parts
        isDiscontinuity = false
        isGap = false
        keys = []
    }
}
