/// Decimal numbers with six places, rounded from the exact value with ties to even, as C's `%f`.
enum FixedDecimal {
    private static let places = 6

    /// - Precondition: the value is finite and below 2^53.
    static func text(_ value: Double) -> String {
        precondition(abs(value) < 0x1p53, "a number has at most 16 digits before its point")
        let millionths = roundedMillionths(value.magnitude)
        let digits = String(millionths)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let point = padded.index(padded.endIndex, offsetBy: -places)
        return (value.sign == .minus ? "-" : "") + padded[..<point] + "." + padded[point...]
    }

    private static func roundedMillionths(_ value: Double) -> UInt128 {
        guard value > 0 else { return 0 }
        let exponent = Int(value.exponent) - 52
        let scaled = UInt128((value.significand * 0x1p52).rounded()) * 1_000_000
        if exponent >= 0 { return scaled << exponent }
        guard exponent > -127 else { return 0 }
        let quotient = scaled >> -exponent
        let rest = scaled & ((1 << -exponent) - 1)
        let half: UInt128 = 1 << (-exponent - 1)
        return rest > half || (rest == half && quotient & 1 == 1) ? quotient + 1 : quotient
    }
}
