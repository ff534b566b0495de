// Metadata of media playlists: section 4.4.5.
extension MediaParser {
    mutating func readDateRange(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        guard let id = try core.string(.id) else { return try core.missing(.id) }
        var range = DateRange(id: id)
        range.rangeClass = try core.string(.class)
        range.startDate = try date(.startDate)
        range.endDate = try date(.endDate)
        range.duration = try core.seconds(.duration)
        range.plannedDuration = try core.seconds(.plannedDuration)
        range.endsOnNext = try core.flag(.endOnNext)
        range.cues = try core.string(.cue)?.split(separator: ",").map(String.init) ?? []
        range.scte35Command = try core.bytes(.scte35Command)
        range.scte35Out = try core.bytes(.scte35Out)
        range.scte35In = try core.bytes(.scte35In)
        range.clientAttributes = try clientAttributes()
        range.unknownAttributes = core.unknownAttributes()
        range.position = segments.rows.count
        try check(range)
        if playlist.dateRanges.isEmpty { _ = core.isRepeated(.dateRange) }
        dateRangeLines.append(core.line)
        playlist.dateRanges.append(range)
    }

    private mutating func check(_ range: DateRange) throws(PlaylistError) {
        // A further tag with the same ID need not repeat it: see the check of all.
        let start = range.startDate
        if !range.endsOnNext, core.attributes.contains(where: { $0.name == .endOnNext }) {
            try core.report(.dateRange, "END-ON-NEXT has no other value than YES")
        }
        if range.endsOnNext {
            if range.rangeClass == nil { try core.missing(.class) }
            if range.duration != nil || range.endDate != nil {
                try core.report(.dateRange, "END-ON-NEXT allows neither DURATION nor END-DATE")
            }
        }
        try checkCues(range.cues)
        try checkInterstitial(range)
        guard let end = range.endDate?.sinceEpoch, let begin = start?.sinceEpoch else { return }
        if end < begin {
            try core.report(.dateRange, "END-DATE is before START-DATE")
        } else if let duration = range.duration, begin + duration != end {
            try core.report(.dateRange, "END-DATE is not DURATION after START-DATE")
        }
    }

    private mutating func checkCues(_ cues: [String]) throws(PlaylistError) {
        for cue in cues where !["PRE", "POST", "ONCE"].contains(cue) {
            try core.report(.attributeValue, "CUE has '\(cue)'; it has PRE, POST and ONCE")
        }
        if cues.contains("PRE"), cues.contains("POST") {
            try core.report(.dateRange, "CUE has both PRE and POST")
        }
    }

    /// Reports a date that is none.
    /// - Parameter rule: The rule that it breaks then.
    mutating func checkDate(
        _ range: TextRange, of name: AttributeName? = nil, _ rule: RuleID
    ) throws(PlaylistError) {
        let bytes = core.text[range.lower..<range.upper]
        let isDate = PlaylistDate.sinceEpoch(bytes) != nil
        let form = PlaylistDate.form(of: bytes)
        if isDate, form == .full { return }
        let subject = (name.map { $0.rawValue + " " } ?? "") + core.quote(range)
        if isDate, form == .withoutZone {
            return core.warn(
                rule, at: core.column(range), "\(subject) has no time zone; UTC is taken")
        }
        try core.report(
            rule, at: core.column(range),
            isDate
                ? "\(subject) is not written as ISO 8601 has it: 2026-05-01T12:30:00.5Z"
                : "\(subject) is no ISO 8601 date with time")
    }

    private mutating func date(_ name: AttributeName) throws(PlaylistError) -> PlaylistDate? {
        guard let range = try core.quoted(name) else { return nil }
        try checkDate(range, of: name, .attributeValue)
        return PlaylistDate(text: core.text.string(range))
    }

    private mutating func clientAttributes() throws(PlaylistError) -> [ClientAttribute] {
        var found: [ClientAttribute] = []
        for index in core.attributes.indices where !core.attributes[index].isUsed {
            let attribute = core.attributes[index]
            guard core.text.begins(attribute.nameRange, with: "X-") else { continue }
            guard let value = clientValue(attribute) else {
                try core.report(
                    .attributeValue, at: core.column(attribute.value),
                    "\(core.quote(attribute.nameRange)) has to be a string in quotes, 0x and hexadecimal digits, or a decimal number"
                )
                continue
            }
            core.attributes[index].isUsed = true
            found.append(
                ClientAttribute(name: core.text.string(attribute.nameRange), value: value))
        }
        return found
    }

    private func clientValue(_ attribute: Attribute) -> ClientAttribute.Value? {
        if attribute.isQuoted { return .string(core.text.string(attribute.value)) }
        if let bytes = core.text.hexadecimal(attribute.value) { return .bytes(bytes) }
        guard let reading = Decimal.read(core.text, attribute.value),
            reading.end == attribute.value.upper
        else { return nil }
        return Double(core.text.string(attribute.value)).map { .number($0) }
    }

    mutating func readPreloadHint(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        let kinds = PreloadHint.Kind.allCases.map(\.rawValue)
        guard let type = try core.word(.type, among: kinds) else {
            return try core.missing(.type)
        }
        guard let uri = try core.string(.uri) else { return try core.missing(.uri) }
        guard let kind = PreloadHint.Kind(rawValue: type) else {
            return try core.report(.attributeValue, "TYPE is '\(type)'; it has to be PART or MAP")
        }
        _ = core.isRepeated(.preloadHint)
        if playlist.preloadHints.contains(where: { $0.kind == kind }) {
            core.warn(.preloadHint, "another EXT-X-PRELOAD-HINT has TYPE=\(type)")
        }
        let start = try core.integer(.byteRangeStart) ?? 0
        let length = try core.integer(.byteRangeLength)
        playlist.preloadHints.append(
            PreloadHint(
                kind: kind, uri: uri, byteRangeStart: start, byteRangeLength: length,
                unknownAttributes: core.unknownAttributes()))
    }

    mutating func readRenditionReport(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        guard let uri = try core.string(.uri) else { return try core.missing(.uri) }
        if PlaylistURL.scheme(of: uri) != nil || uri.hasPrefix("//") {
            try core.report(
                .renditionReport, "the URI has to be relative to this playlist, found '\(uri)'")
        }
        let sequence = try core.integer(.lastMSN)
        let part = try core.integer(.lastPart)
        playlist.renditionReports.append(
            RenditionReport(
                uri: uri, lastMediaSequence: sequence, lastPart: part,
                unknownAttributes: core.unknownAttributes()))
    }
}
