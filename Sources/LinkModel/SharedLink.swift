/// A link in packets: all connections of an engine through one bottleneck per direction.
///
/// A value that is told what happens at its ends, and when, and says what arrives at the other end,
/// and when. It reads no clock: the caller moves it with ``advance(to:into:)``, on an event loop or
/// in virtual time, and the same calls give the same events.
///
/// What is modelled: rate over frames, one-way delay and a drop-tail queue per direction
/// (``Bottleneck``); connection set-up of one round trip, SYN and SYN-ACK passing the same queues;
/// payload in segments of 1448 bytes (``Framing``); FIN and RST in order with the data. Connections
/// with data take turns, packet by packet.
///
/// What is not: TCP's own pace. Senders are ideal, they fill the queue and never overflow it, so
/// nothing is lost and nothing is slow to start. Acknowledgements do not travel over the opposite
/// direction and take none of its rate. An origin that speaks first may do so as soon as the
/// engine's side is established, half a round trip before the handshake's last ACK could reach it.
///
/// Times passed in must not go back. Calls for a connection that is over are ignored: an end may
/// act before it hears that the other one is gone.
package struct SharedLink: Sendable {
    private var down: LinkLane
    private var up: LinkLane
    private var connections: [State] = []
    private var freeSlots: [Int32] = []
    private var now = 0
    /// What arrived since the caller took events last.
    private var arrived: [LinkEvent] = []

    private struct State {
        var generation: Int32 = 0
        var isOver = false
        var finishedDown = false
        var finishedUp = false
    }

    /// - Throws: ``UnsupportedLinkFeatures`` when the profile asks for more than this link plays.
    package init(_ profile: LinkProfile) throws(UnsupportedLinkFeatures) {
        try profile.requireSupport()
        self.init(down: profile.down, up: profile.up)
    }

    /// A link of which only rate, delay and queue are looked at.
    init(down: LinkDirection, up: LinkDirection) {
        self.down = LinkLane(down)
        self.up = LinkLane(up)
    }

    // MARK: What happens at the ends

    /// The engine connects: a SYN goes up. It may offer data at once; the data waits for the
    /// connection to be established.
    package mutating func open(at time: LinkTime) -> LinkConnection {
        run(to: time.nanoseconds)
        let slot = freeSlots.popLast() ?? Int32(connections.count)
        if Int(slot) == connections.count { connections.append(State()) }
        let generation = connections[Int(slot)].generation
        connections[Int(slot)] = State(generation: generation)
        down.prepare(slot)
        up.prepare(slot)
        up.update(slot, at: now) { $0.opening = .synchronize }
        return LinkConnection(slot: slot, generation: generation)
    }

    /// The origin accepts after ``LinkEvent/What/requested``: a SYN-ACK goes down.
    package mutating func accept(_ connection: LinkConnection, at time: LinkTime) {
        update(connection, .down, at: time) { $0.opening = .accept }
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
        update(connection, heading, at: time) { sender in
            precondition(sender.closing == nil, "an end that is done offers nothing more")
            sender.backlog += bytes
        }
    }

    /// An end has nothing more to send: a FIN goes behind its data.
    package mutating func finish(
        _ connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        update(connection, heading, at: time) { $0.closing = $0.closing ?? .finish }
    }

    /// An end gives up: an RST goes behind its data, as a real one that is sent after it.
    package mutating func reset(
        _ connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime
    ) {
        update(connection, heading, at: time) { sender in
            sender.closing = .reset
            // The RST of a refusal has no handshake to wait for.
            if heading == .down { sender.isOpen = true }
        }
    }

    // MARK: What the caller can ask

    /// Bytes that were offered and have not reached the queue: what a caller bounds by offering
    /// no more. 0 for a connection that is over.
    package func backlog(_ connection: LinkConnection, _ heading: LinkHeading) -> Int {
        guard isAlive(connection) else { return 0 }
        let lane = heading == .down ? down : up
        return lane.backlog(of: connection.slot)
    }

    /// Packets that wait for the bottleneck of a direction or are being sent.
    package func queuedPackets(_ heading: LinkHeading) -> Int {
        heading == .down ? down.bottleneck.queuedPackets : up.bottleneck.queuedPackets
    }

    /// What passed a direction up to the last call.
    package func counters(_ heading: LinkHeading) -> LinkCounters {
        heading == .down ? down.bottleneck.counters : up.bottleneck.counters
    }

    /// When the link should be advanced next: something arrives, or a backlog shrinks. Nil when
    /// nothing will happen until an end does something.
    package var nextEvent: LinkTime? {
        if !arrived.isEmpty { return LinkTime(nanoseconds: now) }
        let next = Self.earlier(down.nextEvent, up.nextEvent).time
        return next == .max ? nil : LinkTime(nanoseconds: next)
    }

    /// Moves the link to `time` and appends what arrived up to and at that time, in order.
    package mutating func advance(to time: LinkTime, into events: inout [LinkEvent]) {
        run(to: time.nanoseconds)
        events.append(contentsOf: arrived)
        arrived.removeAll(keepingCapacity: true)
    }
}

