/// Reads a media playlist.
struct MediaParser {
    var core: ParserCore
    var playlist = MediaPlaylist(targetDuration: .zero)
    var segments = MediaSegments()

    /// The playlist that this one may be a delta update of.
    let base: MediaPlaylist?
    /// Segments of it that EXT-X-SKIP stands for.
    var skipped: Slice<MediaSegments>?

    // What the next segment will have.
    var row = SegmentRow()
    var hasEXTINF = false
    var range: PendingRange?

    // What applies until changed.
    /// Of which ``keySet`` is made when a segment needs it.
    var keys: [Key] = [] { didSet { isKeySetStale = true } }
    var isKeySetStale = false
    var keySet = SmallIndex.none
    var map = SmallIndex.none
    var bitrate = SmallIndex.none

    /// Line of each EXT-X-DATERANGE.
    var dateRangeLines: [Int] = []
    /// Line of the first EXT-X-MAP.
    var mapLine: Int?
    /// EXT-X-TARGETDURATION before it is repaired; nil where it cannot be read.
    var writtenTargetDuration: Duration?
    /// Segments without EXTINF.
    var bareSegmentCount = 0
    /// Line of the part before, when it is too short for one that others follow.
    var shortPartLine: Int?
    /// The parts of the next segment begin here.
    var firstPart = 0
    /// Where the last sub-range of a resource ended.
    var previousRange: (uri: TextRange, end: Int)?
    var previousPartRange: (uri: TextRange, end: Int)?

    /// EXT-X-BYTERANGE, before it is known of which resource.
    struct PendingRange: Equatable {
        var length: Int
        var offset: Int?
    }

    private init(core: ParserCore, base: MediaPlaylist?) {
        self.core = core
        self.base = base
    }

    static func playlist(
        from core: ParserCore, updating base: MediaPlaylist? = nil
    ) throws(PlaylistError) -> MediaPlaylist {
        var parser = MediaParser(core: core, base: base)
        while let line = try parser.core.nextLine() {
            try parser.read(line)
        }
        return try parser.finish()
    }

    private mutating func read(_ line: Line) throws(PlaylistError) {
        switch line {
        case .blank, .comment: break
        case .uri(let uri): try endSegment(uri)
        case .unknownTag(let name, let value): core.keep(name, value, at: segments.rows.count)
        case .tag(let tag, let value): try read(tag, value)
        }
    }

    private mutating func read(_ tag: TagName, _ value: TextRange) throws(PlaylistError) {
        switch tag {
        case .extinf: try readEXTINF(value)
        case .byteRange: try readByteRange(value)
        case .part: try readPart(value)
        case .programDateTime: try readDateTime(value)
        case .discontinuity:
            _ = core.isRepeated(.discontinuity)
            try set(.discontinuity, tag, value)
        case .gap: try set(.gap, tag, value)
        case .key: try readKey(value)
        case .map: try readMap(value)
        case .bitrate: try readBitrate(value)
        case .dateRange: try readDateRange(value)
        case .preloadHint: try readPreloadHint(value)
        case .renditionReport: try readRenditionReport(value)
        case .extm3u, .version, .independentSegments, .start, .define:
            try core.readCommon(tag, value)
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering:
            try core.report(
                .mixedKinds, section: "4.1",
                "\(tag.rawValue) does not belong into a media playlist; it is ignored")
        default: try readHeader(tag, value)
        }
    }

    private mutating func finish() throws(PlaylistError) -> MediaPlaylist {
        if hasEXTINF { try core.report(.segmentWithoutURI, "the last EXTINF has no URI after it") }
        if !core.hasSeen(.targetDuration) {
            core.tag = .targetDuration
            try core.report(.missingTag, "a media playlist needs EXT-X-TARGETDURATION")
        }
        fillDurations()
        segments.text = core.text
        try check()
        playlist.upcoming = upcoming()
        segments.partRows.removeSubrange(firstPart...)
        playlist.segments = segments
        playlist.version = core.version
        playlist.hasIndependentSegments = core.hasIndependentSegments
        playlist.start = core.start
        playlist.definitions = core.definitions
        playlist.unknownTags = core.unknownTags
        playlist.diagnostics = core.diagnostics
        completeUpdate()
        return playlist
    }

    /// What stands after the last segment and is for the next one.
    private func upcoming() -> UpcomingSegment? {
        var next = UpcomingSegment(parts: segments.partRows[firstPart...].map { segments.part($0) })
        next.isDiscontinuity = row.flags.contains(.discontinuity)
        next.isGap = row.flags.contains(.gap)
        if row.dateTime != .none {
            let range = segments.dateTimes[Int(row.dateTime.value)]
            next.programDateTime = PlaylistDate(text: segments.text.string(range))
        }
        next.keys = keys
        if map != .none { next.map = segments.maps[Int(map.value)] }
        let last = segments.last
        let hasNews =
            !next.parts.isEmpty || next.isDiscontinuity || next.isGap
            || next.programDateTime != nil || next.keys != last?.keys ?? []
            || next.map != last?.map
        return hasNews ? next : nil
    }

    /// Repairs what has no duration: a segment gets the target duration, the playlist the longest
    /// segment's.
    private mutating func fillDurations() {
        if playlist.targetDuration == .zero {
            let longest = segments.rows.reduce(0) { max($0, $1.duration) }
            let second = Int64(Decimal.nanosecondsPerSecond)
            playlist.targetDuration = .seconds((longest + second / 2) / second)
        }
        let target = Decimal.nanoseconds(playlist.targetDuration)
        for index in segments.rows.indices
        where segments.rows[index].flags.contains(.needsDuration) {
            segments.rows[index].duration = target
            segments.rows[index].flags.remove(.needsDuration)
        }
    }
}
