/// The lines of a text file with a recorded link, within limits.
struct TraceLines {
    static let maximumLines = 2_000_000

    struct Line {
        /// From 1.
        var number: Int
        /// Without white space around it; not empty.
        var text: Substring
    }

    let lines: [Line]

    /// - Throws: ``TraceError`` for a file that is too large, no UTF-8, or without lines.
    init(_ bytes: [UInt8]) throws(TraceError) {
        guard bytes.count <= RateTrace.maximumFileBytes else {
            throw TraceError(
                "the file has \(bytes.count) bytes; at most \(RateTrace.maximumFileBytes) are read: cut it"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw TraceError("the file is not UTF-8 text; write it as text")
        }
        var lines: [Line] = []
        var number = 0
        for line in text.split(
            omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        {
            number += 1
            guard number <= Self.maximumLines else {
                throw TraceError(
                    line: number, "the file has more than \(Self.maximumLines) lines: cut it")
            }
            let trimmed = line.trimmed
            if !trimmed.isEmpty { lines.append(Line(number: number, text: trimmed)) }
        }
        guard !lines.isEmpty else {
            throw TraceError("the file is empty; it needs a line at least")
        }
        self.lines = lines
    }
}

extension Substring {
    var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        let spaces = start.reversed().prefix { $0.isWhitespace }.count
        return start.dropLast(spaces)
    }

    /// A decimal number times `scale`, which is a power of ten, rounded to a whole number; nil for
    /// what is no number, is negative, or is more than `limit` in the end.
    func decimal(times scale: Int, limit: Int = 1 << 60) -> Int? {
        if contains(where: { $0 == "e" || $0 == "E" }) {
            guard let value = Double(self), value >= 0, value < Double(limit) / Double(scale)
            else { return nil }
            return Int(value * Double(scale) + 0.5)
        }
        let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let whole = parts[0].isEmpty ? 0 : Int(parts[0]), whole <= limit / scale
        else { return nil }
        var value = whole * scale
        var place = scale
        for digit in (parts.count == 2 ? parts[1] : "").utf8 {
            let number = Int(digit) - 0x30
            guard place > 1 else {
                // The first digit that has no place rounds.
                return value + (number >= 5 ? 1 : 0)
            }
            place /= 10
            value += number * place
        }
        return value <= limit ? value : nil
    }
}
