// What segments have by their place in the playlist.
extension MediaPlaylist {
    /// When each segment begins, from the begin of the playlist.
    public var startTimes: [Duration] {
        var time = Duration.zero
        return segments.rows.map { row in
            defer { time += .nanoseconds(row.duration) }
            return time
        }
    }

    /// The discontinuity sequence number of each segment: section 6.2.2.
    public var discontinuitySequenceNumbers: [Int] {
        var number = discontinuitySequence
        return segments.rows.map { row in
            if row.flags.contains(.discontinuity) { number &+= 1 }
            return number
        }
    }

    /// When each segment begins on the clock, since 1970-01-01T00:00:00Z: from its own
    /// EXT-X-PROGRAM-DATE-TIME, else from the one before it, else from the first one after it
    /// (section 4.4.4.6). Nil for all when there is none that can be read.
    public var programDateTimes: [Duration?] {
        var dates: [Duration?] = []
        dates.reserveCapacity(segments.rows.count)
        var next: Duration?
        for row in segments.rows {
            next = date(of: row) ?? next
            dates.append(next)
            next = next.map { $0 + .nanoseconds(row.duration) }
        }
        guard let first = dates.firstIndex(where: { $0 != nil }), var date = dates[first] else {
            return dates
        }
        for index in (0..<first).reversed() {
            date -= .nanoseconds(segments.rows[index].duration)
            dates[index] = date
        }
        return dates
    }

    private func date(of row: SegmentRow) -> Duration? {
        guard row.dateTime != .none else { return nil }
        let range = segments.dateTimes[Int(row.dateTime.value)]
        return PlaylistDate.sinceEpoch(segments.text[range.lower..<range.upper])
    }
}
