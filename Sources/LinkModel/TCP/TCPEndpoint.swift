/// One end of a connection over a ``SharedLink``: the handshake, and the two halves, driven by the
/// packets that arrive, by what the end's user does, and by time (RFC 9293). What it sends goes into
/// the wire that is passed along. Times are nanoseconds.
struct TCPEndpoint: Sendable {
    enum Phase: Sendable {
        /// The server before the SYN.
        case listening
        /// The client until the name is looked up.
        case resolving
        case synSent
        /// The server that has not said yet whether it accepts.
        case requested
        case synReceived
        case established
        /// It was reset or gave up: whatever arrives is answered with an RST.
        case gone
    }

    /// What came of a packet.
    struct Arrival {
        var bytes = 0
        var isRequested = false
        var isEstablished = false
        var isFinished = false
        var isReset = false
        /// This end has given up, now or before.
        var isGone = false
        /// Something of the backlog was sent.
        var hasSent = false
        /// When the link is to look at this end, if it would do so only later.
        var deadline: Int?

        /// Whether anybody but the end itself has to know.
        var isNews: Bool {
            bytes > 0 || isRequested || isEstablished || isFinished || isReset || isGone
        }
    }

    /// Time before the first SYN is repeated, and how often at most (`tcp_syn_retries`).
    static let handshakeTimeout = 1_000_000_000
    static let mostHandshakeTries = 7

    let slot: Int32
    let generation: Int32
    var phase: Phase
    var sender: TCPSender
    var receiver: TCPReceiver
    /// When SYN or SYN-ACK is to be sent again.
    var handshakeDeadline = Int.max
    var handshakeTries = 0
    /// Whether an RST follows the backlog.
    var isResetting = false
    var bareSent = 0
    /// Earliest time at which the link will look at this end, `.max` for none.
    var scheduled = Int.max

    init(slot: Int32, generation: Int32, phase: Phase, options: TCPOptions, clock: TCPClock) {
        self.slot = slot
        self.generation = generation
        self.phase = phase
        sender = TCPSender(options, clock: clock)
        receiver = TCPReceiver(options, clock: clock)
    }

    /// When something is due without anything arriving.
    var deadline: Int {
        min(sender.timer.deadline, receiver.deadline, handshakeDeadline)
    }

    /// The deadline, if the link would look at this end only later; from now on it looks then.
    mutating func nearerDeadline() -> Int? {
        let deadline = self.deadline
        guard deadline < scheduled else { return nil }
        scheduled = deadline
        return deadline
    }

    var isEstablished: Bool { phase == .established }

    var statistics: TCPStatistics {
        var statistics = sender.statistics
        statistics.bareSent = bareSent
        statistics.window = sender.window.segments
        let threshold = sender.window.threshold
        statistics.threshold = threshold < CongestionWindow.unlimited ? threshold : nil
        statistics.roundTrip = .nanoseconds(sender.rtt.smoothed)
        statistics.timeout = .nanoseconds(sender.rtt.timeout)
        return statistics
    }
}

// MARK: - What the user does

extension TCPEndpoint {
    mutating func offer(_ bytes: Int, at now: Int, wire: inout TCPWire) {
        precondition(!sender.isFinishing, "an end that is done offers nothing more")
        sender.offer(bytes, at: now)
        push(at: now, wire: &wire)
    }

    mutating func finish(at now: Int, wire: inout TCPWire) {
        sender.isFinishing = true
        push(at: now, wire: &wire)
    }

    mutating func reset(at now: Int, wire: inout TCPWire) {
        guard phase != .gone else { return }
        isResetting = true
        if phase == .established {
            push(at: now, wire: &wire)
        } else {
            sendReset(sequence: 0, at: now, wire: &wire)
        }
    }

    /// The user read bytes that had arrived.
    mutating func read(_ bytes: Int, at now: Int, wire: inout TCPWire) {
        if receiver.read(bytes, at: now) { acknowledge(at: now, wire: &wire) }
    }
}

// MARK: - What goes out

extension TCPEndpoint {
    /// A packet that says all that every packet says.
    mutating func packet(_ flags: TCPPacket.Flags, at now: Int) -> TCPPacket {
        var packet = TCPPacket(slot: slot, generation: generation, flags: flags)
        packet.sequence = sender.next
        packet.stamp = now
        packet.echo = receiver.echo
        if isEstablished { receiver.sign(&packet) }
        return packet
    }

    mutating func acknowledge(at now: Int, wire: inout TCPWire) {
        sendBare([], at: now, wire: &wire)
    }

    mutating func sendBare(_ flags: TCPPacket.Flags, at now: Int, wire: inout TCPWire) {
        bareSent += 1
        _ = wire.send(packet(flags, at: now), at: now)
    }

    mutating func sendReset(sequence: Int, at now: Int, wire: inout TCPWire) {
        var packet = TCPPacket(slot: slot, generation: generation, flags: .reset)
        packet.sequence = sequence
        packet.stamp = now
        bareSent += 1
        _ = wire.send(packet, at: now)
        leave()
    }

    /// Nothing more is sent from here by itself.
    mutating func leave() {
        phase = .gone
        sender.timer.clear()
        sender.backlog = 0
        sender.written = 0
        handshakeDeadline = .max
        receiver.silence()
    }

    /// Sends what windows allow of what was never sent (`tcp_write_xmit`).
    mutating func push(at now: Int, wire: inout TCPWire) {
        guard isEstablished, sender.hasUnsent || isResetting else { return }
        var count = 0
        while let segment = sender.nextSegment(at: now) {
            guard send(segment, at: now, wire: &wire) else { break }
            count += 1
        }
        if count > 0 || sender.hasUnsent {
            sender.noteSendingEnded(count: count, at: now)
        }
        if isResetting, sender.backlog == 0 {
            sendReset(sequence: sender.next, at: now, wire: &wire)
        }
    }

    /// Sends a segment for the first time.
    ///
    /// - Returns: false when the machine's own queue has no room.
    mutating func send(
        _ segment: TCPSegment, at now: Int, wire: inout TCPWire
    ) -> Bool {
        var segment = segment
        receiver.noteDataSent(at: now)
        switch wire.send(packet(of: segment, at: now), at: now) {
        case .sent: break
        case .vanished: segment.marks.insert(.vanished)
        case .refused:
            sender.noteRefused()
            return false
        }
        sender.noteSent(segment, at: now)
        return true
    }

    private mutating func packet(of segment: TCPSegment, at now: Int) -> TCPPacket {
        var packet = self.packet(segment.marks.contains(.finish) ? .finish : [], at: now)
        packet.sequence = segment.start
        packet.payload = Int32(segment.payload)
        return packet
    }

    /// Sends a segment again.
    ///
    /// - Returns: false when the machine's own queue is in the way.
    mutating func resend(
        _ index: Int, isProbe: Bool = false, at now: Int, wire: inout TCPWire
    ) -> Bool {
        let segment = sender.scoreboard[index]
        guard !sender.isInOwnQueue(segment) else { return false }
        receiver.noteDataSent(at: now)
        let outcome = wire.send(packet(of: segment, at: now), at: now)
        guard outcome != .refused else {
            sender.noteRefused()
            return false
        }
        sender.noteCopied(index, isProbe: isProbe, vanished: outcome == .vanished, at: now)
        return true
    }

    /// Sends what was lost, as far as the window allows (`tcp_xmit_retransmit_queue`).
    mutating func resendLost(at now: Int, wire: inout TCPWire) {
        while let index = sender.nextCopy() {
            guard resend(index, at: now, wire: &wire) else { break }
        }
    }
}
