// Rules about tags together, checked when all are known.
extension MediaParser {
    mutating func check() throws(PlaylistError) {
        core.tag = nil
        if let mapLine {
            core.required.note(playlist.isIFramesOnly ? 5 : 6, at: mapLine, "EXT-X-MAP")
        }
        try core.checkVersion()
        try checkTargetDuration()
        try checkParts()
        try checkServerControl()
        checkSkip()
        try checkDateRanges()
        checkStart()
        checkType()
        if playlist.hasEndList, let line = core.firstLine(of: .preloadHint) {
            try core.report(
                .preloadHint, line: line, section: TagName.preloadHint.section,
                "a playlist with EXT-X-ENDLIST has no EXT-X-PRELOAD-HINT")
        }
        if core.context.checksAuthoring { checkAuthoring() }
    }

    /// Section 4.4.3.1: durations, rounded to the nearest second, are at most the target duration.
    private mutating func checkTargetDuration() throws(PlaylistError) {
        guard let target = writtenTargetDuration else { return }
        let half = Int64(Decimal.nanosecondsPerSecond / 2)
        let bound = Decimal.nanoseconds(target) + half
        for row in segments.rows where row.duration >= bound {
            try core.report(
                .targetDuration, line: Int(row.line), section: TagName.targetDuration.section,
                """
                the segment lasts \(Decimal.text(billionths: row.duration)) s, more than the target \
                duration of \(Decimal.text(target)) s
                """)
        }
    }

    /// Section 4.4.3.7.
    private mutating func checkParts() throws(PlaylistError) {
        guard let line = core.firstLine(of: .part), !core.hasSeen(.partInf) else { return }
        try core.report(
            .missingTag, line: line, section: TagName.part.section,
            "a playlist with EXT-X-PART needs EXT-X-PART-INF")
    }

    /// Section 6.2.5.1: who answers with delta updates says so.
    private mutating func checkSkip() {
        guard playlist.skip != nil, playlist.serverControl?.canSkipUntil == nil else { return }
        core.warn(
            .skip, line: core.firstLine(of: .skip), section: TagName.skip.section,
            "the playlist skips segments without CAN-SKIP-UNTIL in EXT-X-SERVER-CONTROL")
    }

    private mutating func checkType() {
        guard playlist.playlistType == .vod, !playlist.hasEndList else { return }
        core.warn(
            .playlistType, line: core.firstLine(of: .playlistType),
            section: TagName.playlistType.section,
            "a playlist that does not change any more has EXT-X-ENDLIST; players reload this one")
    }

    /// Section 4.4.3.8.
    private mutating func checkServerControl() throws(PlaylistError) {
        let control = playlist.serverControl
        let line = core.firstLine(of: .serverControl) ?? core.firstLine(of: .partInf)
        if let target = playlist.partTarget {
            if let hold = control?.partHoldBack {
                try checkBound("PART-HOLD-BACK", hold, atLeast: 2, "PART-TARGET", target, line)
                if hold >= target * 2, hold < target * 3 {
                    core.warn(
                        .serverControl, line: line, section: TagName.serverControl.section,
                        "PART-HOLD-BACK should be at least 3 times PART-TARGET")
                }
            } else {
                try core.report(
                    .serverControl, line: line, section: TagName.serverControl.section,
                    "a playlist with EXT-X-PART-INF needs the attribute PART-HOLD-BACK")
            }
        }
        guard let control else { return }
        let target = playlist.targetDuration
        if let hold = control.holdBack {
            try checkBound("HOLD-BACK", hold, atLeast: 3, "the target duration", target, line)
        }
        if let skip = control.canSkipUntil {
            try checkBound("CAN-SKIP-UNTIL", skip, atLeast: 6, "the target duration", target, line)
        } else if control.canSkipDateRanges {
            try core.report(
                .serverControl, line: line, section: TagName.serverControl.section,
                "CAN-SKIP-DATERANGES needs the attribute CAN-SKIP-UNTIL")
        }
    }

    private mutating func checkBound(
        _ name: String, _ value: Duration, atLeast factor: Int, _ unitName: String,
        _ unit: Duration, _ line: Int?
    ) throws(PlaylistError) {
        guard value < unit * factor else { return }
        try core.report(
            .serverControl, line: line, section: TagName.serverControl.section,
            "\(name) is \(Decimal.text(value)) s; it has to be at least \(factor) times \(unitName)"
        )
    }

