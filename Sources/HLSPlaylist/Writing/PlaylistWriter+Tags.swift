// Tags that more than one place writes.
extension PlaylistWriter {
    mutating func write(_ definitions: [Definition]) {
        for definition in definitions {
            beginTag(.define)
            switch definition.origin {
            case .literal:
                quoted(.name, definition.name)
                quoted(.value, definition.value ?? "")
            case .imported: quoted(.import, definition.name)
            case .queryParameter: quoted(.queryParam, definition.name)
            }
            endLine()
        }
    }

    mutating func write(_ start: StartPoint) {
        beginTag(.start)
        seconds(.timeOffset, start.timeOffset)
        flag(.precise, start.isPrecise)
        unknown(start.unknownAttributes)
        endLine()
    }

    mutating func write(_ key: Key, as tag: TagName) {
        beginTag(tag)
        word(.method, key.method.text)
        quoted(.uri, key.uri)
        bytes(.iv, key.iv)
        if key.keyFormat != Key.identityFormat { quoted(.keyFormat, key.keyFormat) }
        if key.keyFormatVersions != [1] {
            quoted(
                .keyFormatVersions, key.keyFormatVersions.map(String.init).joined(separator: "/"))
        }
        unknown(key.unknownAttributes)
        endLine()
    }

    mutating func write(_ part: PartialSegment) {
        beginTag(.part)
        seconds(.duration, part.duration)
        quoted(.uri, part.uri)
        quoted(.byteRange, part.byteRange?.text)
        flag(.independent, part.isIndependent)
        flag(.gap, part.isGap)
        unknown(part.unknownAttributes)
        endLine()
    }

    mutating func write(_ range: DateRange) {
        beginTag(.dateRange)
        quoted(.id, range.id)
        quoted(.class, range.rangeClass)
        quoted(.startDate, range.startDate?.text)
        quoted(.cue, range.cues.isEmpty ? nil : range.cues.joined(separator: ","))
        quoted(.endDate, range.endDate?.text)
        seconds(.duration, range.duration)
        seconds(.plannedDuration, range.plannedDuration)
        for client in range.clientAttributes { write(client) }
        bytes(.scte35Command, range.scte35Command)
        bytes(.scte35Out, range.scte35Out)
        bytes(.scte35In, range.scte35In)
        flag(.endOnNext, range.endsOnNext)
        unknown(range.unknownAttributes)
        endLine()
    }

    private mutating func write(_ client: ClientAttribute) {
        switch client.value {
        case .string(let text): attribute(client.name, text, isQuoted: true)
        case .bytes(let bytes):
            attribute(client.name, Self.hexadecimal(bytes), isQuoted: false)
        case .number(let number): attribute(client.name, Decimal.text(number), isQuoted: false)
        }
    }
}

extension ByteRange {
    /// `length@offset`
    var text: String { "\(length)@\(offset)" }
}

extension Key {
    /// The keys in force after further EXT-X-KEY tags: one per KEYFORMAT, the newest last; none
    /// after METHOD=NONE.
    static func inForce(after tags: some Sequence<Key>, on keys: [Key]) -> [Key] {
        var keys = keys
        for key in tags {
            if key.method == .none {
                keys = []
            } else {
                keys.removeAll { $0.keyFormat == key.keyFormat }
                keys.append(key)
            }
        }
        return keys
    }
}
