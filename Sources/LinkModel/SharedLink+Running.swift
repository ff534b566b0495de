internal import HeapModule

// How time passes on a link.
extension SharedLink {
    /// When the link should be advanced next: something arrives, or a backlog shrinks, or an end
    /// looks at its timers. Nil when nothing will happen until an end does something.
    package var nextEvent: LinkTime? {
        if !arrived.isEmpty { return LinkTime(nanoseconds: now) }
        let next = nextTime
        return next == .max ? nil : LinkTime(nanoseconds: max(next, now))
    }

    /// As ``nextEvent``, or sooner: when the next packet leaves a queue.
    package mutating func nextMovement() -> LinkTime? {
        wires.down.advance(to: now)
        wires.up.advance(to: now)
        let moves = [wires.down.path.nextEvent, wires.up.path.nextEvent, nextEvent?.nanoseconds]
        return moves.compactMap(\.self).min().map(LinkTime.init(nanoseconds:))
    }

    /// Moves the link to `time` and appends what arrived up to and at that time, in order.
    package mutating func advance(to time: LinkTime, into events: inout [LinkEvent]) {
        run(to: time.nanoseconds)
        handOver(to: &events)
    }

    /// Moves the link from ``nextEvent`` to the next one until something has arrived or a backlog has
    /// shrunk (``hasSent``), at the latest to `limit`, and appends what arrived, in order.
    /// - Returns: the time that the link has come to.
    package mutating func advance(
        toNewsBy limit: LinkTime, into events: inout [LinkEvent]
    ) -> LinkTime {
        repeat {
            let next = arrived.isEmpty ? nextTime : now
            guard next <= limit.nanoseconds, next < .max else {
                if limit.nanoseconds < .max { run(to: limit.nanoseconds) }
                break
            }
            run(to: max(next, now))
        } while arrived.isEmpty && !hasSent
        handOver(to: &events)
        return LinkTime(nanoseconds: now)
    }

    private mutating func handOver(to events: inout [LinkEvent]) {
        guard !arrived.isEmpty else { return }
        if events.isEmpty {
            // Both keep their storage.
            swap(&events, &arrived)
        } else {
            events.append(contentsOf: arrived)
            arrived.removeAll(keepingCapacity: true)
        }
    }

    private var nextTime: Int { min(wires.nextDown, wires.nextUp, nextTimer) }

    /// Lets everything happen up to and at `target`, in order of time; at the same time down comes
    /// before up, and both before timers.
    mutating func run(to target: Int) {
        precondition(target >= now, "a link's time does not go back")
        while true {
            let next = nextTime
            guard next <= target else { break }
            now = max(now, next)
            if wires.nextDown == next {
                if let packet = wires.down.receive(at: now) { takeAtClient(packet) }
            } else if wires.nextUp == next {
                if let packet = wires.up.receive(at: now) { takeAtServer(packet) }
            } else {
                expireTimer()
            }
        }
        now = target
    }

    // MARK: Timers

    /// Looks again at the timers of a connection's ends.
    mutating func schedule(_ index: Int) {
        scheduleClient(index)
        scheduleServer(index)
    }

    /// Only a nearer deadline is written down: one that moved away is found out when its old time
    /// has come.
    private mutating func scheduleClient(_ index: Int) {
        guard let deadline = connections[index].client.nearerDeadline() else { return }
        addTimer(index, isClient: true, at: deadline)
    }

    private mutating func scheduleServer(_ index: Int) {
        guard let deadline = connections[index].server.nearerDeadline() else { return }
        addTimer(index, isClient: false, at: deadline)
    }

    private mutating func addTimer(_ index: Int, isClient: Bool, at deadline: Int) {
        timers.insert(LinkTimer(time: deadline, slot: Int32(index), isClient: isClient))
        nextTimer = min(nextTimer, deadline)
    }

