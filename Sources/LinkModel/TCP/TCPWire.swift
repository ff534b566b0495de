/// One direction of a ``SharedLink`` as its TCP endpoints use it.
struct TCPWire: Sendable {
    enum Outcome {
        case sent
        /// The sending machine's own queue had no room, and it knows.
        case refused
        /// Lost before it reached the sending machine's own queue; nobody knows.
        case vanished
    }

    private(set) var path: LinkPath<TCPPacket>
    /// Payload that was sent into the path, copies and what was dropped there included.
    private(set) var payloadBytes = 0
    /// Payload that came in order at the other end.
    var arrivedPayloadBytes = 0
    private let queueIsLocal: Bool
    /// netem loses before it queues. Only used with a queue of the sender's own.
    private let lossAhead: LinkLoss
    private var loss: LossProcess

    init(_ direction: LinkDirection, timeline: LinkTimeline, queueIsLocal: Bool, seed: UInt64) {
        self.queueIsLocal = queueIsLocal
        var direction = direction
        lossAhead = queueIsLocal ? direction.loss : .none
        if queueIsLocal { direction.loss = .none }
        loss = LossProcess(seed: StableRandom.number(7, ofSeed: seed))
        path = LinkPath(direction, timeline: timeline, seed: seed)
    }

    var nextEvent: Int { path.nextEvent ?? .max }

    mutating func send(_ packet: TCPPacket, at now: Int) -> Outcome {
        payloadBytes += Int(packet.payload)
        guard queueIsLocal else {
            path.send(packet, bytes: packet.frameBytes, at: now)
            return .sent
        }
        guard !loss.losesNext(lossAhead) else { return .vanished }
        let drops = path.counters.queueDrops
        path.send(packet, bytes: packet.frameBytes, at: now)
        return path.counters.queueDrops == drops ? .sent : .refused
    }

    mutating func advance(to time: Int) {
        path.advance(to: time)
    }

    mutating func receive() -> TCPPacket? {
        path.receive()
    }

    mutating func change(to direction: LinkDirection, timeline: LinkTimeline, at time: Int) {
        path.change(to: direction, timeline: timeline, at: time)
    }

    var counters: LinkCounters {
        var counters = LinkCounters()
        counters.packets = path.counters.departed
        counters.frameBytes = path.counters.departedBytes
        counters.busyNanoseconds = path.counters.busyNanoseconds
        counters.payloadBytes = payloadBytes
        counters.arrivedPayloadBytes = arrivedPayloadBytes
        return counters
    }
}