extension SharedLink {
    private func isAlive(_ connection: LinkConnection) -> Bool {
        let state = connections[Int(connection.slot)]
        return state.generation == connection.generation && !state.isOver
    }

    private mutating func update(
        _ connection: LinkConnection, _ heading: LinkHeading, at time: LinkTime,
        _ change: (inout LinkSender) -> Void
    ) {
        run(to: time.nanoseconds)
        guard isAlive(connection) else { return }
        if heading == .down {
            down.update(connection.slot, at: now, change)
        } else {
            up.update(connection.slot, at: now, change)
        }
    }

    /// Lets everything happen up to and at `target`, in order of time; at the same time departures
    /// come before arrivals and down comes before up.
    private mutating func run(to target: Int) {
        precondition(target >= now, "a link's time does not go back")
        while true {
            let departure = Self.earlier(
                down.bottleneck.nextDeparture, up.bottleneck.nextDeparture)
            let arrival = Self.earlier(down.bottleneck.nextArrival, up.bottleneck.nextArrival)
            guard min(departure.time, arrival.time) <= target else { break }
            if departure.time <= arrival.time {
                now = departure.time
                if departure.isDown { down.depart() } else { up.depart() }
            } else {
                now = arrival.time
                let packet = arrival.isDown ? down.arrive() : up.arrive()
                receive(packet, arrival.isDown ? .down : .up)
            }
        }
        now = target
    }

    private static func earlier(_ down: Int?, _ up: Int?) -> (time: Int, isDown: Bool) {
        let (first, second) = (down ?? .max, up ?? .max)
        return first <= second ? (first, true) : (second, false)
    }

    private mutating func receive(_ packet: LinkPacket, _ heading: LinkHeading) {
        let slot = packet.slot
        let state = connections[Int(slot)]
        guard !state.isOver else {
            recycle(slot)
            return
        }
        let what: LinkEvent.What
        switch packet.kind {
        case .synchronize:
            what = .requested
        case .accept:
            what = .established
            down.update(slot, at: now) { $0.isOpen = true }
            up.update(slot, at: now) { $0.isOpen = true }
        case .data:
            what = .data(heading, bytes: Int(packet.payload))
        case .finish:
            what = .finished(heading)
            if heading == .down {
                connections[Int(slot)].finishedDown = true
            } else {
                connections[Int(slot)].finishedUp = true
            }
        case .reset:
            what = .reset(heading)
        }
        arrived.append(
            LinkEvent(
                connection: LinkConnection(slot: slot, generation: state.generation),
                time: LinkTime(nanoseconds: now), what: what))
        let ended = connections[Int(slot)]
        if packet.kind == .reset || (ended.finishedDown && ended.finishedUp) { end(slot) }
    }

    /// The connection is over: nobody sends any more, and its last packets arrive unheard.
    private mutating func end(_ slot: Int32) {
        connections[Int(slot)].isOver = true
        down.silence(slot)
        up.silence(slot)
        recycle(slot)
    }

    /// Makes the slot of a connection that is over free once its last packet is gone.
    private mutating func recycle(_ slot: Int32) {
        guard !down.hasPackets(of: slot), !up.hasPackets(of: slot) else { return }
        connections[Int(slot)].generation += 1
        freeSlots.append(slot)
    }
}
