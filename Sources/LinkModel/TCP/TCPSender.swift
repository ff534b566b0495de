/// The sending half of a TCP endpoint: decides what is sent, sent again, and when, from what is
/// acknowledged and from the time (RFC 9293, 5681, 6298, 6675, 6937, 8985). It performs nothing; see
/// ``TCPEndpoint``.
///
/// It follows Linux 6.1 (tcp_input.c, tcp_output.c, tcp_timer.c, tcp_recovery.c), whose names stand
/// in the comments where they help. Times are nanoseconds, windows segments, sequence numbers bytes.
struct TCPSender: Sendable {
    /// Linux's `tcp_ca_state`, in its order.
    enum State: Int, Comparable {
        case open
        /// Something arrived out of order.
        case disorder
        /// The window is being reduced without a loss to repair.
        case reduced
        /// Lost segments are being sent again.
        case recovery
        /// A time-out has passed.
        case loss

        /// `tcp_in_cwnd_reduction`.
        var isReducing: Bool { self == .reduced || self == .recovery }

        static func < (left: State, right: State) -> Bool { left.rawValue < right.rawValue }
    }

    /// What to send behind an acknowledgement, before anything else.
    enum Reaction {
        case nothing
        case lostSegments
        /// New data, to see whether the time-out was a mistake (RFC 5682).
        case newData
    }

    let options: TCPOptions
    let clock: TCPClock
    var scoreboard = TCPScoreboard()
    var rtt: RoundTripEstimator
    var window: CongestionWindow
    var use = WindowUse()
    var rack = RackState()
    var reduction = RateReduction()
    var timer = TCPTimer()
    var statistics = TCPStatistics()

    // What there is to send.
    /// Bytes that were offered and have not been sent.
    var backlog = 0
    /// Those of them that the machine has taken from its user.
    var written = 0
    var buffer: SendBuffer?
    /// Whether a FIN follows the backlog, and whether it was sent.
    var isFinishing = false
    var finishWasSent = false
    /// `SND.UNA` and `SND.NXT`.
    var acknowledged = 0
    var next = 0
    /// The sequence number behind what the receiver has room for.
    var allowedEnd = 0
    var lastSent = 0
    /// When the newest segment was sent that has left the machine's own queue, where it has one.
    var leftQueue = -1
    /// Segments delivered so far.
    var delivered = 0

    // What is being repaired.
    var state = State.open
    /// The state ends when this is acknowledged (`high_seq`).
    var recoveryEnd = 0
    /// The sequence number behind the highest that was reported.
    var highestReported = 0
    var priorThreshold = 0
    /// Where the present reduction began, as long as it may be undone.
    var undoMarker: Int?
    /// Copies that no duplicate report has accounted for; nil while nothing was sent again.
    var unaccountedCopies: Int?
    /// When the first copy of this recovery was sent.
    var firstCopy: Int?
    /// Time-outs without an acknowledgement between them.
    var timeouts = 0
    /// Whether it is still open if the time-out was a mistake (RFC 5682).
    var doubtsTimeout = false
    /// What a tail loss probe has to see acknowledged, and whether it was a copy.
    var probeEnd: Int?
    var probeIsCopy = false
    /// Blocks that the last acknowledgement reported.
    var knownBlocks = SackBlocks()

    init(_ options: TCPOptions, clock: TCPClock) {
        self.options = options
        self.clock = clock
        rtt = RoundTripEstimator(floor: options.minimumTimeout.wholeNanoseconds)
        window = CongestionWindow(options, clock: clock)
        buffer = options.sendBuffer.map {
            SendBuffer($0, initialWindow: options.initialWindow)
        }
    }

    /// Whether there is something that was never sent.
    var hasUnsent: Bool { backlog > 0 || (isFinishing && !finishWasSent) }

    /// Jiffies of the present time-out. Always inlined, or the sender would be copied for it.
    @inline(__always)
    var timeoutJiffies: Int { clock.jiffies(covering: rtt.timeout) }

    /// The connection is established.
    mutating func establish(handshakeTrip trip: Int?, at now: Int) {
        if let trip {
            rtt.measure(trip, latest: trip, acknowledged: acknowledged, next: next)
        }
        lastSent = now
        use.touch(at: now)
        window.begin(next: next, at: now)
    }

    /// The other end has got a packet, which has left the machine's own queue, where it has one.
    mutating func heard(_ packet: TCPPacket) {
        if options.isNetemOnSender { leftQueue = packet.stamp }
    }

    /// There are `bytes` more to send.
    mutating func offer(_ bytes: Int, at now: Int) {
        restartIfIdle(at: now)
        backlog += bytes
        write()
    }

    private mutating func write() {
        guard buffer != nil else {
            written = backlog
            return
        }
        written +=
            buffer?.write(backlog - written, segmentBytes: options.segmentBytes) ?? 0
    }

    /// Lets a user that waits for memory write, if there is some.
    ///
    /// - Returns: whether there is more to send now.
    mutating func makeRoom(at now: Int) -> Bool {
        guard buffer?.isBlocked == true else { return false }
        if scoreboard.inFlight < window.segments {
            buffer?.grow(window: window.segments)
            use.touchStamp(at: now)
        }
        guard buffer?.isWritable == true else { return false }
        write()
        return true
    }

    /// After a time-out of silence the window is halved once per further time-out, down to the
    /// initial one (RFC 2861, `tcp_cwnd_restart`).
    private mutating func restartIfIdle(at now: Int) {
        guard options.restartsAfterIdle, scoreboard.isEmpty else { return }
        let timeout = timeoutJiffies
        var silence = clock.jiffies(at: now) - clock.jiffies(at: lastSent)
        guard silence > timeout else { return }
        window.threshold = currentThreshold
        let least = min(options.initialWindow, window.segments)
        var segments = window.segments
        silence -= timeout
        while silence > 0, segments > least {
            segments >>= 1
            silence -= timeout
        }
        window.segments = max(segments, least)
        use.touch(at: now)
    }

    /// `tcp_current_ssthresh`.
    var currentThreshold: Int {
        state.isReducing ? window.threshold : window.restartThreshold
    }
}
