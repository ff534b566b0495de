// Parts of segments: section 4.4.4.9.
extension MediaParser {
    mutating func readPart(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        guard let uri = try core.quoted(.uri) else { return try core.missing(.uri) }
        guard let duration = try core.billionths(.duration) else {
            return try core.missing(.duration)
        }
        var part = PartRow()
        if segments.partRows.isEmpty { _ = core.isRepeated(.part) }
        part.uri = uri
        part.duration = duration
        if try core.flag(.independent) { part.flags.insert(.independent) }
        if try core.flag(.gap) { part.flags.insert(.gap) }
        try checkDuration(of: part)
        part.byteRange = try partRange(of: uri)
        part.extra = segments.index(ofExtra: core.unknownAttributes())
        segments.partRows.append(part)
    }

    /// Section 4.4.3.7: a part is at most PART-TARGET long, and at least 85 % of it unless it is a
    /// gap, the last one of its segment, or before an independent one.
    private mutating func checkDuration(of part: PartRow) throws(PlaylistError) {
        guard let target = playlist.partTarget else { return }
        if let line = shortPartLine, !part.flags.contains(.independent) {
            try core.report(
                .partDuration, line: line,
                "the part is shorter than 85 % of PART-TARGET, \(Decimal.text(target)) s, and not the last one of its segment"
            )
        }
        let bound = Decimal.nanoseconds(target)
        if part.duration > bound {
            try core.report(
                .partDuration, at: nil,
                "the part is longer than PART-TARGET, \(Decimal.text(target)) s")
        }
        let isShort = part.duration < bound / 100 * 85 && !part.flags.contains(.gap)
        shortPartLine = isShort ? core.line : nil
    }

    private mutating func partRange(of uri: TextRange) throws(PlaylistError) -> ByteRange? {
        guard let range = try core.quoted(.byteRange) else {
            previousPartRange = nil
            return nil
        }
        guard let pending = pendingRange(range) else {
            try core.badValue(.byteRange, range, "a length, or length@offset")
            return nil
        }
        var offset = pending.offset
        if offset == nil, let previous = previousPartRange, core.text.equal(previous.uri, uri) {
            offset = previous.end
        }
        if offset == nil {
            try core.report(
                .byteRangeOffset,
                "BYTERANGE needs an offset, since no sub-range of the same resource comes before; zero is taken"
            )
        }
        let resolved = ByteRange(offset: offset ?? 0, length: pending.length)
        previousPartRange = (uri, resolved.end)
        return resolved
    }
}
