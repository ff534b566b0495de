// Rules about tags together, checked when all are known.
extension MediaParser {
    mutating func check() throws(PlaylistError) {
        core.tag = nil
        if let mapLine {
            core.required.note(playlist.isIFramesOnly ? 5 : 6, at: mapLine, "EXT-X-MAP")
        }
        try core.checkVersion()
        try checkTargetDuration()
        try checkServerControl()
        try checkDateRanges()
        checkStart()
        if playlist.hasEndList, let line = core.firstLine(of: .preloadHint) {
            try core.report(
                .preloadHint, line: line, section: TagName.preloadHint.section,
                "a playlist with EXT-X-ENDLIST has no EXT-X-PRELOAD-HINT")
        }
        if core.context.checksAuthoring { checkAuthoring() }
    }

    /// Section 4.4.3.1: durations, rounded to the nearest second, are at most the target duration.
    private mutating func checkTargetDuration() throws(PlaylistError) {
        guard core.hasSeen(.targetDuration) else { return }
        let half = Int64(Decimal.nanosecondsPerSecond / 2)
        let bound = Decimal.nanoseconds(playlist.targetDuration) + half
        for row in segments.rows where row.duration >= bound {
            try core.report(
                .targetDuration, line: Int(row.line), section: TagName.targetDuration.section,
                """
                the segment lasts \(Decimal.text(billionths: row.duration)) s, more than the target \
                duration of \(Decimal.text(playlist.targetDuration)) s
                """)
        }
    }

    /// Section 4.4.3.8.
    private mutating func checkServerControl() throws(PlaylistError) {
        let control = playlist.serverControl
        let line = core.firstLine(of: .serverControl) ?? core.firstLine(of: .partInf)
        if let target = playlist.partTarget {
            if let hold = control?.partHoldBack {
                try checkBound("PART-HOLD-BACK", hold, atLeast: 2, "PART-TARGET", target, line)
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
                continue
            }
            guard range.contradicts(playlist.dateRanges[first]) else { continue }
            try core.report(
                .dateRange, line: dateRangeLines[index], section: section,
                "the date range '\(range.id)' has other values than the tag with this ID before")
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
        }
    }
}

extension DateRange {
    /// Whether an attribute that both have differs.
    fileprivate func contradicts(_ other: DateRange) -> Bool {
        differ(rangeClass, other.rangeClass) || differ(startDate, other.startDate)
            || differ(endDate, other.endDate) || differ(duration, other.duration)
            || differ(plannedDuration, other.plannedDuration)
    }

    private func differ<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }
}
