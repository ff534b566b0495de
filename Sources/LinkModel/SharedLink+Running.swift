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

    private var nextTime: Int {
        min(wires.down.nextEvent, wires.up.nextEvent, timers.min?.time ?? .max)
    }

    /// Lets everything happen up to and at `target`, in order of time; at the same time down comes
    /// before up, and both before timers.
    mutating func run(to target: Int) {
        precondition(target >= now, "a link's time does not go back")
        while true {
            let (nextDown, nextUp) = (wires.down.nextEvent, wires.up.nextEvent)
            let nextTimer = timers.min?.time ?? .max
            let next = min(nextDown, nextUp, nextTimer)
            guard next <= target else { break }
            now = max(now, next)
            if nextDown == next {
                wires.down.advance(to: now)
                while let packet = wires.down.receive() { takeAtClient(packet) }
            } else if nextUp == next {
                wires.up.advance(to: now)
                while let packet = wires.up.receive() { takeAtServer(packet) }
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
        let deadline = connections[index].client.deadline
        guard deadline < connections[index].client.scheduled else { return }
        connections[index].client.scheduled = deadline
        timers.insert(LinkTimer(time: deadline, slot: Int32(index), isClient: true))
    }

    private mutating func scheduleServer(_ index: Int) {
        let deadline = connections[index].server.deadline
        guard deadline < connections[index].server.scheduled else { return }
        connections[index].server.scheduled = deadline
        timers.insert(LinkTimer(time: deadline, slot: Int32(index), isClient: false))
    }

    private mutating func expireTimer() {
        let timer = timers.removeMin()
        let index = Int(timer.slot)
        if timer.isClient {
            guard connections[index].client.scheduled == timer.time else { return }
            connections[index].client.scheduled = .max
            let backlog = connections[index].client.sender.backlog
            connections[index].client.expire(at: now, wire: &wires.up)
            if connections[index].client.sender.backlog != backlog { hasSent = true }
            scheduleClient(index)
        } else {
            guard connections[index].server.scheduled == timer.time else { return }
            connections[index].server.scheduled = .max
            let backlog = connections[index].server.sender.backlog
            connections[index].server.expire(at: now, wire: &wires.down)
            if connections[index].server.sender.backlog != backlog { hasSent = true }
            scheduleServer(index)
        }
    }

    // MARK: Arrivals

    private mutating func takeAtClient(_ packet: TCPPacket) {
        let index = Int(packet.slot)
        guard connections[index].generation == packet.generation, !connections[index].isOver
        else { return }
        if options.isNetemOnSender { connections[index].server.sender.leftQueue = packet.stamp }
        let backlog = connections[index].client.sender.backlog
        let arrival = connections[index].client.receive(packet, at: now, wire: &wires.up)
        if connections[index].client.sender.backlog != backlog { hasSent = true }
        scheduleClient(index)
        take(arrival, index, .down)
    }

    private mutating func takeAtServer(_ packet: TCPPacket) {
        let index = Int(packet.slot)
        guard connections[index].generation == packet.generation, !connections[index].isOver
        else { return }
        if options.isNetemOnSender { connections[index].client.sender.leftQueue = packet.stamp }
        let backlog = connections[index].server.sender.backlog
        let arrival = connections[index].server.receive(packet, at: now, wire: &wires.down)
        if connections[index].server.sender.backlog != backlog { hasSent = true }
        scheduleServer(index)
        take(arrival, index, .up)
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
