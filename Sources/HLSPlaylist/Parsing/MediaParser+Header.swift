// Tags of the playlist as a whole: section 4.4.3.
extension MediaParser {
    mutating func readHeader(_ tag: TagName, _ value: TextRange) throws(PlaylistError) {
        guard try core.isFirst(tag) else { return }
        switch tag {
        case .targetDuration: try readTargetDuration(value)
        case .mediaSequence: try readMediaSequence(value)
        case .discontinuitySequence: try readDiscontinuitySequence(value)
        case .endList:
            try core.checkNoValue(tag, value)
            playlist.hasEndList = true
        case .playlistType: try readPlaylistType(value)
        case .iFramesOnly:
            try core.checkNoValue(tag, value)
            core.need(4, "EXT-X-I-FRAMES-ONLY")
            playlist.isIFramesOnly = true
        case .partInf: try readPartInf(value)
        case .serverControl: try readServerControl(value)
        case .skip: try readSkip(value)
        case .allowCache: readAllowCache(value)
        default: preconditionFailure("\(tag.rawValue) is no tag of the playlist as a whole")
        }
    }

    private mutating func readTargetDuration(_ value: TextRange) throws(PlaylistError) {
        if let seconds = Decimal.integer(core.text, value), seconds < Decimal.largestSeconds {
            playlist.targetDuration = .seconds(seconds)
            writtenTargetDuration = playlist.targetDuration
            return
        }
        try core.report(
            .tagValue, at: core.column(value),
            "the target duration is \(core.quote(value)); it has to be a decimal integer")
        if let reading = Decimal.read(core.text, value), reading.billionths > 0 {
            playlist.targetDuration = .nanoseconds(reading.billionths)
            writtenTargetDuration = playlist.targetDuration
        }
    }

    private mutating func readMediaSequence(_ value: TextRange) throws(PlaylistError) {
        if !segments.rows.isEmpty {
            try core.report(.misplacedTag, "EXT-X-MEDIA-SEQUENCE has to stand before all segments")
        }
        playlist.mediaSequence =
            try core.integer(in: value, of: "the media sequence number", .tagValue) ?? 0
    }

    private mutating func readDiscontinuitySequence(_ value: TextRange) throws(PlaylistError) {
        if !segments.rows.isEmpty || core.hasSeen(.discontinuity) {
            try core.report(
                .misplacedTag,
                "EXT-X-DISCONTINUITY-SEQUENCE has to stand before all segments and discontinuities")
        }
        playlist.discontinuitySequence =
            try core.integer(in: value, of: "the discontinuity sequence number", .tagValue) ?? 0
    }

    private mutating func readPlaylistType(_ value: TextRange) throws(PlaylistError) {
        let word = core.text.string(value)
        playlist.playlistType = MediaPlaylist.PlaylistType(rawValue: word)
        guard playlist.playlistType == nil else { return }
        try core.report(
            .tagValue, at: core.column(value),
            "the playlist type is \(core.quote(value)); it has to be EVENT or VOD")
        playlist.playlistType = MediaPlaylist.PlaylistType(rawValue: word.uppercased())
    }

    private mutating func readAllowCache(_ value: TextRange) {
        if core.text.equals(value, "YES") { playlist.allowsCache = true }
        if core.text.equals(value, "NO") { playlist.allowsCache = false }
        core.warn(.tagValue, "EXT-X-ALLOW-CACHE was removed in protocol version 7")
    }

    private mutating func readPartInf(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        playlist.partTarget = try core.seconds(.partTarget)
        if playlist.partTarget == nil { return try core.missing(.partTarget) }
        playlist.partInfAttributes = core.unknownAttributes()
    }

    private mutating func readServerControl(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        var control = ServerControl()
        control.canSkipUntil = try core.seconds(.canSkipUntil)
        control.canSkipDateRanges = try core.flag(.canSkipDateRanges)
        control.holdBack = try core.seconds(.holdBack)
        control.partHoldBack = try core.seconds(.partHoldBack)
        control.canBlockReload = try core.flag(.canBlockReload)
        control.unknownAttributes = core.unknownAttributes()
        playlist.serverControl = control
    }

    private mutating func readSkip(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        core.need(9, "EXT-X-SKIP")
        if core.attributes.contains(where: { $0.name == .recentlyRemovedDateRanges }) {
            core.need(10, "the attribute RECENTLY-REMOVED-DATERANGES")
        }
        let removed = try core.string(.recentlyRemovedDateRanges)
        guard let count = try core.integer(.skippedSegments) else {
            return try core.missing(.skippedSegments)
        }
        let skip = Skip(
            skippedSegments: count,
            recentlyRemovedDateRanges: removed?.split(separator: "\t").map(String.init),
            unknownAttributes: core.unknownAttributes())
        if !segments.rows.isEmpty {
            try core.report(.misplacedTag, "EXT-X-SKIP has to stand before all segments")
        }
        playlist.skip = skip
        try resume(after: skip)
    }
}
