extension Playlist {
    /// The playlist as text. Read again, it gives an equal value.
    public func written() -> [UInt8] {
        switch self {
        case .multivariant(let playlist): playlist.written()
        case .media(let playlist): playlist.written()
        }
    }
}

extension MediaPlaylist {
    /// The playlist as text. Read again, it gives an equal value.
    ///
    /// Lines end in LF. Tags that the library does not know stand before the segment that they
    /// stood before. Implied offsets of byte ranges are written out.
    public func written() -> [UInt8] {
        var writer = MediaPlaylistWriter(self)
        return writer.write()
    }
}

/// Writes a media playlist, remembering what is in force at each line.
private struct MediaPlaylistWriter {
    let playlist: MediaPlaylist
    var writer = PlaylistWriter()
    var keys: [Key] = []
    var map: InitSection?
    var bitrate: Int?

    init(_ playlist: MediaPlaylist) {
        self.playlist = playlist
    }

    mutating func write() -> [UInt8] {
        writeHeader()
        var loose = LooseTags(playlist)
        for (index, segment) in playlist.segments.enumerated() {
            loose.write(before: index, of: playlist.segments.count, to: &writer)
            write(segment)
        }
        loose.write(before: playlist.segments.count, of: playlist.segments.count, to: &writer)
        if let upcoming = playlist.upcoming { write(upcoming) }
        for hint in playlist.preloadHints { write(hint) }
        for report in playlist.renditionReports { write(report) }
        if playlist.hasEndList { writer.tag(.endList) }
        return writer.bytes
    }

    private mutating func writeHeader() {
        writer.tag(.extm3u)
        if playlist.version != 1 { writer.tag(.version, String(playlist.version)) }
        writer.write(playlist.definitions)
        writer.tag(.targetDuration, Decimal.text(playlist.targetDuration))
        if playlist.mediaSequence != 0 {
            writer.tag(.mediaSequence, String(playlist.mediaSequence))
        }
        if playlist.discontinuitySequence != 0 {
            writer.tag(.discontinuitySequence, String(playlist.discontinuitySequence))
        }
        if let type = playlist.playlistType { writer.tag(.playlistType, type.rawValue) }
        if let allows = playlist.allowsCache { writer.tag(.allowCache, allows ? "YES" : "NO") }
        if playlist.isIFramesOnly { writer.tag(.iFramesOnly) }
        if playlist.hasIndependentSegments { writer.tag(.independentSegments) }
        if let start = playlist.start { writer.write(start) }
        if let control = playlist.serverControl { write(control) }
        if let target = playlist.partTarget {
            writer.beginTag(.partInf)
            writer.seconds(.partTarget, target)
            writer.unknown(playlist.partInfAttributes)
            writer.endLine()
        }
        if let skip = playlist.skip { write(skip) }
    }

    private mutating func write(_ control: ServerControl) {
        writer.beginTag(.serverControl)
        writer.seconds(.canSkipUntil, control.canSkipUntil)
        writer.flag(.canSkipDateRanges, control.canSkipDateRanges)
        writer.seconds(.holdBack, control.holdBack)
        writer.seconds(.partHoldBack, control.partHoldBack)
        writer.flag(.canBlockReload, control.canBlockReload)
        writer.unknown(control.unknownAttributes)
        writer.endLine()
    }

    private mutating func write(_ skip: Skip) {
        writer.beginTag(.skip)
        writer.integer(.skippedSegments, skip.skippedSegments)
        writer.quoted(
            .recentlyRemovedDateRanges, skip.recentlyRemovedDateRanges?.joined(separator: "\t"))
        writer.unknown(skip.unknownAttributes)
        writer.endLine()
    }

    private mutating func write(_ upcoming: UpcomingSegment) {
        if upcoming.isDiscontinuity { writer.tag(.discontinuity) }
        turn(to: upcoming.keys, upcoming.map)
        if let date = upcoming.programDateTime { writer.tag(.programDateTime, date.text) }
        if upcoming.isGap { writer.tag(.gap) }
        for part in upcoming.parts { writer.write(part) }
    }

