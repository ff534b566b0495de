/// How many bits of Ethernet frames pass a bottleneck in a second.
package enum LinkRate: Sendable, Hashable, CustomStringConvertible {
    /// Packets leave the moment they are offered.
    case unlimited
    /// At least 1. Counts frames (IP packet + 14 bytes), as tc does.
    case bitsPerSecond(Int)

    /// `240 kbit/s`, `1.6 Mbit/s`, `unlimited`: the largest unit that keeps the number exact and
    /// at least 1, as profile files write it.
    package var description: String {
        guard case .bitsPerSecond(let rate) = self else { return "unlimited" }
        let units = [(1_000_000_000, "Gbit/s"), (1_000_000, "Mbit/s"), (1_000, "kbit/s")]
        for (factor, unit) in units where rate >= factor {
            return "\(decimalText(rate, over: factor)) \(unit)"
        }
        return "\(rate) bit/s"
    }
}

/// `value ÷ divisor` as exact decimal text, for divisors that are powers of ten.
func decimalText(_ value: Int, over divisor: Int) -> String {
    let whole = value / divisor
    var rest = value % divisor
    var digits = ""
    var place = divisor / 10
    while rest > 0 {
        digits += String(rest / place)
        rest %= place
        place /= 10
    }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
}
