/// Numbers as playlists write them: section 4.2.
package enum Decimal {
    static let nanosecondsPerSecond = 1_000_000_000
    /// Longest time a column holds: a little under three centuries.
    static let largestSeconds = 9_000_000_000

    /// Nanoseconds of a time; times beyond ``largestSeconds`` become it.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard abs(seconds) < Int64(largestSeconds) else {
            return Int64(seconds < 0 ? -largestSeconds : largestSeconds) * 1_000_000_000
        }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// What was read of a number, and how far.
    struct Reading {
        /// Nanoseconds, or billionths of whatever is counted.
        var billionths: Int64
        /// One past the last byte that belongs to the number.
        var end: Int
        /// The number is larger than can be held and was made the largest.
        var isClamped: Bool
        var hasPoint: Bool
        /// A plus sign stands in front, which the specification does not allow.
        var hasPlus: Bool
    }

    /// Reads `[+-]digits[.digits]`; nil when there is no digit. Digits beyond the ninth after the
    /// point round to the nearest billionth.
    static func read(_ text: [UInt8], _ range: TextRange) -> Reading? {
        var index = range.lower
        let end = range.upper
        let isNegative = index < end && text[index] == UInt8(ascii: "-")
        let hasPlus = index < end && text[index] == UInt8(ascii: "+")
        if isNegative || hasPlus { index += 1 }
        let firstDigit = index
        var whole = 0
        while index < end, text[index].isDigit {
            if whole <= largestSeconds { whole = whole &* 10 &+ Int(text[index] &- 48) }
            index += 1
        }
        var digits = index - firstDigit
        var hasPoint = false
        var billionths = 0
        if index < end, text[index] == UInt8(ascii: ".") {
            index += 1
            hasPoint = true
            var scale = nanosecondsPerSecond / 10
            let firstFraction = index
            while index < end, text[index].isDigit {
                let digit = Int(text[index] &- 48)
                if scale > 0 {
                    billionths &+= digit &* scale
                    scale /= 10
                } else if index - firstFraction == 9, digit >= 5 {
                    billionths &+= 1
                }
                index += 1
            }
            digits += index - firstFraction
        }
        guard digits > 0 else { return nil }
        let isClamped = whole >= largestSeconds
        let value =
            isClamped
            ? largestSeconds &* nanosecondsPerSecond
            : whole &* nanosecondsPerSecond &+ billionths
        return Reading(
            billionths: Int64(isNegative ? -value : value), end: index, isClamped: isClamped,
            hasPoint: hasPoint, hasPlus: hasPlus)
    }

    /// Reads a decimal integer that is the whole range; nil when it is none, or beyond `Int`.
    static func integer(_ text: [UInt8], _ range: TextRange) -> Int? {
        var index = range.lower
        guard index < range.upper else { return nil }
        var value = 0
        while index < range.upper {
            guard text[index].isDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(text[index] &- 48))
            if overflow || carry { return nil }
            value = sum
            index += 1
        }
        return value
    }

    /// Whether the whole range is an integer that the specification allows, up to 2^64 - 1, and
    /// that ``integer(_:_:)`` cannot hold.
    static func isBeyondInt(_ text: [UInt8], _ range: TextRange) -> Bool {
        let bytes = text[range.lower..<range.upper]
        guard !bytes.isEmpty, bytes.count <= 20, bytes.allSatisfy(\.isDigit) else { return false }
        return UInt64(text.string(range)).map { $0 > Int.max } ?? false
    }
}
