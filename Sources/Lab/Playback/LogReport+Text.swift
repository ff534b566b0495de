internal import HLSPlaylist
internal import PlaybackCore

extension LogReport {
    /// A table and the sums; no line break at its end.
    package var text: String {
        switch content {
        case .access(let log): Self.text(log, head("access log"))
        case .error(let log): Self.text(log, head("error log"))
        }
    }

    private func head(_ kind: String) -> String {
        "\(file): \(kind)\(software.map { ", written by \(Self.shown($0))" } ?? "")"
    }

    private static func text(_ log: AccessLog, _ head: String) -> String {
        let table = Table(
            heads: [
                "began", "at", "watched", "stalls", "bytes", "requests", "observed", "indicated",
                "startup", "uri",
            ],
            rows: log.events.map { event in
                [
                    moment(event.playbackStart), seconds(event.playbackStartOffset),
                    seconds(event.durationWatched), count(event.numberOfStalls),
                    bytes(event.numberOfBytesTransferred), count(event.numberOfMediaRequests),
                    rate(event.observedBitrate), rate(event.indicatedBitrate),
                    seconds(event.startupTime), event.uri.map(shown) ?? "-",
                ]
            })
        return "\(head)\n\(table.text)\n\(line(LogTotals(log)))"
    }

    private static func line(_ totals: LogTotals) -> String {
        var words = [
            "\(Figures.seconds(totals.totalDurationWatched)) watched in "
                + plural(totals.periods, "period"),
            plural(totals.switches, "switch", "switches"),
        ]
        if let stalls = totals.stalls { words.append(plural(stalls, "stall")) }
        if let bytes = totals.bytes {
            let requests = totals.requests.map { " in \(plural($0, "request"))" } ?? ""
            words.append(Figures.bytes(bytes) + requests)
        }
        if let rate = totals.observedBitrate { words.append("\(Figures.rate(rate)) observed") }
        if let rate = totals.indicatedBitrate { words.append("\(Figures.rate(rate)) indicated") }
        if let seconds = totals.startupSeconds {
            words.append("started after \(Figures.seconds(seconds))")
        }
        return "total: " + words.joined(separator: ", ")
    }

    private static func text(_ log: ErrorLog, _ head: String) -> String {
        let table = Table(
            heads: ["at", "status", "domain", "uri", "comment"],
            rows: log.events.map { event in
                [
                    moment(event.moment), event.errorStatusCode.map { String($0) } ?? "-",
                    event.errorDomain.map(shown) ?? "-", event.uri.map(shown) ?? "-",
                    event.errorComment.map(shown) ?? "-",
                ]
            })
        return "\(head)\n\(table.text)\ntotal: \(plural(log.events.count, "error"))"
    }

    private static func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }

    private static func moment(_ time: Duration?) -> String {
        guard let text = time.flatMap({ PlaylistDate(sinceEpoch: $0)?.text }) else { return "-" }
        return String(text.dropLast().replacing("T", with: " "))
    }

    private static func seconds(_ value: Double) -> String {
        value >= 0 && value < 1e12 ? Figures.seconds(value) : "-"
    }

    private static func rate(_ value: Double) -> String {
        value >= 0 && value < 1e18 ? Figures.rate(value) : "-"
    }

    private static func bytes(_ value: Int) -> String { value >= 0 ? Figures.bytes(value) : "-" }

    private static func count(_ value: Int) -> String { value >= 0 ? String(value) : "-" }

    /// A file's text with nothing that a terminal would act on.
    private static func shown(_ text: String) -> String {
        String(
            text.unicodeScalars.map {
                $0.properties.generalCategory == .control ? " " : Character($0)
            })
    }
}

extension LogReport {
    private enum CodingKeys: CodingKey { case schema, file, software, kind, events, total }

    /// An object for each event: the names of the log's fields, and what is known.
    private struct Event: Encodable {
        var known: [(name: String, value: LogValue)]

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(_ name: String) { stringValue = name }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in known {
                switch value {
                case .whole(let number): try container.encode(number, forKey: Key(name))
                case .decimal(let number): try container.encode(number, forKey: Key(name))
                case .text(let text): try container.encode(text, forKey: Key(name))
                }
            }
        }
    }

    private struct ErrorTotals: Encodable {
        var errors: Int
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("hlslab-log/1", forKey: .schema)
        try container.encode(file, forKey: .file)
        try container.encode(software, forKey: .software)
        switch content {
        case .access(let log):
            try container.encode("access", forKey: .kind)
            try container.encode(log.events.map { Event(known: $0.known) }, forKey: .events)
            try container.encode(LogTotals(log), forKey: .total)
        case .error(let log):
            try container.encode("error", forKey: .kind)
            try container.encode(log.events.map { Event(known: $0.known) }, forKey: .events)
            try container.encode(ErrorTotals(errors: log.events.count), forKey: .total)
        }
    }
}
