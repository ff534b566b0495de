/// Sends one packet after the other at a rate, or at the moments of a trace.
///
/// Work is counted in bits × 10^9, of which a rate of r bit/s does r in a nanosecond. Packets leave
/// in the nanosecond in which their last bit is sent; what of that nanosecond is left over is owed
/// to the packet behind as long as the transmitter is never idle. So a long flow never drifts, at
/// whatever rate.
struct PathTransmitter: Sendable {
    private enum Pace: Sendable {
        case unlimited
        case rate(Int)
        /// At the moments of ``PathTransmitter/cursor``.
        case trace
        /// An outage, or a rate of 0.
        case stalled
    }

    private static let workPerByte = 8_000_000_000
    private static let workPerOpportunity = DeliveryTrace.opportunityBytes * workPerByte

    private var pace = Pace.stalled
    private var cursor: OpportunityCursor?
    /// Work left for the packet being sent, as of `since`.
    private var work = 0
    private var since = 0
    private var isBusy = false
    /// Work, less than a nanosecond's, by which the packet being sent leaves too early.
    private var debt = 0
    /// What is left of the opportunity of this moment, in work.
    private var opportunity = 0
    /// When the packet being sent began to be sent.
    private(set) var start = 0
    /// When ``serve()`` is to be called: the packet leaves, or an opportunity comes. `Int.max` when
    /// nothing is being sent or nothing moves.
    private(set) var next = Int.max

    /// Changes the pace, for the packet being sent too.
    ///
    /// - Parameter beginning: the time that a trace counts from.
    mutating func change(_ rate: LinkRate, isHeld: Bool, beginning: Int, at now: Int) {
        if case .rate(let old) = pace, isBusy { work -= min(work, (now - since) * old) }
        since = now
        opportunity = 0
        switch rate {
        case _ where isHeld: pace = .stalled
        case .unlimited: pace = .unlimited
        case .bitsPerSecond(let rate): pace = rate > 0 ? .rate(rate) : .stalled
        case .trace(let trace):
            pace = .trace
            cursor = OpportunityCursor(trace, from: beginning)
            cursor?.skip(to: now)
        }
        if isBusy { schedule() }
    }

    /// Begins to send a packet: the one behind the packet that ``serve()`` let go, or any when
    /// nothing was being sent.
    mutating func begin(bytes: Int, at now: Int) {
        start = now
        since = now
        if !isBusy {
            isBusy = true
            (debt, opportunity) = (0, 0)
            cursor?.skip(to: now)
        }
        if case .trace = pace {
            // Opportunities of 1500 bytes are for IP packets.
            work = max(1, bytes - Framing.ethernet) * Self.workPerByte
            spendOpportunity()
        } else {
            work = bytes * Self.workPerByte + debt
        }
        schedule()
    }

    /// Does what is to be done at ``next``.
    ///
    /// - Returns: whether the packet has left; then ``begin(bytes:at:)`` or ``rest()`` follows.
    mutating func serve() -> Bool {
        guard case .trace = pace, work > 0 else { return true }
        cursor?.advance()
        opportunity = Self.workPerOpportunity
        spendOpportunity()
        if work == 0 { return true }
        schedule()
        return false
    }

    /// Nothing is left to send.
    mutating func rest() {
        isBusy = false
        next = .max
    }

    private mutating func spendOpportunity() {
        let used = min(work, opportunity)
        work -= used
        opportunity -= used
    }

    private mutating func schedule() {
        switch pace {
        case .stalled: next = .max
        case .unlimited: next = since
        case .rate(let rate):
            let whole = work / rate
            next = since + whole
            debt = work - whole * rate
        case .trace: next = work == 0 ? since : cursor?.time ?? .max
        }
    }
}
