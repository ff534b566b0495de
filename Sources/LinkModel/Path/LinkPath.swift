/// One direction of a link: what is sent at one end comes out at the other, later, or not at all.
///
/// A packet goes through, in this order: the queue (drop-tail, CoDel), the transmitter (a rate that
/// may change, or the moments of a trace), and behind it duplication, loss, corruption, delay with
/// jitter and reordering. Loss behind the bottleneck is loss on the receiver's side: lost packets
/// take their part of the rate, and their sender hears nothing of it.
///
/// netem has the same effects in another order: duplication, loss and corruption come before its
/// rate, a copy goes through all of them again, and its `limit` counts packets in the delay line
/// too. Here copies are made behind the bottleneck and take none of the rate. A corrupted packet
/// fails the receiver's checksum, so it is counted and does not arrive.
///
/// A value that reads no clock: the caller passes times, in nanoseconds since the link began, that
/// never go back. The same calls with the same seed give the same packets on every machine: all is
/// done in integers, and every effect draws from a stream of its own, so that one that is switched
/// on does not change what the others do. Nothing is allocated per packet once the rings have
/// reached their size.
package struct LinkPath<Packet: Sendable>: Sendable {
    /// What became of the packets so far.
    package private(set) var counters = PathCounters()

    private var schedule: PathSchedule
    private var line = PathLine<Packet>()
    private var queue = PathQueue()
    private var transmitter = PathTransmitter()
    private var delay: PathDelay
    private var loss: LossProcess
    private var duplication: CorrelatedRandom
    private var corruption: CorrelatedRandom
    /// What holds now.
    private var direction: LinkDirection
    private var outage: LinkOutage.Effect?
    private var nextChange = Int.max
    /// Nothing leaves, whatever the timeline says.
    private var isHeld = false
    private var now = 0

    /// - Parameters:
    ///   - direction: what holds while the timeline has no steps.
    ///   - timeline: its changes, from time 0 on.
    ///   - seed: of all that is random; the two directions of a link need different ones.
    package init(_ direction: LinkDirection, timeline: LinkTimeline = .constant, seed: UInt64) {
        func stream(_ index: UInt64) -> UInt64 { StableRandom.number(index, ofSeed: seed) }
        loss = LossProcess(seed: stream(0))
        duplication = CorrelatedRandom(seed: stream(1))
        corruption = CorrelatedRandom(seed: stream(2))
        delay = PathDelay(seed: stream(3), reorderSeed: stream(4))
        schedule = PathSchedule(direction, timeline, from: 0)
        delay.keepsOrderAlways = schedule.keepsOrderAlways
        self.direction = direction
        applySchedule()
    }

    /// A packet of `bytes`, its frame included, reaches the queue. It may find no room.
    package mutating func send(_ packet: Packet, bytes: Int, at time: Int) {
        precondition(bytes > 0, "a packet has bytes")
        advance(to: time)
        counters.sent += 1
        counters.sentBytes += bytes
        guard queue.hasRoom(for: bytes, behind: line.waiting, line.waitingBytes) else {
            counters.queueDrops += 1
            return
        }
        line.append(packet, bytes: bytes, at: now)
        guard line.waiting == 1 else { return }
        transmitter.begin(bytes: bytes, at: now)
        // Without a rate the packet leaves at once.
        if transmitter.next <= now { advance(to: now) }
    }

    /// Takes the next packet that has arrived by the time of the last call, in order of arrival.
    package mutating func receive() -> Packet? {
        guard line.nextArrival <= now else { return nil }
        let arrived = line.takeNext()
        counters.delivered += 1
        counters.deliveredBytes += arrived.bytes
        return arrived.packet
    }

    /// Lets everything happen up to and at `time`.
    ///
    /// At the same time packets leave before the timeline changes, and both come before what the
    /// caller sends.
    package mutating func advance(to time: Int) {
        precondition(time >= now, "a path's time does not go back")
        while true {
            let event = transmitter.next
            if event <= time, event <= nextChange {
                now = event
                serve()
            } else if nextChange <= time {
                // With nothing in the queue nobody sees the changes in between.
                now = line.waiting == 0 ? time : nextChange
                applySchedule()
            } else {
                break
            }
        }
        now = time
    }

    /// Goes over to another direction and timeline, which counts from `time`. What is in the queue
    /// and on its way stays.
    package mutating func change(
        to direction: LinkDirection, timeline: LinkTimeline = .constant, at time: Int
    ) {
        advance(to: time)
        schedule = PathSchedule(direction, timeline, from: time)
        delay.keepsOrderAlways = schedule.keepsOrderAlways
        applySchedule()
    }

    /// Lets nothing leave any more, or again what may. What is sent meanwhile waits in the queue, or finds
    /// no room there.
    package mutating func hold(_ isHeld: Bool, at time: Int) {
        advance(to: time)
        self.isHeld = isHeld
        applySchedule()
    }

    private mutating func applySchedule() {
        direction = schedule.direction(at: now)
        outage = isHeld ? .hold : schedule.outage(at: now)
        nextChange = schedule.nextChange(after: now)
        queue.apply(direction.queue, rate: schedule.rateForQueue(at: now))
        delay.apply(direction)
        transmitter.change(
            direction.rate, isHeld: outage == .hold, beginning: schedule.beginning, at: now)
    }

    /// The transmitter is due: the first packet leaves, or an opportunity sends a part of it.
    private mutating func serve() {
        guard transmitter.serve(), let sent = line.first else { return }
        let wireTime = now - transmitter.start
        counters.departed += 1
        counters.departedBytes += sent.bytes
        counters.busyNanoseconds += wireTime
        leave(wireTime: wireTime)
        if queue.isControlled { dropByControl() }
        if let next = line.first {
            transmitter.begin(bytes: next.bytes, at: now)
        } else {
            transmitter.rest()
        }
    }

    private mutating func leave(wireTime: Int) {
        guard outage == nil else {
            counters.lost += 1
            return line.leave(arrival: nil)
        }
        let arrival = travel(wireTime: wireTime, isCopy: false)
        if duplication.happens(direction.duplicate) {
            counters.duplicates += 1
            let copied = travel(wireTime: wireTime, isCopy: true)
            line.leave(arrival: arrival, copy: copied)
        } else {
            line.leave(arrival: arrival)
        }
    }

    /// Lets CoDel take out what it drops before the next packet is sent.
    private mutating func dropByControl() {
        var drops = queue.dropsFirst(line.first, of: line.waitingBytes, at: now)
        while drops {
            line.leave(arrival: nil)
            counters.codelDrops += 1
            drops = queue.dropsNext(line.first, of: line.waitingBytes, at: now)
        }
    }

    /// - Returns: when a packet that leaves now arrives; nil for never.
    private mutating func travel(wireTime: Int, isCopy: Bool) -> Int? {
        if loss.losesNext(direction.loss) {
            counters.lost += 1
            return nil
        }
        if corruption.happens(direction.corrupt) {
            counters.corrupted += 1
            return nil
        }
        return delay.arrival(left: now, wireTime: wireTime, isCopy: isCopy)
    }
}

