extension Decimal {
    /// Seconds to the nanosecond, without trailing zeros.
    static func text(_ duration: Duration) -> String {
        text(billionths: nanoseconds(duration))
    }

    static func text(billionths: Int64) -> String {
        let magnitude = billionths.magnitude
        let (whole, fraction) = magnitude.quotientAndRemainder(
            dividingBy: UInt64(nanosecondsPerSecond))
        var text = (billionths < 0 ? "-" : "") + String(whole)
        guard fraction > 0 else { return text }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        text += "." + digits
        return text
    }

    /// The shortest decimal number that reads as the same value, without an exponent.
    package static func text(_ number: Double) -> String {
        guard number.isFinite else { return "0" }
        let text = number.description
        guard let mark = text.firstIndex(of: "e"),
            let exponent = Int(text[text.index(after: mark)...])
        else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
        let isNegative = text.hasPrefix("-")
        let mantissa = text[..<mark].drop { $0 == "-" }
        let parts = mantissa.split(separator: ".")
        let whole = parts.first.map(String.init) ?? "0"
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        let digits = whole + fraction
        let point = whole.utf8.count + exponent
        let plain: String
        if point <= 0 {
            plain = "0." + String(repeating: "0", count: -point) + digits
        } else if point >= digits.utf8.count {
            plain = digits + String(repeating: "0", count: point - digits.utf8.count)
        } else {
            plain = String(digits.prefix(point)) + "." + String(digits.dropFirst(point))
        }
        return (isNegative ? "-" : "") + plain
    }
}
