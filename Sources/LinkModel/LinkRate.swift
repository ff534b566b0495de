/// How many bits of Ethernet frames pass a bottleneck in a second.
package enum LinkRate: Sendable, Hashable, CustomStringConvertible {
    /// Packets leave the moment they are offered.
    case unlimited
    /// Counts frames (IP packet + 14 bytes), as tc does. At 0 nothing leaves and the queue holds,
    /// which only steps of a timeline may ask for.
    case bitsPerSecond(Int)
    /// Packets leave at recorded moments.
    case trace(DeliveryTrace)

    /// `240 kbit/s`, `1.6 Mbit/s`, `unlimited`: the largest unit that keeps the number exact and
    /// at least 1, as profile files write it.
    package var description: String {
        let rate: Int
        switch self {
        case .unlimited: return "unlimited"
        case .trace(let trace):
            return "a trace of \(LinkRate.bitsPerSecond(trace.meanBitsPerSecond))"
        case .bitsPerSecond(let constant): rate = constant
        }
        let units = [(1_000_000_000, "Gbit/s"), (1_000_000, "Mbit/s"), (1_000, "kbit/s")]
        for (factor, unit) in units where rate >= factor {
            return "\(decimalText(rate, over: factor)) \(unit)"
        }
        return "\(rate) bit/s"
    }

    /// The rate, in the mean for a trace; nil without any limit.
    package var meanBitsPerSecond: Int? {
        switch self {
        case .unlimited: nil
        case .bitsPerSecond(let rate): rate
        case .trace(let trace): trace.meanBitsPerSecond
        }
    }

    /// Whole bytes that leave within `nanoseconds`, at most 2^40; nil without any limit.
    func bytes(in nanoseconds: Int) -> Int? {
        guard let rate = meanBitsPerSecond else { return nil }
        let (high, low) = rate.multipliedFullWidth(by: nanoseconds)
        // 8 bits in a byte, 10^9 nanoseconds in a second.
        guard high < 4_000_000_000 else { return 1 << 40 }
        return min(1 << 40, 8_000_000_000.dividingFullWidth((high, low)).quotient)
    }
}

/// `value ÷ divisor` as exact decimal text, for divisors that are powers of ten.
package func decimalText(_ value: Int, over divisor: Int) -> String {
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