    private mutating func expireTimer() {
        guard let timer = timers.min else { return }
        let index = Int(timer.slot)
        let (sent, deadline) =
            timer.isClient
            ? connections[index].client.expire(timer.time, at: now, wire: &wires.up)
            : connections[index].server.expire(timer.time, at: now, wire: &wires.down)
        if sent { noteSent(index) }
        if let deadline {
            timers.replaceMin(
                with: LinkTimer(time: deadline, slot: timer.slot, isClient: timer.isClient))
        } else {
            timers.removeMin()
        }
        nextTimer = timers.min?.time ?? .max
    }

    // MARK: Arrivals

    private mutating func takeAtClient(_ packet: TCPPacket) {
        let index = Int(packet.slot)
        let arrival = connections[index].receiveAtClient(packet, at: now, wire: &wires.up)
        guard let arrival else { return }
        if arrival.hasSent { noteSent(index) }
        if let deadline = arrival.deadline { addTimer(index, isClient: true, at: deadline) }
        if arrival.isNews { take(arrival, index, .down) }
    }

    private mutating func takeAtServer(_ packet: TCPPacket) {
        let index = Int(packet.slot)
        let arrival = connections[index].receiveAtServer(packet, at: now, wire: &wires.down)
        guard let arrival else { return }
        if arrival.hasSent { noteSent(index) }
        if let deadline = arrival.deadline { addTimer(index, isClient: false, at: deadline) }
        if arrival.isNews { take(arrival, index, .up) }
    }

    private mutating func take(
        _ arrival: TCPEndpoint.Arrival, _ index: Int, _ heading: LinkHeading
    ) {
        if arrival.bytes > 0 { takeBytes(arrival.bytes, index, heading) }
        if arrival.isRequested { report(.requested, index) }
        if arrival.isEstablished {
            if let tls = connections[index].tls {
                offer(tls.opening, index, .up)
            } else {
                report(.established, index)
            }
        }
        if arrival.isFinished {
            if heading == .down {
                connections[index].finishedDown = true
            } else {
                connections[index].finishedUp = true
            }
            report(.finished(heading), index)
            if connections[index].finishedDown, connections[index].finishedUp { end(index) }
        }
        if arrival.isReset {
            report(.reset(heading), index)
            end(index)
        } else if connections[index].client.phase == .gone,
            connections[index].server.phase == .gone
        {
            // Both gave up, and neither will hear of it.
            end(index)
        }
    }

    private mutating func takeBytes(_ bytes: Int, _ index: Int, _ heading: LinkHeading) {
        if heading == .down {
            wires.down.arrivedPayloadBytes += bytes
        } else {
            wires.up.arrivedPayloadBytes += bytes
        }
        var rest = bytes
        if var tls = connections[index].tls, !tls.isOver {
            let wasSecure = tls.isSecure
            let answer: Int
            (rest, answer) = tls.receive(bytes, heading)
            connections[index].tls = tls
            if answer > 0 { offer(answer, index, heading.opposite) }
            if tls.isSecure, !wasSecure { becomeSecure(index) }
        }
        if rest > 0 { report(.data(heading, bytes: rest), index) }
    }

    private mutating func becomeSecure(_ index: Int) {
        report(.established, index)
        for heading in LinkHeading.allCases {
            let held = connections[index].held(heading)
            if held.bytes > 0 { offer(held.bytes, index, heading) }
            if held.isFinishing { finish(index, heading) }
        }
    }

    private mutating func report(_ what: LinkEvent.What, _ index: Int) {
        let connection = LinkConnection(
            slot: Int32(index), generation: connections[index].generation)
        arrived.append(
            LinkEvent(connection: connection, time: LinkTime(nanoseconds: now), what: what))
    }

    // MARK: Sending

    mutating func offer(_ bytes: Int, _ index: Int, _ heading: LinkHeading) {
        if heading == .up {
            connections[index].client.offer(bytes, at: now, wire: &wires.up)
        } else {
            connections[index].server.offer(bytes, at: now, wire: &wires.down)
        }
        schedule(index)
    }

    mutating func finish(_ index: Int, _ heading: LinkHeading) {
        if heading == .up {
            connections[index].client.finish(at: now, wire: &wires.up)
        } else {
            connections[index].server.finish(at: now, wire: &wires.down)
        }
        schedule(index)
    }
}
