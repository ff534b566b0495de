extension LinkProfile {
    /// The least time that rate and delay allow for a download: the measure of a verdict.
    ///
    ///     allowed = roundTrips × (down.delay + up.delay) + frameBytes(payload) × 8 ÷ down.rate
    ///     frameBytes(n) = n + 66 × ⌈n ÷ 1448⌉
    ///
    /// `roundTrips` counts the round trips that nothing else overlaps: one for the first connection,
    /// one for each request that could not be sent before the answer to the one before it was read.
    /// A playlist, then a media playlist, then segments in parallel: 1 + 1 + 1 + 1 = 4. The travel
    /// of the last byte is part of its request's round trip. Left out, so that the result stays a
    /// lower bound: requests and handshakes as bytes on the link, acknowledgements, the origin's
    /// own time. With an unlimited rate only the round trips count.
    ///
    /// Worked: 1,000,000 bytes over `nlc-edge` after 4 round trips take 4 × 0.84 s = 3.36 s and
    /// (1,000,000 + 691 × 66) × 8 ÷ 240,000 = 34.853533333 s, in all 38.213533333 s.
    ///
    /// - Parameters:
    ///   - payloadBytes: bytes of the TCP streams towards the engine, HTTP heads included.
    ///   - roundTrips: sequential round trips, see above.
    /// - Returns: the time, cut to whole nanoseconds.
    package func transferTime(payloadBytes: Int, roundTrips: Int) -> Duration {
        precondition(payloadBytes >= 0 && roundTrips >= 0, "a download has no negative amounts")
        return roundTripTime * roundTrips + down.rate.serialization(ofPayload: payloadBytes)
    }
}

extension LinkRate {
    /// Time that `payload` bytes in full segments keep a bottleneck of this rate busy; with a
    /// trace, of its mean rate.
    package func serialization(ofPayload payload: Int) -> Duration {
        guard let rate = meanBitsPerSecond, rate > 0 else { return .zero }
        let bits = Framing.frameBytes(for: payload) * 8
        let (seconds, rest) = bits.quotientAndRemainder(dividingBy: rate)
        let (high, low) = rest.multipliedFullWidth(by: 1_000_000_000)
        let nanoseconds = rate.dividingFullWidth((high, low)).quotient
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}
