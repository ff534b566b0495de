internal import HLSPlaylist

// A table of texts from events, and back.
extension ExtendedLog {
    /// - Parameter writtenAt: since 1970-01-01T00:00:00Z; nil: the log does not say.
    init<Event: LogEvent>(_ events: [Event], writtenAt: Duration?) {
        directives = [Directive(name: "Software", value: "hlslab")]
        if let date = writtenAt.flatMap({ Self.moment($0) }) {
            directives.append(Directive(name: "Date", value: "\(date.day) \(date.time)"))
        }
        let known = Set(Event.properties.map(\.name))
        // What is no name of a field cannot be written as one.
        let others = Set(events.flatMap(\.otherFields.keys)).subtracting(known).filter { name in
            !name.isEmpty && !name.utf8.contains { Self.isSpace($0) || Self.isBreak($0) }
        }.sorted()
        fields = Event.properties.map(\.name) + others
        records = events.map { event in
            let values = Event.properties.map { Self.text(of: event, $0.value) }
            return Record(line: 0, values: values + others.map { event.otherFields[$0] })
        }
    }

    /// - Throws: ``ExtendedLogError`` for a value that is not what its field is.
    func events<Event: LogEvent>(
        as type: Event.Type = Event.self
    ) throws(ExtendedLogError) -> [Event] {
        let known = Event.properties.map { property in
            (property.name, fields.firstIndex(of: property.name), property.value)
        }
        let names = Set(Event.properties.map(\.name))
        let others = fields.indices.filter { !names.contains(fields[$0]) }
        var events: [Event] = []
        for record in records {
            var event = Event()
            for (name, place, property) in known {
                guard let text = place.flatMap({ record.values[$0] }) else { continue }
                guard Self.set(property, of: &event, to: text) else {
                    throw ExtendedLogError(
                        line: record.line,
                        reason: "\(name) is '\(text.prefix(80))', \(property.fault)")
                }
            }
            for place in others { event.otherFields[fields[place]] = record.values[place] }
            events.append(event)
        }
        return events
    }

    /// What is known of an event, by the names of the fields; date and time are one.
    static func known<Event: LogEvent>(of event: Event) -> [(name: String, value: LogValue)] {
        var known = Event.properties.compactMap { name, property -> (String, LogValue)? in
            let value: LogValue? =
                switch property {
                case .count(let path) where event[keyPath: path] >= 0:
                    .whole(event[keyPath: path])
                case .number(let path) where event[keyPath: path] >= 0:
                    .decimal(event[keyPath: path])
                case .code(let path): event[keyPath: path].map { .whole($0) }
                case .text(let path): event[keyPath: path].map { .text($0) }
                case .date(let path):
                    event[keyPath: path].flatMap { PlaylistDate(sinceEpoch: $0) }
                        .map { .text($0.text) }
                case .count, .number, .time: nil
                }
            return value.map { (name, $0) }
        }
        for (name, value) in event.otherFields.sorted(by: { $0.key < $1.key }) {
            known.append((name, .text(value)))
        }
        return known
    }

    private static func text<Event>(of event: Event, _ property: LogProperty<Event>) -> String? {
        switch property {
        case .count(let path): event[keyPath: path] < 0 ? nil : String(event[keyPath: path])
        case .number(let path):
            event[keyPath: path] >= 0 && event[keyPath: path].isFinite
                ? Decimal.text(event[keyPath: path]) : nil
        case .code(let path): event[keyPath: path].map { String($0) }
        case .text(let path): event[keyPath: path]
        case .date(let path): event[keyPath: path].flatMap { moment($0)?.day }
        case .time(let path): event[keyPath: path].flatMap { moment($0)?.time }
        }
    }

    /// - Returns: whether it is what the field has.
    private static func set<Event>(
        _ property: LogProperty<Event>, of event: inout Event, to text: String
    ) -> Bool {
        switch property {
        case .count(let path):
            guard let number = whole(text) else { return false }
            event[keyPath: path] = max(-1, number)
        case .number(let path):
            guard let number = number(text) else { return false }
            event[keyPath: path] = number < 0 ? -1 : number
        case .code(let path):
            guard let number = whole(text) else { return false }
            event[keyPath: path] = number
        case .text(let path): event[keyPath: path] = text
        case .date(let path):
            guard let day = day(text) else { return false }
            event[keyPath: path] = day
        case .time(let path):
            // Without its day a time is none; the day is read before it.
            guard let time = time(text) else { return false }
            event[keyPath: path] = event[keyPath: path].map { $0 + time }
        }
        return true
    }
}

// Numbers and dates as logs have them.
extension ExtendedLog {
    private static func moment(_ sinceEpoch: Duration) -> (day: String, time: String)? {
        guard let text = PlaylistDate(sinceEpoch: sinceEpoch)?.text else { return nil }
        let parts = text.dropLast().split(separator: "T")
        return (String(parts[0]), String(parts[1]))
    }

    /// `2026-05-01` as the format has it, `2026/05/01` as devices write it; with a time behind it too.
    private static func day(_ text: String) -> Duration? {
        let digitsOfDate = 10
        let isAlone = text.utf8.count == digitsOfDate
        let day = text.prefix(digitsOfDate).map { $0 == "/" ? "-" : $0 }
        let time = isAlone ? "00:00:00" : String(text.dropFirst(digitsOfDate + 1))
        return PlaylistDate(text: "\(String(day))T\(time)").sinceEpoch
    }

    private static func time(_ text: String) -> Duration? {
        PlaylistDate(text: "1970-01-01T\(text)").sinceEpoch
    }

    /// A plain decimal number: no name of one that is infinite or none, nothing in base 16.
    private static func number(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// `5`, and `5.000` as some write it.
    private static func whole(_ text: String) -> Int? {
        Int(text) ?? number(text).flatMap { Int(exactly: $0) }
    }
}

extension LogProperty {
    fileprivate var fault: String {
        switch self {
        case .count, .code: "which is no whole number"
        case .number: "which is no number"
        case .date: "which is no date such as 2026-05-01"
        case .time: "which is no time such as 12:30:00.5"
        case .text: "which is no text"
        }
    }
}
