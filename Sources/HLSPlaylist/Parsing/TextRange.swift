/// A piece of a playlist's text.
struct TextRange: Sendable, Equatable {
    static let empty = TextRange(0, 0)

    /// A GiB: what substitution and repairs add behind the text keeps below four.
    static let largestText = 1 << 30

    var start: UInt32
    var count: UInt32

    init(_ start: Int, _ end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        count = UInt32(truncatingIfNeeded: end - start)
    }

    var lower: Int { Int(start) }
    var upper: Int { Int(start) + Int(count) }
}

extension [UInt8] {
    func string(_ range: TextRange) -> String {
        withUnsafeBufferPointer {
            String(
                decoding: UnsafeBufferPointer(rebasing: $0[range.lower..<range.upper]),
                as: UTF8.self)
        }
    }

    /// Without blanks in front, and without blanks and control characters behind.
    func trimmed(_ range: TextRange) -> TextRange {
        var lower = range.lower
        var upper = range.upper
        while upper > lower, self[upper - 1] <= 0x20 { upper -= 1 }
        while lower < upper, self[lower].isBlank { lower += 1 }
        return TextRange(lower, upper)
    }

    /// Whether a tag's name is EXTM3U with more text behind a blank, as lists of channels have it.
    func beginsWithEXTM3U(_ name: TextRange) -> Bool {
        name.count > 6 && begins(name, with: "EXTM3U") && self[name.lower + 6].isBlank
    }

    /// Where a byte stands first.
    func first(_ byte: UInt8, in range: TextRange) -> Int? {
        var index = range.lower
        while index < range.upper {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Adds text and says where it is.
    mutating func append(_ string: String) -> TextRange {
        let start = count
        append(contentsOf: string.utf8)
        precondition(count <= UInt32.max, "the text of a playlist stays below 4 GiB")
        return TextRange(start, count)
    }
}

extension UInt8 {
    var isDigit: Bool { self &- 48 < 10 }
    var isBlank: Bool { self == 0x20 || self == 0x09 }
    /// The capital of a letter of ASCII; any other byte as it is.
    var capital: UInt8 { self &- 97 < 26 ? self - 32 : self }
    var hexValue: UInt8? {
        switch self {
        case 48...57: self - 48
        case 65...70: self - 55
        case 97...102: self - 87
        default: nil
        }
    }
}
