extension MediaPlaylist {
    /// The full playlist that a delta update of this one stands for: section 6.2.5.1.
    ///
    /// Keys, init section and bit rate of the last skipped segment stay in force for the segments
    /// of the update. An update that skips nothing is taken as it is.
    ///
    /// - Parameters:
    ///   - update: The text of the update.
    ///   - mode: Whether faults are repaired and reported, or refused.
    ///   - context: What DEFINE with IMPORT and QUERYPARAM refer to.
    /// - Throws: ``PlaylistError`` as the parser does, and with the rule ``RuleID/skip`` when this
    ///   playlist has not all that the update skips: the full playlist has to be loaded then.
    public func updated(
        with update: [UInt8], mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) -> MediaPlaylist {
        let core = try ParserCore(update, mode: mode, context: context)
        guard core.kind == .media else {
            throw core.wrongKind("a media playlist was expected, this is a multivariant playlist")
        }
        return try MediaParser.playlist(from: core, updating: self)
    }

    /// The segments with these sequence numbers; nil when some are not in the playlist.
    func segments(numbered numbers: Range<Int>) -> Slice<MediaSegments>? {
        let (lower, overflow) = numbers.lowerBound.subtractingReportingOverflow(
            segments.firstSequenceNumber)
        guard !overflow, lower >= 0, lower <= segments.count,
            numbers.count <= segments.count - lower
        else { return nil }
        return segments[lower..<lower + numbers.count]
    }
}

extension MediaParser {
    /// Takes over what EXT-X-SKIP says is unchanged. Nothing to do for a playlist on its own.
    mutating func resume(after skip: Skip) throws(PlaylistError) {
        guard let base else { return }
        let (end, overflow) = playlist.mediaSequence.addingReportingOverflow(skip.skippedSegments)
        guard !overflow, let kept = base.segments(numbered: playlist.mediaSequence..<end) else {
            throw core.error(
                .skip,
                """
                the update skips \(skip.skippedSegments) segments from \
                \(playlist.mediaSequence) on, which the earlier playlist does not have; \
                load the full playlist
                """)
        }
        skipped = kept
        guard let last = kept.last else { return }
        keys = last.keys
        if let map = last.map { self.map = segments.index(ofMap: map) }
        if let rate = last.bitrate { bitrate = SmallIndex(rate) }
        if let range = last.byteRange {
            previousRange = (core.text.append(last.uri), range.end)
        }
    }

    /// Puts the skipped segments and date ranges in front.
    mutating func completeUpdate() {
        guard let base, let skip = playlist.skip, let skipped else { return }
        playlist.skip = nil
        playlist.segments.insert(contentsOf: skipped, at: 0)
        let count = skipped.count
        let shift = playlist.mediaSequence - base.mediaSequence
        for index in playlist.unknownTags.indices { playlist.unknownTags[index].position += count }
        for index in playlist.dateRanges.indices { playlist.dateRanges[index].position += count }
        // Those before the first segment of all may be the playlist's own, which the update repeats.
        let tags = base.unknownTags.filter {
            $0.position > 0 && (shift..<shift + count).contains($0.position)
        }
        playlist.unknownTags.insert(
            contentsOf: tags.map { tag in
                var tag = tag
                tag.position -= shift
                return tag
            }, at: 0)
        guard let removed = skip.recentlyRemovedDateRanges else { return }
        let listed = Set(playlist.dateRanges.map(\.id)).union(removed)
        let kept = base.dateRanges.filter { !listed.contains($0.id) }.map { range in
            var range = range
            range.position = max(0, range.position - shift)
            return range
        }
        playlist.dateRanges.insert(contentsOf: kept, at: 0)
    }
}
