// What a packet does to an endpoint.
extension TCPEndpoint {
    /// Takes a packet that has arrived.
    mutating func receive(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        let backlog = sender.backlog
        var arrival = take(packet, at: now, wire: &wire)
        arrival.hasSent = sender.backlog != backlog
        arrival.isGone = phase == .gone
        arrival.deadline = nearerDeadline()
        return arrival
    }

    private mutating func take(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        if packet.flags.contains(.reset) { return takeReset(packet, at: now, wire: &wire) }
        switch phase {
        case .gone:
            sendReset(sequence: packet.acknowledgement, at: now, wire: &wire)
            return Arrival()
        case .listening: return takeRequest(packet, at: now)
        case .requested, .resolving: return Arrival()
        case .synSent: return takeAccept(packet, at: now, wire: &wire)
        case .synReceived: return takeConfirmation(packet, at: now, wire: &wire)
        case .established:
            if packet.flags.contains(.synchronize) {
                // The last step of the handshake was lost.
                acknowledge(at: now, wire: &wire)
                return Arrival()
            }
            return takeSegment(packet, at: now, wire: &wire)
        }
    }

    /// RFC 9293 3.10.7.4 with RFC 5961 3.2: an RST counts where the next byte is expected; elsewhere
    /// in the window it is answered, and its sender's answer to that counts.
    private mutating func takeReset(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        var arrival = Arrival()
        if phase == .established, packet.sequence != receiver.next {
            if packet.sequence > receiver.next { acknowledge(at: now, wire: &wire) }
            return arrival
        }
        arrival.isReset = true
        leave()
        return arrival
    }

    private mutating func takeSegment(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        var arrival = Arrival()
        react(to: sender.acknowledge(packet, at: now), at: now, wire: &wire)
        var acknowledges = false
        if packet.end > packet.sequence || packet.flags.contains(.probe) {
            let wasFinished = receiver.isFinished
            let taken = receiver.receive(
                packet, timeout: sender.rtt.timeout, roundTrip: sender.rtt.smoothed, at: now)
            arrival.bytes = taken.bytes
            arrival.isFinished = receiver.isFinished && !wasFinished
            acknowledges = taken.acknowledgeNow
        }
        push(at: now, wire: &wire)
        while sender.makeRoom(at: now) { push(at: now, wire: &wire) }
        if acknowledges, receiver.isPending { acknowledge(at: now, wire: &wire) }
        return arrival
    }

    private mutating func react(
        to reaction: TCPSender.Reaction, at now: Int, wire: inout TCPWire
    ) {
        switch reaction {
        case .nothing:
            return
        case .newData:
            push(at: now, wire: &wire)
            guard sender.next <= sender.recoveryEnd else { return }
            sender.doubtsTimeout = false
        case .lostSegments:
            break
        }
        resendLost(at: now, wire: &wire)
    }
}

// MARK: - The handshake (RFC 9293 3.5)

extension TCPEndpoint {
    /// The client begins.
    mutating func connect(at now: Int, wire: inout TCPWire) {
        phase = .synSent
        sendHandshake(.synchronize, at: now, wire: &wire)
    }

    private mutating func takeRequest(_ packet: TCPPacket, at now: Int) -> Arrival {
        var arrival = Arrival()
        guard packet.flags.contains(.synchronize) else { return arrival }
        phase = .requested
        receiver.echo = packet.stamp
        arrival.isRequested = true
        return arrival
    }

    /// The server accepts.
    mutating func accept(at now: Int, wire: inout TCPWire) {
        guard phase == .requested else { return }
        phase = .synReceived
        sendHandshake([.synchronize, .acknowledge], at: now, wire: &wire)
    }

    private mutating func sendHandshake(
        _ flags: TCPPacket.Flags, at now: Int, wire: inout TCPWire
    ) {
        let clock = sender.clock
        let wait = Self.handshakeTimeout << handshakeTries
        handshakeTries += 1
        handshakeDeadline =
            handshakeTries < Self.mostHandshakeTries
            ? clock.expiry(of: clock.jiffies(covering: wait), at: now) : .max
        sendBare(flags, at: now, wire: &wire)
    }

