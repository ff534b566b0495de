internal import HeapModule

/// A link in packets: all connections of an engine over one path per direction, with TCP at both
/// ends of every connection.
///
/// A value that is told what happens at its ends, and when, and says what arrives at the other end,
/// and when. It reads no clock: the caller moves it with ``advance(to:into:)``, on an event loop or
/// in virtual time, and the same calls with the same seed give the same events.
///
/// What a path does to a packet is ``LinkPath``'s: rate, queue, delay, jitter, loss, outages. What
/// the ends make of it is ``TCPEndpoint``'s: handshake, congestion control, recovery, delayed
/// acknowledgements, receive window. Acknowledgements are packets of the opposite direction; they
/// queue and are lost there.
///
/// Times passed in must not go back. Calls for a connection that is over are ignored: an end may
/// act before it hears that the other one is gone.
package struct SharedLink: Sendable {
    let options: TCPOptions
    let clock: TCPClock
    let lookUpTime: Int
    var wires: TCPWires
    var connections: [SharedConnection] = []
    private var freeSlots: [Int32] = []
    var timers = Heap<LinkTimer>()
    /// Time of the first of them; `.max` without one.
    var nextTimer = Int.max
    var now = 0
    /// What arrived since the caller took events last.
    var arrived: [LinkEvent] = []
    /// Connections whose backlog has shrunk since the caller took this back, by the last bits of
    /// their slots.
    private var sentSlots: UInt64 = 0

    /// Keeps whoever holds a link from copying it: the compiler loads a large struct as a whole to call
    /// a method that only reads it, unless it has a field whose size is not known.
    private let standsInPlace: (any Sendable)? = nil

    /// - Parameters:
    ///   - options: of the TCP at both ends.
    ///   - seed: of all that is random on the link.
    /// - Throws: ``UnsupportedLinkFeatures`` when the profile asks for more than this link plays.
    package init(
        _ profile: LinkProfile, options: TCPOptions = TCPOptions(), seed: UInt64 = 1
    ) throws(UnsupportedLinkFeatures) {
        try profile.requireSupport()
        self.options = options
        clock = TCPClock(tick: options.tick.wholeNanoseconds)
        lookUpTime = profile.dnsDelay?.wholeNanoseconds ?? 0
        let down = TCPWire(
            profile.down, timeline: profile.timeline(.down),
            isNetemOnSender: options.isNetemOnSender,
            seed: StableRandom.number(0, ofSeed: seed))
        let up = TCPWire(
            profile.up, timeline: profile.timeline(.up), isNetemOnSender: options.isNetemOnSender,
            seed: StableRandom.number(1, ofSeed: seed))
        wires = TCPWires(down: down, up: up)
    }

    /// Goes over to another profile, whose timeline counts from `time`. Connections stay, and so does
    /// what is queued and on its way.
    ///
    /// - Throws: ``UnsupportedLinkFeatures``; the link stays as it was.
    package mutating func change(
        to profile: LinkProfile, at time: LinkTime
    ) throws(UnsupportedLinkFeatures) {
        try profile.requireSupport()
        run(to: time.nanoseconds)
        wires.down.change(to: profile.down, timeline: profile.timeline(.down), at: now)
        wires.up.change(to: profile.up, timeline: profile.timeline(.up), at: now)
    }
}

extension SharedLink {
    /// Lets nothing pass any more in either direction, or again what may: as where a telephone has no
    /// network. Connections stay; what is on its way arrives, what is queued waits.
    package mutating func hold(_ isHeld: Bool, at time: LinkTime) {
        run(to: time.nanoseconds)
        wires.down.hold(isHeld, at: now)
        wires.up.hold(isHeld, at: now)
    }
}

// MARK: - What happens at the ends

extension SharedLink {
    /// The engine connects: a SYN goes up, after a look-up of the name if the profile has one. It
    /// may offer data at once; the data waits for the connection to be established.
    package mutating func open(at time: LinkTime) -> LinkConnection {
        run(to: time.nanoseconds)
        let slot = freeSlots.popLast() ?? Int32(connections.count)
        let index = Int(slot)
        let generation = index < connections.count ? connections[index].generation + 1 : 0
        let connection = SharedConnection(
            slot: slot, generation: generation, options: options, clock: clock)
        if index < connections.count {
            connections[index] = connection
        } else {
            connections.append(connection)
        }
        if lookUpTime > 0 {
            connections[index].client.handshakeDeadline = now + lookUpTime
        } else {
            connections[index].client.connect(at: now, wire: &wires.up)
        }
        schedule(index)
        return LinkConnection(slot: slot, generation: generation)
    }

    /// The origin accepts after ``LinkEvent/What/requested``: a SYN-ACK goes down.
    package mutating func accept(_ connection: LinkConnection, at time: LinkTime) {
        guard let index = living(connection, at: time) else { return }
        connections[index].server.accept(at: now, wire: &wires.down)
        schedule(index)
    }

