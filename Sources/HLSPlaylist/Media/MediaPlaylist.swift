/// A playlist that lists media segments: sections 4.4.3 to 4.4.5.
///
/// Two playlists are equal when their content is; ``diagnostics`` do not count.
public struct MediaPlaylist: Sendable {
    /// EXT-X-PLAYLIST-TYPE.
    public enum PlaylistType: String, Sendable, Hashable, CaseIterable {
        /// Segments are only added at the end.
        case event = "EVENT"
        /// The playlist does not change.
        case vod = "VOD"
    }

    /// EXT-X-VERSION; 1 when there is none.
    public var version: Int
    /// Upper bound of the segments' durations, each rounded to a second.
    public var targetDuration: Duration
    /// Sequence number of the first segment; of the first one skipped in a delta update.
    public var mediaSequence: Int { didSet { numberSegments() } }
    /// Discontinuities before the first segment: EXT-X-DISCONTINUITY-SEQUENCE.
    public var discontinuitySequence: Int
    /// EXT-X-PLAYLIST-TYPE; nil when the playlist may change in any way.
    public var playlistType: PlaylistType?
    /// EXT-X-ENDLIST: no more segments will be added.
    public var hasEndList: Bool
    /// EXT-X-I-FRAMES-ONLY: each segment is one I-frame.
    public var isIFramesOnly: Bool
    /// EXT-X-INDEPENDENT-SEGMENTS: each segment can be decoded on its own.
    public var hasIndependentSegments: Bool
    /// EXT-X-START.
    public var start: StartPoint?
    /// EXT-X-DEFINE, in the order of the text.
    public var definitions: [Definition]
    /// PART-TARGET of EXT-X-PART-INF: upper bound of the parts' durations.
    public var partTarget: Duration?
    /// Attributes of EXT-X-PART-INF that the library has no property for.
    public var partInfAttributes: [UnknownAttribute]
    /// EXT-X-SERVER-CONTROL.
    public var serverControl: ServerControl?
    /// EXT-X-SKIP: the playlist is a delta update, and these segments come first.
    public var skip: Skip? { didSet { numberSegments() } }
    /// The segments, without those that a delta update skips.
    public var segments: MediaSegments { didSet { numberSegments() } }
    /// The segment that is not complete yet; nil when the playlist says nothing of it.
    public var upcoming: UpcomingSegment?
    /// EXT-X-DATERANGE, in the order of the text.
    public var dateRanges: [DateRange]
    /// EXT-X-PRELOAD-HINT, in the order of the text.
    public var preloadHints: [PreloadHint]
    /// EXT-X-RENDITION-REPORT, in the order of the text.
    public var renditionReports: [RenditionReport]
    /// EXT-X-ALLOW-CACHE, removed from the protocol in version 7.
    public var allowsCache: Bool?
    /// Tags that the library has no type for, in the order of the text.
    public var unknownTags: [UnknownTag]
    /// What the parser found wrong; empty for a playlist that was not parsed.
    public var diagnostics: [Diagnostic]

    /// Makes a playlist to be written: version 1, no end, the segments numbered from
    /// `mediaSequence` on.
    public init(
        targetDuration: Duration, segments: some Sequence<MediaSegment> = [], mediaSequence: Int = 0
    ) {
        version = 1
        self.targetDuration = targetDuration
        discontinuitySequence = 0
        hasEndList = false
        isIFramesOnly = false
        hasIndependentSegments = false
        definitions = []
        partInfAttributes = []
        self.mediaSequence = mediaSequence
        self.segments = MediaSegments(segments)
        dateRanges = []
        preloadHints = []
        renditionReports = []
        unknownTags = []
        diagnostics = []
        numberSegments()
    }

    private mutating func numberSegments() {
        let first = mediaSequence &+ (skip?.skippedSegments ?? 0)
        if segments.firstSequenceNumber != first { segments.firstSequenceNumber = first }
    }

    /// Parts of the segment that is not complete yet.
    public var trailingParts: [PartialSegment] {
        upcoming?.parts ?? []
    }

    /// Sum of the segments' durations, gaps included.
    public var totalDuration: Duration {
        segments.totalDuration
    }
}

extension MediaPlaylist: Hashable {
    /// Whether the content is equal; what the parser found wrong does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.hasSameHeader(as: right) && left.upcoming == right.upcoming
            && left.dateRanges == right.dateRanges && left.preloadHints == right.preloadHints
            && left.renditionReports == right.renditionReports
            && left.unknownTags == right.unknownTags && left.segments == right.segments
    }

    private func hasSameHeader(as other: Self) -> Bool {
        version == other.version && targetDuration == other.targetDuration
            && mediaSequence == other.mediaSequence
            && discontinuitySequence == other.discontinuitySequence
            && playlistType == other.playlistType && hasEndList == other.hasEndList
            && isIFramesOnly == other.isIFramesOnly
            && hasIndependentSegments == other.hasIndependentSegments && start == other.start
            && definitions == other.definitions && partTarget == other.partTarget
            && partInfAttributes == other.partInfAttributes
            && serverControl == other.serverControl && skip == other.skip
            && allowsCache == other.allowsCache
    }

    /// Feeds a part of the content: equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(targetDuration)
        hasher.combine(discontinuitySequence)
        hasher.combine(hasEndList)
        hasher.combine(segments)
    }
}
