/// What a Range field asks of a file of known length (RFC 9110, 14.1.2 and 14.2).
enum ByteRangeRequest: Sendable, Hashable {
    /// No range, several ranges, another unit or a malformed field: the whole file.
    case whole
    case single(Range<Int>)
    /// The range begins behind the last byte.
    case unsatisfiable

    init(parsing field: String?, length: Int) {
        self = field.flatMap { Self.parse($0, length: length) } ?? .whole
    }

    private static func parse(_ field: String, length: Int) -> ByteRangeRequest? {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let specifier = parts[1].trimmingSpaces()
        let ends = specifier.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return suffix(ends[1], length: length) }
        guard let first = number(ends[0]) else { return nil }
        if ends[1].isEmpty {
            return first < length ? .single(first..<length) : .unsatisfiable
        }
        guard let last = number(ends[1]), last >= first else { return nil }
        guard first < length else { return .unsatisfiable }
        return .single(first..<min(last, length - 1) + 1)
    }

    private static func suffix(_ digits: Substring, length: Int) -> ByteRangeRequest? {
        guard let count = number(digits) else { return nil }
        guard count > 0, length > 0 else { return .unsatisfiable }
        return .single(max(0, length - count)..<length)
    }

    /// Digits only; a number too large for the machine counts as the largest.
    private static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(digits) ?? Int.max
    }
}

extension StringProtocol {
    /// Without spaces and tabs at both ends (OWS, RFC 9110, 5.6.3).
    func trimmingSpaces() -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
