/// The one timer of a sender: what it waits for, and until when.
struct TCPTimer: Sendable {
    enum Purpose: Sendable {
        /// RFC 6298.
        case retransmission
        /// RFC 8985 7.2.
        case lossProbe
        /// RFC 8985 6.3.
        case reordering
        /// RFC 9293 3.8.6.1.
        case windowProbe
    }

    private(set) var purpose: Purpose?
    /// When it fires, nanoseconds; `.max` while there is nothing to wait for.
    private(set) var deadline = Int.max

    mutating func set(_ purpose: Purpose, jiffies: Int, at now: Int, clock: TCPClock) {
        self.purpose = purpose
        deadline = clock.expiry(of: jiffies, at: now)
    }

    mutating func clear() {
        purpose = nil
        deadline = .max
    }
}
