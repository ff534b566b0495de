/// A line of `timeline.jsonl` read back: a step of the download, or of its player.
struct TimelineLine: Sendable, Hashable {
    /// More bytes of a line than these are not read: no engine writes so many.
    static let mostBytes = 1 << 20

    var elapsed: Duration
    /// What the download was told; nil: the step is the player's.
    var event: Substring?
    /// What the download decided.
    var commands: [Substring]

    /// - Parameter bytes: without the line break.
    /// - Returns: nil for what is no whole line.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.mostBytes,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var words = Words(text)
        guard words.take("{\"t\":"), let elapsed = words.time() else { return nil }
        self.elapsed = elapsed
        commands = []
        guard words.take(",\"event\":\"") else {
            guard words.take(",\"player\":\""), words.rest.last == "}" else { return nil }
            return
        }
        guard let event = words.quoted(), words.take(",\"commands\":[") else { return nil }
        self.event = event
        while words.take("\"") {
            guard let command = words.quoted() else { return nil }
            commands.append(command)
            guard words.take(",") else { break }
        }
        guard words.take("]}"), words.rest.isEmpty else { return nil }
    }
}

extension TimelineLine {
    /// Takes words from the front of a text.
    struct Words {
        private(set) var rest: Substring

        init(_ text: some StringProtocol) { rest = Substring(text) }

        /// Takes these words, if they come next.
        mutating func take(_ words: String) -> Bool {
            guard rest.utf8.starts(with: words.utf8) else { return false }
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: words.utf8.count)...]
            return true
        }

        /// Takes what comes before these words, and the words.
        mutating func take(before words: String) -> Substring? {
            guard let place = rest.firstRange(of: words) else { return nil }
            defer { rest = rest[place.upperBound...] }
            return rest[..<place.lowerBound]
        }

        /// Takes decimal digits.
        mutating func number() -> Int? {
            let end = rest.utf8.firstIndex { !(0x30...0x39).contains($0) } ?? rest.endIndex
            guard let number = Int(rest[..<end]) else { return nil }
            rest = rest[end...]
            return number
        }

        /// Takes what comes before a space or the end, and the space.
        mutating func word() -> Substring {
            let end = rest.utf8.firstIndex(of: 0x20) ?? rest.endIndex
            let word = rest[..<end]
            rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : rest[end...]
            return word
        }

        /// Takes seconds with at most nine decimals; a year is the longest time.
        mutating func time() -> Duration? {
            guard let seconds = number(), seconds <= 366 * 86_400 else { return nil }
            guard take(".") else { return .seconds(seconds) }
            let before = rest.utf8.count
            guard let fraction = number() else { return nil }
            let digits = before - rest.utf8.count
            guard digits <= 9 else { return nil }
            let unit = (digits..<9).reduce(1) { unit, _ in unit * 10 }
            return .seconds(seconds) + .nanoseconds(fraction * unit)
        }

        /// Takes a string of JSON, whose first quotation mark is taken, to the second.
        mutating func quoted() -> Substring? {
            let units = rest.utf8
            guard let end = units.firstIndex(where: { $0 == 0x22 || $0 == 0x5C }) else {
                return nil
            }
            if units[end] == 0x22 {
                defer { rest = rest[units.index(after: end)...] }
                return rest[..<end]
            }
            return escaped()
        }

        private mutating func escaped() -> Substring? {
            var text: [UInt8] = []
            var bytes = rest.utf8[...]
            while let byte = bytes.popFirst(), byte != 0x22 {
                guard byte == 0x5C else {
                    text.append(byte)
                    continue
                }
                switch bytes.popFirst() {
                case UInt8(ascii: "u"):
                    guard
                        let code = UInt8(
                            String(decoding: bytes.prefix(4), as: UTF8.self), radix: 16)
                    else { return nil }
                    text.append(code)
                    bytes = bytes.dropFirst(4)
                case let byte?: text.append(byte)
                case nil: return nil
                }
            }
            guard bytes.startIndex > rest.startIndex,
                rest.utf8[rest.utf8.index(before: bytes.startIndex)] == 0x22
            else { return nil }
            rest = rest[bytes.startIndex...]
            return Substring(String(decoding: text, as: UTF8.self))
        }
    }
}
