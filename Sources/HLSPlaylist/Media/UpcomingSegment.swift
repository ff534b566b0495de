/// What a playlist already says about the segment after its last one.
public struct UpcomingSegment: Sendable, Hashable {
    public var isDiscontinuity: Bool
    public var isGap: Bool
    public var programDateTime: PlaylistDate?
    /// The keys in force, one per KEYFORMAT; empty: not encrypted.
    public var keys: [Key]
    public var map: InitSection?
    /// The parts that are published.
    public var parts: [PartialSegment]

    public init(parts: [PartialSegment] = []) {
        self.parts = parts
        isDiscontinuity = false
        isGap = false
        keys = []
    }
}