    /// The origin refuses after ``LinkEvent/What/requested``: an RST goes down.
    package mutating func refuse(_ connection: LinkConnection, at time: LinkTime) {
        reset(connection, .down, at: time)
    }

    /// An end has `bytes` more to send.
    package mutating func offer(
        _ bytes: Int, on connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        precondition(bytes >= 0, "a connection offers no negative amount")
        guard let index = living(connection, at: time) else { return }
        if connections[index].isReady {
            offer(bytes, index, heading)
        } else {
            connections[index].hold(heading) { $0.bytes += bytes }
        }
    }

    /// An end has nothing more to send: a FIN goes behind its data.
    package mutating func finish(
        _ connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        guard let index = living(connection, at: time) else { return }
        if connections[index].isReady {
            finish(index, heading)
        } else {
            connections[index].hold(heading) { $0.isFinishing = true }
        }
    }

    /// An end gives up: an RST goes behind what it offered, as a real one that is sent after it.
    /// What is lost before that is not repaired any more.
    package mutating func reset(
        _ connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        guard let index = living(connection, at: time) else { return }
        if heading == .up {
            connections[index].client.reset(at: now, wire: &wires.up)
        } else {
            connections[index].server.reset(at: now, wire: &wires.down)
        }
        schedule(index)
    }

    /// The end that a direction points to has read `bytes` of what arrived. Only where
    /// ``TCPOptions/readsAtOnce`` is off.
    package mutating func read(
        _ bytes: Int, on connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        guard !options.readsAtOnce, let index = living(connection, at: time) else { return }
        if heading == .up {
            connections[index].server.read(bytes, at: now, wire: &wires.down)
        } else {
            connections[index].client.read(bytes, at: now, wire: &wires.up)
        }
        schedule(index)
    }

    private mutating func living(_ connection: LinkConnection, at time: LinkTime) -> Int? {
        run(to: time.nanoseconds)
        return isAlive(connection) ? Int(connection.slot) : nil
    }

    func isAlive(_ connection: LinkConnection) -> Bool {
        // Without a copy of the connection, which is large.
        let index = Int(connection.slot)
        return connections[index].generation == connection.generation
            && !connections[index].isOver
    }

    /// Makes the slot of a connection that is over free.
    mutating func end(_ index: Int) {
        guard !connections[index].isOver else { return }
        connections[index].isOver = true
        noteSent(index)
        connections[index].client.leave()
        connections[index].server.leave()
        freeSlots.append(Int32(index))
    }
}

// MARK: - What the caller can ask

extension SharedLink {
    /// A backlog has shrunk since ``forgetSent()``.
    package var hasSent: Bool { sentSlots != 0 }

    /// Whether a connection's backlog may have shrunk since ``forgetSent()``.
    package func mayHaveSent(_ connection: LinkConnection) -> Bool {
        sentSlots & Self.bit(of: Int(connection.slot)) != 0
    }

    package mutating func forgetSent() { sentSlots = 0 }

    mutating func noteSent(_ index: Int) { sentSlots |= Self.bit(of: index) }

    private static func bit(of slot: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: slot) }

    /// Bytes that were offered and have not been sent for the first time: what a caller bounds by
    /// offering no more. 0 for a connection that is over.
    package func backlog(_ connection: LinkConnection, _ heading: LinkHeading) -> Int {
        guard isAlive(connection) else { return 0 }
        let index = Int(connection.slot)
        return heading == .up
            ? connections[index].client.sender.backlog + connections[index].heldUp.bytes
            : connections[index].server.sender.backlog + connections[index].heldDown.bytes
    }

    /// How the end that sends in a direction stands; nil for a connection that is over.
    package func statistics(
        _ connection: LinkConnection, _ heading: LinkHeading
    ) -> TCPStatistics? {
        guard isAlive(connection) else { return nil }
        let index = Int(connection.slot)
        return heading == .up
            ? connections[index].client.statistics : connections[index].server.statistics
    }

    /// Packets that wait for the bottleneck of a direction or are being sent.
    package func queuedPackets(_ heading: LinkHeading) -> Int { path(heading).queuedPackets }

    /// What passed a direction up to the last call.
    package func counters(_ heading: LinkHeading) -> LinkCounters {
        heading == .down ? wires.down.counters(at: now) : wires.up.counters(at: now)
    }

    /// What became of the packets of a direction up to the last call.
    package func pathCounters(_ heading: LinkHeading) -> PathCounters { path(heading).counters }

    private func path(_ heading: LinkHeading) -> LinkPath<TCPPacket> {
        (heading == .down ? wires.down : wires.up).path.advanced(to: now)
    }
}