    /// Section 4.4.5.1: dates need a clock, the first tag with an ID has its START-DATE, and tags
    /// with the same ID agree. (RFC 8216's own example leaves START-DATE out of the second tag.)
    private mutating func checkDateRanges() throws(PlaylistError) {
        guard !playlist.dateRanges.isEmpty else { return }
        let section = TagName.dateRange.section
        if segments.dateTimes.isEmpty {
            try core.report(
                .dateRange, line: core.firstLine(of: .dateRange), section: section,
                "a playlist with EXT-X-DATERANGE needs EXT-X-PROGRAM-DATE-TIME")
        }
        var firsts: [String: Int] = [:]
        for index in playlist.dateRanges.indices {
            let range = playlist.dateRanges[index]
            guard let first = firsts[range.id] else {
                firsts[range.id] = index
                if range.startDate == nil {
                    try core.report(
                        .missingAttribute, line: dateRangeLines[index], section: section,
                        "EXT-X-DATERANGE needs the attribute START-DATE")
                }
                try checkContent(of: range, at: dateRangeLines[index])
                continue
            }
            guard range.contradicts(playlist.dateRanges[first]) else { continue }
            try core.report(
                .dateRange, line: dateRangeLines[index], section: section,
                "the date range '\(range.id)' has other values than the tag with this ID before")
        }
        try checkOverlaps()
    }

    /// Section 4.4.5.1: ranges of a class with END-ON-NEXT do not overlap.
    private mutating func checkOverlaps() throws(PlaylistError) {
        let classes = Set(playlist.dateRanges.filter(\.endsOnNext).compactMap(\.rangeClass))
        guard !classes.isEmpty else { return }
        var spans: [(class: String, start: Duration, end: Duration, index: Int)] = []
        for (index, range) in playlist.dateRanges.enumerated() {
            guard let name = range.rangeClass, classes.contains(name),
                let start = range.startDate?.sinceEpoch
            else { continue }
            let end = range.endDate?.sinceEpoch ?? start + (range.duration ?? .zero)
            spans.append((name, start, end, index))
        }
        spans.sort { ($0.class, $0.start, $0.index) < ($1.class, $1.start, $1.index) }
        for (before, after) in zip(spans, spans.dropFirst())
        where before.class == after.class && before.end > after.start
            && playlist.dateRanges[before.index].id != playlist.dateRanges[after.index].id
        {
            try core.report(
                .dateRange, line: dateRangeLines[after.index], section: TagName.dateRange.section,
                "the date range overlaps '\(playlist.dateRanges[before.index].id)', and its class has END-ON-NEXT"
            )
        }
    }

    private mutating func checkStart() {
        guard let start = playlist.start ?? core.start, let line = core.firstLine(of: .start) else {
            return
        }
        let total = segments.totalDuration
        let offset = start.timeOffset < .zero ? .zero - start.timeOffset : start.timeOffset
        if offset > total {
            core.warn(
                .start, line: line, section: TagName.start.section,
                "TIME-OFFSET is beyond the playlist, which has \(Decimal.text(total)) s")
            return
        }
        let fromEnd = start.timeOffset < .zero ? offset : total - offset
        guard !playlist.hasEndList, fromEnd < playlist.targetDuration * 3 else { return }
        core.warn(
            .start, line: line, section: TagName.start.section,
            "TIME-OFFSET is within three target durations of the end, which is not final")
    }
}

extension DateRange {
    /// Whether an attribute that both have differs.
    fileprivate func contradicts(_ other: DateRange) -> Bool {
        differ(rangeClass, other.rangeClass) || differ(startDate, other.startDate)
            || differ(endDate, other.endDate) || differ(duration, other.duration)
            || differ(plannedDuration, other.plannedDuration)
            || differ(scte35Command, other.scte35Command) || differ(scte35Out, other.scte35Out)
            || differ(scte35In, other.scte35In)
            || (cues != other.cues && !cues.isEmpty && !other.cues.isEmpty)
            || clientAttributes.contains { mine in
                other.clientAttributes.contains { $0.name == mine.name && $0.value != mine.value }
            }
    }

    private func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }
}
