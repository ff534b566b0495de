/// The receiving half of a TCP endpoint: puts bytes in order and decides when they are acknowledged
/// (RFC 9293, 1122, 2018, 2883, 5681 4.2; Linux 6.1's quick acknowledgements and SACK compression).
/// It performs nothing; see ``TCPEndpoint``. Times are nanoseconds.
struct TCPReceiver: Sendable {
    /// Acknowledgements at once before they are delayed (`TCP_MAX_QUICKACKS`).
    static let mostQuick = 16
    /// Duplicate acknowledgements that are never held back (`TCP_FASTRETRANS_THRESH`).
    static let duplicatesAtOnce = 3
    /// Most of them that one may stand for, and how long at most (`tcp_comp_sack_nr`, `_delay_ns`).
    static let mostCompressed = 44
    static let longestCompression = 1_000_000

    let options: TCPOptions
    let clock: TCPClock
    var window: ReceiveWindow
    var queue = ReassemblyQueue()
    /// `RCV.NXT`.
    var next = 0
    /// What the last acknowledgement said, and the right edge it offered.
    var acknowledged = 0
    var offeredEnd = 0
    /// Whether the peer's FIN has arrived, and all before it.
    private(set) var isFinished = false
    private var finishAt: Int?
    var duplicate: ReassemblyQueue.Run?
    /// Stamp to echo (RFC 7323 4.3).
    var echo = 0

    // When to acknowledge (`icsk_ack`), in jiffies where Linux has them.
    var isPending = false
    var isUrgent = false
    var quick = 0
    /// Whether data goes both ways, so that an acknowledgement may ride along.
    var isInteractive = false
    var patience = 0
    var lastArrival = 0
    var sawSmall = false
    var sawSmallTwice = false
    /// Biggest segment of the peer so far.
    var peerSegment = 0
    var duplicatesSent = 0
    var compressed = 0
    var compressedAt = 0
    /// When a delayed acknowledgement is due, `.max` for never; and a compressed one.
    var delayedDeadline = Int.max
    var compressedDeadline = Int.max

    init(_ options: TCPOptions, clock: TCPClock) {
        self.options = options
        self.clock = clock
        window = ReceiveWindow(options)
        offeredEnd = options.initialReceiveWindow
    }

    /// Earliest time at which an acknowledgement falls due by itself.
    var deadline: Int { min(delayedDeadline, compressedDeadline) }

    var leastPatience: Int { max(1, clock.hertz / 25) }

    /// The connection is established: what is sent from now on may answer what comes.
    mutating func establish(stamp: Int, at now: Int) {
        lastArrival = clock.jiffies(at: now)
        echo = stamp
    }

    /// Nothing is acknowledged any more by itself.
    mutating func silence() {
        isPending = false
        delayedDeadline = .max
        compressedDeadline = .max
    }
}

// MARK: - What arrives

extension TCPReceiver {
    /// Takes payload and FIN of a packet.
    ///
    /// - Parameters:
    ///   - timeout: the sender half's time-out, nanoseconds.
    ///   - roundTrip: its smoothed round trip; 0 without one.
    /// - Returns: bytes that are now in order, and whether an acknowledgement is to be sent at once.
    mutating func receive(
        _ packet: TCPPacket, timeout: Int, roundTrip: Int, at now: Int
    ) -> (bytes: Int, acknowledgeNow: Bool) {
        if packet.sequence <= acknowledged { echo = max(echo, packet.stamp) }
        let payload = Int(packet.payload)
        if packet.flags.contains(.finish) { finishAt = packet.end - 1 }
        let run = ReassemblyQueue.Run(start: packet.sequence, end: packet.sequence + payload)
        if packet.end <= next || packet.sequence >= offeredEnd {
            refuse(packet, run)
            return (0, shouldAcknowledgeNow(roundTrip: roundTrip, at: now))
        }
        if packet.sequence > next {
            isPending = true
            if payload > 0, queue.insert(run) {
                if window.grow(by: payload, held: queue.bytes) { quick |= 1 }
            } else {
                duplicate = run
            }
            return (0, shouldAcknowledgeNow(roundTrip: roundTrip, at: now))
        }
        if packet.sequence < next {
            duplicate = ReassemblyQueue.Run(start: packet.sequence, end: next)
        }
        return takeInOrder(run, payload, packet, timeout: timeout, roundTrip: roundTrip, at: now)
    }

    private mutating func takeInOrder(
        _ run: ReassemblyQueue.Run, _ payload: Int, _ packet: TCPPacket, timeout: Int,
        roundTrip: Int, at now: Int
    ) -> (bytes: Int, acknowledgeNow: Bool) {
        let before = next
        next = max(next, run.end)
        window.measure(echo: packet.echo, payload: payload, at: now)
        noteArrival(payload, timeout: timeout, at: now)
        if !queue.isEmpty {
            next = queue.take(from: next)
            if queue.isEmpty { isUrgent = true }
        }
        let bytes = next - before
        if finishAt == next {
            next += 1
            isFinished = true
            isUrgent = true
        }
        window.arrive(bytes)
        if options.readsAtOnce { window.read(bytes, at: now) }
        let byReader = options.readsAtOnce && readerAcknowledges
        return (bytes, shouldAcknowledgeNow(roundTrip: roundTrip, at: now) || byReader)
    }

    /// What is known, or beyond the window, is acknowledged at once.
    private mutating func refuse(_ packet: TCPPacket, _ run: ReassemblyQueue.Run) {
        isPending = true
        isUrgent = isUrgent || packet.flags.contains(.probe)
        guard packet.end > packet.sequence else { return }
        if packet.end <= next, run.end > run.start { duplicate = run }
        raiseQuick()
        isInteractive = false
        patience = leastPatience
    }

    /// Data arrived in order (`tcp_event_data_recv`).
    private mutating func noteArrival(_ payload: Int, timeout: Int, at now: Int) {
        isPending = true
        if payload >= peerSegment {
            peerSegment = payload
        } else {
            sawSmallTwice = sawSmallTwice || sawSmall
            sawSmall = true
        }
        let present = clock.jiffies(at: now)
        if patience == 0 {
            raiseQuick()
            patience = leastPatience
        } else {
            let gap = present - lastArrival
            let longest = clock.jiffies(covering: timeout)
            if gap <= leastPatience / 2 {
                patience = (patience >> 1) + leastPatience / 2
            } else if gap < patience {
                patience = min((patience >> 1) + gap, longest)
            } else if gap > longest {
                raiseQuick()
            }
        }
        lastArrival = present
        if window.grow(by: payload, held: queue.bytes) { quick |= 1 }
    }

    /// `tcp_incr_quickack`.
    private mutating func raiseQuick() {
        let fitting = (offeredEnd - acknowledged) / (2 * max(peerSegment, 1))
        quick = max(quick, min(max(fitting, 2), Self.mostQuick))
    }
}
