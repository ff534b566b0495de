/// Whether a sender uses its congestion window, without which it must not grow, and what is left of
/// it when it does not (RFC 7661's concern; RFC 2861 as Linux has it in `tcp_cwnd_validate`).
struct WindowUse: Sendable {
    private(set) var isLimited = false
    private var mostOut = 0
    private var end = 0
    /// Most segments out since the window was last full.
    private var used = 0
    /// When the window was last full or moved, nanoseconds.
    private var stamp = 0

    /// Notes that the window was moved.
    mutating func touch(at now: Int) {
        stamp = now
        used = 0
    }

    /// Notes that acknowledgements were counted towards the window.
    mutating func touchStamp(at now: Int) {
        stamp = now
    }

    /// Whether acknowledgements may raise the window.
    func allowsGrowth(of window: CongestionWindow) -> Bool {
        if isLimited { return true }
        return window.isInSlowStart && window.segments < 2 * mostOut
    }

    /// Segments were sent.
    ///
    /// - Returns: the segments that were used when the window has been too large for a time-out.
    mutating func note(
        out: Int, isFull: Bool, acknowledged: Int, next: Int, window: CongestionWindow,
        timeout: Int, at now: Int
    ) -> Int? {
        if acknowledged >= end || isFull || (!isLimited && out > mostOut) {
            isLimited = isFull
            mostOut = out
            end = next
        }
        if allowsGrowth(of: window) {
            touch(at: now)
            return nil
        }
        used = max(used, out)
        guard now - stamp >= timeout else { return nil }
        defer { touch(at: now) }
        return used
    }
}
