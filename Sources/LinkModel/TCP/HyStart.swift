/// HyStart: leaves slow start before the queue overflows (Ha and Rhee, "Taming the elephants", 2011),
/// with the constants of Linux's tcp_cubic.c. Times are nanoseconds.
struct HyStart: Sendable {
    /// Below this window it does nothing.
    private static let leastWindow = 16
    /// Acknowledgements closer than this belong to one train.
    private static let trainGap = 2_000_000
    /// Acknowledgements of a round trip whose delay is only collected.
    private static let samples = 8
    /// Bounds of how much the delay may grow.
    private static let growth = 4_000_000...16_000_000
    /// Most that is allowed for the sender's own bursts (`hystart_ack_delay`).
    private static let burst = 1_000_000

    private var roundStart = 0
    private var roundEnd = 0
    private var lastArrival = 0
    private var roundDelay = Int.max
    private var sampleCount = 0
    private(set) var isDone = false

    /// A round trip begins: it ends when `next` is acknowledged.
    mutating func begin(next: Int, at now: Int) {
        roundStart = now
        lastArrival = now
        roundEnd = next
        roundDelay = .max
        sampleCount = 0
    }

    /// Begins anew, after a time-out.
    mutating func reset(next: Int, at now: Int) {
        isDone = false
        begin(next: next, at: now)
    }

    /// An acknowledgement arrived in slow start.
    ///
    /// - Parameters:
    ///   - delay: its round trip.
    ///   - minimum: the least round trip so far.
    /// - Returns: whether slow start should end at this window.
    mutating func shouldLeave(
        window: Int, delay: Int, minimum: Int, acknowledged: Int, next: Int, at now: Int
    ) -> Bool {
        if acknowledged > roundEnd { begin(next: next, at: now) }
        guard window >= Self.leastWindow else { return false }
        if now - lastArrival <= Self.trainGap {
            lastArrival = now
            // Linux halves the sum when it does not pace.
            if now - roundStart > (minimum + Self.burst) / 2 { isDone = true }
        }
        roundDelay = min(roundDelay, delay)
        if sampleCount < Self.samples {
            sampleCount += 1
        } else {
            let allowed = min(max(minimum / 8, Self.growth.lowerBound), Self.growth.upperBound)
            if roundDelay > minimum + allowed { isDone = true }
        }
        return isDone
    }
}
