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
    /// When the path is to be looked at next, nanoseconds; `.max` for never.
    private(set) var nextEvent = Int.max
    /// Payload that found room in the queue, copies included.
    private(set) var payloadBytes = 0
    /// Payload that came in order at the other end.
    var arrivedPayloadBytes = 0
    private let isNetemOnSender: Bool
    /// What netem loses before it queues, and what it has room for, packets on their way included.
    private let lossAhead: LinkLoss
    private let limit: Int
    private var loss: LossProcess

    init(_ direction: LinkDirection, timeline: LinkTimeline, isNetemOnSender: Bool, seed: UInt64) {
        self.isNetemOnSender = isNetemOnSender
        var direction = direction
        lossAhead = isNetemOnSender ? direction.loss : .none
        limit = isNetemOnSender ? direction.queuePackets : .max
        if isNetemOnSender { direction.loss = .none }
        loss = LossProcess(seed: StableRandom.number(7, ofSeed: seed))
        path = LinkPath(direction, timeline: timeline, seed: seed)
    }

    mutating func send(_ packet: TCPPacket, at now: Int) -> Outcome {
        guard isNetemOnSender else {
            let drops = path.counters.queueDrops
            path.send(packet, bytes: packet.frameBytes, at: now)
            look()
            if path.counters.queueDrops == drops { payloadBytes += Int(packet.payload) }
            return .sent
        }
        guard !loss.losesNext(lossAhead) else { return .vanished }
        guard path.queuedPackets + path.travellingPackets < limit else { return .refused }
        path.send(packet, bytes: packet.frameBytes, at: now)
        look()
        payloadBytes += Int(packet.payload)
        return .sent
    }

    mutating func advance(to time: Int) {
        path.advance(to: time)
        look()
    }

    /// The next packet that has arrived by a time; nil when there is none.
    mutating func receive(at time: Int) -> TCPPacket? {
        path.advance(to: time)
        let packet = path.receive()
        look()
        return packet
    }

    private mutating func look() {
        // netem's room is reckoned with what is on its way at the moment.
        nextEvent = isNetemOnSender ? path.nextEvent ?? .max : path.nextDue
    }

    mutating func change(to direction: LinkDirection, timeline: LinkTimeline, at time: Int) {
        path.change(to: direction, timeline: timeline, at: time)
        look()
    }

    mutating func hold(_ isHeld: Bool, at time: Int) {
        path.hold(isHeld, at: time)
        look()
    }

    /// What passed it by a time at which nothing is due any more.
    func counters(at now: Int) -> LinkCounters {
        let path = path.advanced(to: now)
        var counters = LinkCounters()
        counters.packets = path.counters.departed
        counters.frameBytes = path.counters.departedBytes
        counters.busyNanoseconds = path.counters.busyNanoseconds
        counters.payloadBytes = payloadBytes
        counters.arrivedPayloadBytes = arrivedPayloadBytes
        return counters
    }
}
