// Tags of segments: section 4.4.4.
extension MediaParser {
    mutating func readEXTINF(_ value: TextRange) throws(PlaylistError) {
        if hasEXTINF {
            try core.report(.segmentWithoutURI, "the EXTINF before this one has no URI after it")
        }
        hasEXTINF = true
        row.line = UInt32(clamping: core.line)
        row.title = .empty
        row.flags.remove(.needsDuration)
        guard let reading = Decimal.read(core.text, value) else {
            row.flags.insert(.needsDuration)
            return try core.report(
                .extinf, at: core.column(value),
                "EXTINF needs a duration in seconds, found \(core.quote(value)); the target duration is taken"
            )
        }
        row.duration = max(reading.billionths, 0)
        if reading.end > value.lower, reading.hasPoint { core.need(3, "a decimal duration") }
        if reading.hasPlus {
            try core.report(
                .extinf, at: core.column(value), "a duration has no plus sign: \(core.quote(value))"
            )
        }
        if reading.billionths < 0 || reading.isClamped {
            try core.report(
                .extinf, at: core.column(value),
                "the duration \(core.quote(value)) cannot be; the nearest possible one is taken")
        }
        try readTitle(TextRange(reading.end, value.upper))
    }

    private mutating func readTitle(_ rest: TextRange) throws(PlaylistError) {
        guard rest.count > 0, core.text[rest.lower] == UInt8(ascii: ",") else {
            let found = rest.count > 0 ? ", found \(core.quote(rest))" : ""
            return try core.report(
                .extinf, at: core.column(TextRange(rest.lower, rest.lower)),
                "a comma has to follow the duration\(found)")
        }
        row.title = core.text.trimmed(TextRange(rest.lower + 1, rest.upper))
    }

    /// The line with the address ends the segment.
    mutating func endSegment(_ uri: TextRange) throws(PlaylistError) {
        guard segments.rows.count < core.limits.segments else {
            throw core.error(
                .segmentLimit, "the playlist has more than \(core.limits.segments) segments")
        }
        if !hasEXTINF {
            try countBareSegment()
            core.tag = .extinf
            try core.report(
                .segmentWithoutEXTINF,
                "the segment has no EXTINF before it; the target duration is taken")
            row.flags.insert(.needsDuration)
            row.line = UInt32(clamping: core.line)
        }
        if isKeySetStale {
            keySet = segments.index(ofKeys: keys)
            isKeySetStale = false
        }
        row.uri = uri
        row.keySet = keySet
        row.map = map
        if let range {
            row.byteRange = try resolved(range, of: uri)
        } else {
            // Section 4.4.4.8: the bit rate does not apply to byte ranges.
            row.bitrate = bitrate
            previousRange = nil
        }
        row.firstPart = UInt32(firstPart)
        row.partCount = UInt32(segments.partRows.count - firstPart)
        firstPart = segments.partRows.count
        segments.rows.append(row)
        row = SegmentRow()
        range = nil
        hasEXTINF = false
        shortPartLine = nil
    }

    /// Lines that are nothing but an address cost more memory than their text has bytes.
    private mutating func countBareSegment() throws(PlaylistError) {
        bareSegmentCount += 1
        guard bareSegmentCount <= core.limits.bareSegments else {
            throw core.error(
                .bareSegmentLimit,
                "the playlist has more than \(core.limits.bareSegments) segments without EXTINF")
        }
    }

    /// Notes a tag without value that is about the next segment.
    mutating func set(
        _ flag: SegmentRow.Flags, _ tag: TagName, _ value: TextRange
    ) throws(PlaylistError) {
        try core.checkNoValue(tag, value)
        if row.flags.contains(flag) { warnOfSecond(tag) }
        row.flags.insert(flag)
    }

    private mutating func warnOfSecond(_ tag: TagName) {
        core.warn(.repeatedTag, "\(tag.rawValue) stands twice before one segment")
    }

    private mutating func resolved(
        _ range: PendingRange, of uri: TextRange
    ) throws(PlaylistError) -> ByteRange {
        var offset = range.offset
        if offset == nil, let previous = previousRange, core.text.equal(previous.uri, uri) {
            offset = previous.end
        }
        if offset == nil {
            core.tag = .byteRange
            try core.report(
                .byteRangeOffset,
                "EXT-X-BYTERANGE needs an offset, since no sub-range of the same resource comes before; zero is taken"
            )
        }
        let resolved = ByteRange(offset: offset ?? 0, length: range.length)
        previousRange = (uri, resolved.end)
        return resolved
    }

    mutating func readByteRange(_ value: TextRange) throws(PlaylistError) {
        core.need(4, "EXT-X-BYTERANGE")
        if range != nil { warnOfSecond(.byteRange) }
        range = pendingRange(value)
        guard range == nil else { return }
        try core.report(
            .byteRange, at: core.column(value),
            "the byte range is \(core.quote(value)); it has to be a length, or length@offset")
        // A length alone still keeps the segment from being taken for the whole resource.
        let end = core.text.first(UInt8(ascii: "@"), in: value) ?? value.upper
        range = pendingRange(TextRange(value.lower, end))
    }

    /// Reads `length[@offset]`.
    func pendingRange(_ value: TextRange) -> PendingRange? {
        let at = core.text.first(UInt8(ascii: "@"), in: value)
        let lengthText = TextRange(value.lower, at ?? value.upper)
        guard let length = Decimal.integer(core.text, lengthText) else { return nil }
        guard let at else { return PendingRange(length: length) }
        guard let offset = Decimal.integer(core.text, TextRange(at + 1, value.upper)) else {
            return nil
        }
        return PendingRange(length: length, offset: offset)
    }

    mutating func readKey(_ value: TextRange) throws(PlaylistError) {
        guard let key = try core.readKey(value) else { return }
        keys = Key.inForce(after: CollectionOfOne(key), on: keys)
        guard keys.count <= core.limits.keys else {
            throw core.error(
                .keyLimit, "more than \(core.limits.keys) keys apply at once, one per KEYFORMAT")
        }
    }

    mutating func readMap(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        guard let uri = try core.string(.uri) else { return try core.missing(.uri) }
        if mapLine == nil { mapLine = core.line }
        var section = InitSection(uri: uri, keys: keys)
        if let range = try core.quoted(.byteRange) {
            if let pending = pendingRange(range) {
                section.byteRange = ByteRange(offset: pending.offset ?? 0, length: pending.length)
            } else {
                try core.badValue(.byteRange, range, "a length, or length@offset")
            }
        }
        section.unknownAttributes = core.unknownAttributes()
        if keys.contains(where: { $0.method == .aes128 && $0.iv == nil }) {
            try core.report(
                .mapNeedsIV, "an init section under METHOD=AES-128 needs an IV in EXT-X-KEY")
        }
        map = segments.index(ofMap: section)
    }

    mutating func readDateTime(_ value: TextRange) throws(PlaylistError) {
        if row.dateTime != .none { warnOfSecond(.programDateTime) }
        try checkDate(value, .dateTime)
        row.dateTime = SmallIndex(segments.dateTimes.count)
        segments.dateTimes.append(value)
    }

    mutating func readBitrate(_ value: TextRange) throws(PlaylistError) {
        guard let rate = try core.integer(in: value, of: "the bit rate", .tagValue) else { return }
        if rate > SmallIndex.largest {
            try core.report(
                .numberLimit, at: core.column(value),
                "the bit rate is \(rate); up to \(SmallIndex.largest) kbit/s can be held")
        }
        bitrate = SmallIndex(rate)
    }
}