// MARK: What the caller can ask

extension LinkPath {
    /// When ``advance(to:)`` should be called next: something leaves, arrives or, with packets in
    /// the queue, changes. Now when something that arrived was not received yet. Nil when nothing
    /// will happen until something is sent.
    package var nextEvent: Int? {
        let next = min(transmitter.next, line.nextArrival, line.waiting == 0 ? .max : nextChange)
        return next == .max ? nil : max(next, now)
    }

    /// When ``advance(to:)`` has to be called for nothing to arrive late, `.max` for never: what
    /// leaves before the next arrival, and will arrive behind it, can be seen to then.
    package var nextDue: Int {
        let arrival = line.nextArrival
        if arrival <= delay.earliestArrival { return max(arrival, now) }
        let next = min(transmitter.next, arrival, line.waiting == 0 ? .max : nextChange)
        return max(next, now)
    }

    /// What this will be at a time if nothing is sent until then.
    package func advanced(to time: Int) -> Self {
        var path = self
        path.advance(to: time)
        return path
    }

    /// When the next packet that has left the queue arrives. Nil when none is on its way.
    package var nextArrival: Int? {
        line.nextArrival == .max ? nil : line.nextArrival
    }

    /// Packets that wait for the transmitter or are being sent.
    package var queuedPackets: Int { line.waiting }
    /// Bytes of ``queuedPackets``.
    package var queuedBytes: Int { line.waitingBytes }
    /// Packets that left the queue and were not received yet.
    package var travellingPackets: Int { line.travelling }
    /// What holds at the time of the last call, without outages.
    package var currentDirection: LinkDirection { direction }
}
