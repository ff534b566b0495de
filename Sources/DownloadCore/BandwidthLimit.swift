/// A token bucket for the body bytes of all requests together, told the time.
///
/// Bytes that have arrived cannot be sent back: they are taken at once, and the bucket may go below
/// empty. Who took them waits until it is at zero again before reading more.
package struct BandwidthLimit: Sendable, Hashable {
    package let bitsPerSecond: Int
    /// When what was taken so far is paid for.
    private var paidAt = Duration.zero

    /// What may come at once after a silence: as much as the rate gives in this time.
    package static let burst = Duration.milliseconds(50)

    /// - Precondition: at least 1 bit per second.
    package init(bitsPerSecond: Int) {
        precondition(bitsPerSecond > 0, "a bandwidth limit lets something through")
        self.bitsPerSecond = bitsPerSecond
    }

    /// Takes bytes that have arrived.
    /// - Returns: how long to wait before reading more; zero or more.
    package mutating func pause(afterTaking byteCount: Int, at now: Duration) -> Duration {
        paidAt = max(paidAt, now - Self.burst) + time(for: byteCount)
        return max(.zero, paidAt - now)
    }

    private func time(for byteCount: Int) -> Duration {
        let (seconds, rest) = (byteCount * 8).quotientAndRemainder(dividingBy: bitsPerSecond)
        // Below one second, to the nanosecond; the rest is less than the rate, which may be large.
        return .seconds(seconds)
            + .nanoseconds(Int64(Double(rest) / Double(bitsPerSecond) * 1_000_000_000))
    }
}