    /// SYN or SYN-ACK was not answered in time.
    mutating func repeatHandshake(at now: Int, wire: inout TCPWire) {
        switch phase {
        case .resolving: connect(at: now, wire: &wire)
        case .synSent: sendHandshake(.synchronize, at: now, wire: &wire)
        case .synReceived:
            sendHandshake([.synchronize, .acknowledge], at: now, wire: &wire)
        default: handshakeDeadline = .max
        }
    }

    private mutating func takeAccept(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        guard packet.flags.isSuperset(of: [.synchronize, .acknowledge]) else { return Arrival() }
        establish(trip: now - packet.echo, stamp: packet.stamp, at: now)
        acknowledge(at: now, wire: &wire)
        push(at: now, wire: &wire)
        var arrival = Arrival()
        arrival.isEstablished = true
        return arrival
    }

    private mutating func takeConfirmation(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> Arrival {
        if packet.flags.contains(.synchronize) {
            // The client has not heard; its timer was first.
            sendBare([.synchronize, .acknowledge], at: now, wire: &wire)
            return Arrival()
        }
        establish(
            trip: handshakeTries == 1 ? now - packet.echo : nil, stamp: packet.stamp, at: now)
        return takeSegment(packet, at: now, wire: &wire)
    }

    private mutating func establish(trip: Int?, stamp: Int, at now: Int) {
        phase = .established
        handshakeDeadline = .max
        sender.allowedEnd = receiver.options.initialReceiveWindow
        sender.establish(handshakeTrip: trip.map { max($0, 1) }, at: now)
        receiver.establish(stamp: stamp, at: now)
    }
}

// MARK: - Time

extension TCPEndpoint {
    /// The link looks at this end: does what is due.
    ///
    /// - Parameter time: when the link was to look; nothing is done when it was told another time
    ///   since.
    /// - Returns: whether something of the backlog was sent, and when the link is to look next, if
    ///   it would do so only later.
    mutating func expire(
        _ time: Int, at now: Int, wire: inout TCPWire
    ) -> (hasSent: Bool, deadline: Int?) {
        guard scheduled == time else { return (false, nil) }
        scheduled = .max
        guard deadline <= now else { return (false, nearerDeadline()) }
        let backlog = sender.backlog
        doWhatIsDue(at: now, wire: &wire)
        return (sender.backlog != backlog, nearerDeadline())
    }

    private mutating func doWhatIsDue(at now: Int, wire: inout TCPWire) {
        if handshakeDeadline <= now { repeatHandshake(at: now, wire: &wire) }
        if receiver.deadline <= now, receiver.expire(timeout: sender.rtt.timeout, at: now) {
            acknowledge(at: now, wire: &wire)
        }
        guard sender.timer.deadline <= now else { return }
        switch sender.expire(at: now) {
        case .nothing: break
        case .oldest: repeatOldest(at: now, wire: &wire)
        case .lostSegments: resendLost(at: now, wire: &wire)
        case .probe: probe(at: now, wire: &wire)
        case .windowProbe: probeWindow(at: now, wire: &wire)
        }
    }

    private mutating func repeatOldest(at now: Int, wire: inout TCPWire) {
        _ = resend(sender.scoreboard.first, at: now, wire: &wire)
    }

    /// RFC 8985 7.3: new data, or else the youngest segment again.
    private mutating func probe(at now: Int, wire: inout TCPWire) {
        if let segment = sender.nextSegment(isProbe: true, at: now) {
            let wasSent = send(segment, at: now, wire: &wire)
            sender.noteProbed(isCopy: false, wasSent: wasSent, at: now)
        } else {
            let wasSent = resend(
                sender.scoreboard.next - 1, isProbe: true, at: now, wire: &wire)
            sender.noteProbed(isCopy: true, wasSent: wasSent, at: now)
        }
    }

    private mutating func probeWindow(at now: Int, wire: inout TCPWire) {
        push(at: now, wire: &wire)
        guard sender.scoreboard.isEmpty else { return }
        var packet = self.packet(.probe, at: now)
        packet.sequence = sender.next - 1
        bareSent += 1
        _ = wire.send(packet, at: now)
    }
}
