/// One piece of media, with everything that applies to it: section 3.
public struct MediaSegment: Sendable, Hashable {
    /// As the playlist wrote it, variables substituted.
    public var uri: String
    /// EXTINF, to the nanosecond.
    public var duration: Duration
    /// The text after EXTINF's comma; nil when it is empty.
    public var title: String?
    /// The bytes of the resource that are the segment; nil: all of them.
    public var byteRange: ByteRange?
    /// EXT-X-DISCONTINUITY stands before the segment.
    public var isDiscontinuity: Bool
    /// EXT-X-GAP: the segment does not exist and is not to be fetched.
    public var isGap: Bool
    /// Media sequence number; given by the playlist and the segment's place in it.
    public var sequenceNumber: Int
    /// The keys that apply, one per KEYFORMAT; empty: not encrypted.
    public var keys: [Key]
    /// EXT-X-MAP: what to read before the segment.
    public var map: InitSection?
    /// EXT-X-PROGRAM-DATE-TIME of this segment's first sample, where the tag stands.
    public var programDateTime: PlaylistDate?
    /// EXT-X-BITRATE in kilobits per second.
    public var bitrate: Int?
    /// EXT-X-PART: the parts that the segment was published in.
    public var parts: [PartialSegment]

    /// Makes a segment that is a whole resource, in the clear.
    public init(uri: String, duration: Duration) {
        self.uri = uri
        self.duration = duration
        isDiscontinuity = false
        isGap = false
        sequenceNumber = 0
        keys = []
        parts = []
    }

    /// EXT-X-PROGRAM-DATE-TIME as the playlist wrote it.
    public var programDateTimeText: String? {
        programDateTime?.text
    }
}
