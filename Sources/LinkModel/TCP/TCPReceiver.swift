/// The receiving half of a TCP endpoint: puts bytes in order and decides when they are acknowledged
/// (RFC 9293, 1122, 2018, 2883, 5681 4.2; Linux 6.1's quick acknowledgements and SACK compression).
/// It performs nothing; see ``TCPEndpoint``. Times are nanoseconds.
struct TCPReceiver: Sendable {
    /// Acknowledgements at once before they are delayed (`TCP_MAX_QUICKACKS`).
    private static let mostQuick = 16
    /// Duplicate acknowledgements that are never held back (`TCP_FASTRETRANS_THRESH`).
    private static let duplicatesAtOnce = 3
    /// Most of them that one may stand for, and how long at most (`tcp_comp_sack_nr`, `_delay_ns`).
    private static let mostCompressed = 44
    private static let longestCompression = 1_000_000

    let options: TCPOptions
    let clock: TCPClock
    var window: ReceiveWindow
    var queue = ReassemblyQueue()
    /// `RCV.NXT`.
    private(set) var next = 0
    /// What the last acknowledgement said, and the right edge it offered.
    private(set) var acknowledged = 0
    private(set) var offeredEnd = 0
    /// Whether the peer's FIN has arrived, and all before it.
    private(set) var isFinished = false
    private var finishAt: Int?
    private var duplicate: ReassemblyQueue.Run?
    /// Stamp to echo (RFC 7323 4.3).
    var echo = 0

    // When to acknowledge (`icsk_ack`), in jiffies where Linux has them.
    private(set) var isPending = false
    private var isUrgent = false
    private var quick = 0
    /// Whether data goes both ways, so that an acknowledgement may ride along.
    private var isInteractive = false
    private var patience = 0
    private var lastArrival = 0
    private var sawSmall = false
    private var sawSmallTwice = false
    /// Biggest segment of the peer so far.
    private var peerSegment = 0
    private var duplicatesSent = 0
    private var compressed = 0
    private var compressedAt = 0
    /// When a delayed acknowledgement is due, `.max` for never; and a compressed one.
    private(set) var delayedDeadline = Int.max
    private(set) var compressedDeadline = Int.max

    init(_ options: TCPOptions, clock: TCPClock) {
        self.options = options
        self.clock = clock
        window = ReceiveWindow(options)
        offeredEnd = options.initialReceiveWindow
    }

    /// Earliest time at which an acknowledgement falls due by itself.
    var deadline: Int { min(delayedDeadline, compressedDeadline) }

    private var leastPatience: Int { max(1, clock.hertz / 25) }

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
        return (bytes, shouldAcknowledgeNow(roundTrip: roundTrip, at: now) || readerAcknowledges)
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

// MARK: - When to acknowledge

extension TCPReceiver {
    /// The reader took bytes that were waiting.
    ///
    /// - Returns: whether the window opened so much that the peer should hear of it at once.
    mutating func read(_ bytes: Int, at now: Int) -> Bool {
        window.read(bytes, at: now)
        let left = offeredEnd - next
        guard 2 * left <= window.bound else { return false }
        let room = window.room(held: queue.bytes)
        return room > 0 && room >= 2 * left
    }

    /// Whether a reader that has emptied the buffer makes the machine acknowledge
    /// (`tcp_cleanup_rbuf`): after a small segment, unless an answer may carry it.
    private var readerAcknowledges: Bool {
        guard isPending, options.readsAtOnce else { return false }
        if next - acknowledged > peerSegment { return true }
        guard queue.isEmpty else { return false }
        return sawSmallTwice || (sawSmall && !isInteractive)
    }

    /// `__tcp_ack_snd_check`; sets the timers where the answer is no.
    private mutating func shouldAcknowledgeNow(roundTrip: Int, at now: Int) -> Bool {
        guard isPending else { return false }
        if isUrgent || (quick > 0 && !isInteractive) { return true }
        if next - acknowledged > max(peerSegment, 1),
            window.room(held: queue.bytes) >= offeredEnd - acknowledged
        {
            return true
        }
        guard queue.isEmpty else { return shouldAnswerHole(roundTrip: roundTrip, at: now) }
        return !delay(roundTrip: roundTrip, at: now)
    }

    /// The first duplicates are sent at once, later ones at most every millisecond or 5 % of the
    /// round trip.
    private mutating func shouldAnswerHole(roundTrip: Int, at now: Int) -> Bool {
        if compressed >= Self.mostCompressed { return true }
        if compressedAt != next {
            compressedAt = next
            duplicatesSent = 0
        }
        if duplicatesSent < Self.duplicatesAtOnce {
            duplicatesSent += 1
            return true
        }
        compressed += 1
        guard compressedDeadline == .max else { return false }
        var trip = window.roundTrip
        if roundTrip > 0, roundTrip < trip || trip == 0 { trip = roundTrip }
        compressedDeadline = now + min(Self.longestCompression, trip / 20)
        return false
    }

    /// Sets the timer of a delayed acknowledgement (`tcp_send_delayed_ack`).
    ///
    /// - Returns: false when the present one is so near that it may as well go now.
    private mutating func delay(roundTrip: Int, at now: Int) -> Bool {
        var wait = patience
        if wait > leastPatience {
            var bound = isInteractive || sawSmall ? clock.hertz / 5 : clock.hertz / 2
            if roundTrip > 0 {
                bound = min(bound, max(clock.jiffies(covering: roundTrip), leastPatience))
            }
            wait = min(wait, bound)
        }
        wait = min(wait, max(1, clock.hertz / 5))
        if delayedDeadline < .max {
            if delayedDeadline <= now + (wait >> 2) * clock.tick { return false }
            let later = clock.expiry(of: wait, at: now)
            delayedDeadline = min(delayedDeadline, later)
            return true
        }
        delayedDeadline = clock.expiry(of: wait, at: now)
        return true
    }

    /// A timer is due (`tcp_delack_timer_handler`, `tcp_compressed_ack_kick`).
    ///
    /// - Returns: whether to acknowledge now.
    mutating func expire(timeout: Int, at now: Int) -> Bool {
        if compressedDeadline <= now {
            compressedDeadline = .max
            if compressed > 0 { return true }
        }
        guard delayedDeadline <= now else { return false }
        delayedDeadline = .max
        guard isPending else { return false }
        if isInteractive {
            isInteractive = false
            patience = leastPatience
        } else {
            patience = min(patience << 1, clock.jiffies(covering: timeout))
        }
        return true
    }

    /// Data of the other half goes out (`tcp_event_data_sent`).
    mutating func noteDataSent(at now: Int) {
        if clock.jiffies(at: now) - lastArrival < patience { isInteractive = true }
    }

    /// Fills in what a packet says of this half; the packet is being sent (`tcp_event_ack_sent`).
    mutating func sign(_ packet: inout TCPPacket) {
        let end = max(offeredEnd, next + window.room(held: queue.bytes))
        packet.flags.insert(.acknowledge)
        packet.acknowledgement = next
        packet.window = Int32(clamping: end - next)
        packet.echo = echo
        if !queue.isEmpty || duplicate != nil { packet.blocks = queue.report(duplicate: duplicate) }
        if isPending, quick > 0 {
            quick -= 1
            if quick == 0 { patience = leastPatience }
        }
        duplicate = nil
        offeredEnd = end
        acknowledged = next
        isPending = false
        isUrgent = false
        sawSmall = false
        sawSmallTwice = false
        compressed = 0
        delayedDeadline = .max
        compressedDeadline = .max
    }
}
