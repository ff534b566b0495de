/// What a sender knows of the order in which its segments arrive: the newest transmission that was
/// delivered, and how much later an older one may still come (RACK, RFC 8985). Nanoseconds.
struct RackState: Sendable {
    /// Segments that overtake others until reordering was seen (`tcp_reordering`).
    static let initialReordering = 3
    static let mostReordering = 300
    /// Recoveries without a duplicate after which the window for reordering shrinks again.
    private static let persistence = 16
    private static let mostSteps = 255

    /// When the newest delivered transmission was sent, and where it ends.
    private(set) var stamp = 0
    private(set) var end = 0
    /// Its round trip.
    private(set) var roundTrip = 0
    /// Whether something was delivered since losses were last looked for.
    var hasAdvanced = false
    /// Greatest distance of reordering seen, in segments.
    private(set) var reordering = RackState.initialReordering
    private(set) var sawReordering = false
    private var steps = 1
    private var recoveriesLeft = 0
    /// Deliveries until which a further duplicate belongs to the round trip of the last one.
    private var adjustedAt = 0

    /// A transmission was delivered (RFC 8985 6.2 step 2).
    mutating func deliver(_ segment: TCPSegment, minimum: Int?, at now: Int) {
        let trip = now - segment.sentAt
        // The original may have been delivered in place of a copy that is younger than any trip.
        if segment.marks.contains(.everResent), trip < minimum ?? 0 { return }
        hasAdvanced = true
        roundTrip = trip
        if segment.sentAt > stamp || (segment.sentAt == stamp && segment.end > end) {
            stamp = segment.sentAt
            end = segment.end
        }
    }

    /// Whether a segment was sent before the newest one that was delivered.
    func isOlder(_ segment: TCPSegment) -> Bool {
        stamp > segment.sentAt || (stamp == segment.sentAt && end > segment.end)
    }

    /// Time that a segment may still take to be delivered; lost when none is left.
    func timeLeft(of segment: TCPSegment, window: Int, at now: Int) -> Int {
        roundTrip + window - (now - segment.sentAt)
    }

    /// How much later than a younger one a segment may come (RFC 8985 6.2 step 4).
    func window(sacked: Int, isRecovering: Bool, rtt: RoundTripEstimator) -> Int {
        if !sawReordering, isRecovering || sacked >= reordering { return 0 }
        return min(((rtt.minimum ?? 0) >> 2) * steps, rtt.smoothed)
    }

    /// A segment arrived `distance` bytes behind younger ones.
    mutating func noteReordering(distance: Int, segmentBytes: Int) {
        if distance > reordering * segmentBytes {
            reordering = min(
                (distance + segmentBytes - 1) / segmentBytes, Self.mostReordering)
        }
        sawReordering = true
    }

    /// The receiver reported a duplicate: something was sent again too early. At most once per round
    /// trip the window grows (RFC 8985 6.2 step 4).
    mutating func noteDuplicate(deliveredBefore: Int, delivered: Int) {
        guard deliveredBefore >= adjustedAt else { return }
        steps = min(steps + 1, Self.mostSteps)
        adjustedAt = delivered
        recoveriesLeft = Self.persistence
    }

    /// A recovery has ended without evidence of reordering.
    mutating func endRecovery() {
        guard recoveriesLeft > 0 else { return }
        recoveriesLeft -= 1
        if recoveriesLeft == 0 { steps = 1 }
    }

    /// A time-out in spite of many reports: reordering was overrated.
    mutating func distrust() {
        reordering = min(reordering, Self.initialReordering)
    }
}