    private mutating func write(_ segment: MediaSegment) {
        if segment.isDiscontinuity { writer.tag(.discontinuity) }
        turn(to: segment.keys, segment.map)
        if let date = segment.programDateTime { writer.tag(.programDateTime, date.text) }
        if segment.isGap { writer.tag(.gap) }
        if let bitrate = segment.bitrate, bitrate != self.bitrate {
            writer.tag(.bitrate, String(bitrate))
            self.bitrate = bitrate
        }
        for part in segment.parts { writer.write(part) }
        if let range = segment.byteRange { writer.tag(.byteRange, range.text) }
        writer.tag(.extinf, Decimal.text(segment.duration) + "," + (segment.title ?? ""))
        writer.line(segment.uri)
    }

    /// Writes what makes these the keys and the init section in force.
    private mutating func turn(to keys: [Key], _ map: InitSection?) {
        if let map, map != self.map {
            turn(to: map.keys)
            write(map)
            self.map = map
        }
        turn(to: keys)
    }

    private mutating func write(_ map: InitSection) {
        writer.beginTag(.map)
        writer.quoted(.uri, map.uri)
        writer.quoted(.byteRange, map.byteRange?.text)
        writer.unknown(map.unknownAttributes)
        writer.endLine()
    }

    /// Writes the fewest keys that make `wanted` the keys in force.
    private mutating func turn(to wanted: [Key]) {
        guard wanted != keys else { return }
        for count in 1...max(wanted.count, 1) {
            let news = wanted.suffix(count)
            guard !news.isEmpty, Key.inForce(after: news, on: keys) == wanted else { continue }
            for key in news { writer.write(key, as: .key) }
            keys = wanted
            return
        }
        writer.tag(.key, "METHOD=NONE")
        for key in wanted { writer.write(key, as: .key) }
        keys = wanted
    }

    private mutating func write(_ hint: PreloadHint) {
        writer.beginTag(.preloadHint)
        writer.word(.type, hint.kind.rawValue)
        writer.quoted(.uri, hint.uri)
        writer.integer(.byteRangeStart, hint.byteRangeStart == 0 ? nil : hint.byteRangeStart)
        writer.integer(.byteRangeLength, hint.byteRangeLength)
        writer.unknown(hint.unknownAttributes)
        writer.endLine()
    }

    private mutating func write(_ report: RenditionReport) {
        writer.beginTag(.renditionReport)
        writer.quoted(.uri, report.uri)
        writer.integer(.lastMSN, report.lastMediaSequence)
        writer.integer(.lastPart, report.lastPart)
        writer.unknown(report.unknownAttributes)
        writer.endLine()
    }
}

/// Tags that stand between segments without belonging to one.
private struct LooseTags {
    private var unknownTags: ArraySlice<UnknownTag>
    private var dateRanges: ArraySlice<DateRange>

    init(_ playlist: MediaPlaylist) {
        unknownTags = playlist.unknownTags.sortedIfNeeded { $0.position < $1.position }[...]
        dateRanges = playlist.dateRanges.sortedIfNeeded { $0.position < $1.position }[...]
    }

    /// Writes what stands before a segment; before the end, all that is left.
    mutating func write(before index: Int, of count: Int, to writer: inout PlaylistWriter) {
        while let tag = unknownTags.first, tag.position <= index || index == count {
            writer.unknown(tag)
            unknownTags.removeFirst()
        }
        while let range = dateRanges.first, range.position <= index || index == count {
            writer.write(range)
            dateRanges.removeFirst()
        }
    }
}

extension Array {
    /// Sorted and stable; most often it is sorted already.
    func sortedIfNeeded(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let isSorted = zip(self, dropFirst()).allSatisfy { !isBefore($1, $0) }
        if isSorted { return self }
        return enumerated().sorted { left, right in
            isBefore(left.element, right.element)
                || (!isBefore(right.element, left.element) && left.offset < right.offset)
        }.map(\.element)
    }
}
