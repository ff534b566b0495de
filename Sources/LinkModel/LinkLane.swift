internal import DequeModule

/// One direction of a ``SharedLink``: the bottleneck and all senders in front of it, who take
/// turns packet by packet.
struct LinkLane {
    var bottleneck: Bottleneck
    /// By slot of the connection.
    private var senders: [LinkSender] = []
    /// Slots that have something to send, in the order of their turns, each once.
    private var line = Deque<Int32>()

    init(_ direction: LinkDirection) {
        bottleneck = Bottleneck(direction)
    }

    /// When something happens that others can see: a packet arrives, or one leaves while somebody
    /// waits for its place.
    var nextEvent: Int? {
        guard let departure = bottleneck.nextDeparture else { return bottleneck.nextArrival }
        if line.isEmpty { return bottleneck.nextArrival ?? departure + bottleneck.delay }
        return min(departure, bottleneck.nextArrival ?? departure)
    }

    func backlog(of slot: Int32) -> Int {
        senders[Int(slot)].backlog
    }

    /// Whether packets of `slot` are in the queue or on their way.
    func hasPackets(of slot: Int32) -> Bool {
        senders[Int(slot)].packetsInFlight > 0
    }

    /// Makes a fresh sender for `slot`, which is at most the number of slots so far.
    mutating func prepare(_ slot: Int32) {
        guard Int(slot) < senders.count else {
            senders.append(LinkSender())
            return
        }
        precondition(!senders[Int(slot)].isInLine, "the slot of a waiting sender is not free")
        precondition(!hasPackets(of: slot), "the slot of packets on their way is not free")
        senders[Int(slot)] = LinkSender()
    }

    /// Changes what a sender has to send, and lets it send as far as there is room.
    mutating func update(_ slot: Int32, at now: Int, _ change: (inout LinkSender) -> Void) {
        change(&senders[Int(slot)])
        guard senders[Int(slot)].hasSomethingToSend, !senders[Int(slot)].isInLine else { return }
        senders[Int(slot)].isInLine = true
        line.append(slot)
        fill(at: now)
    }

    /// Takes a sender out of the line and forgets what it had to send.
    mutating func silence(_ slot: Int32) {
        if senders[Int(slot)].isInLine { line.removeAll { $0 == slot } }
        var silent = LinkSender()
        silent.packetsInFlight = senders[Int(slot)].packetsInFlight
        senders[Int(slot)] = silent
    }

    /// Takes the next packet that arrives.
    mutating func arrive() -> LinkPacket {
        let packet = bottleneck.arrive()
        senders[Int(packet.slot)].packetsInFlight -= 1
        return packet
    }

    /// Lets the next packet leave and the next sender take its place in the queue.
    mutating func depart() {
        guard let now = bottleneck.nextDeparture else { return }
        bottleneck.depart()
        fill(at: now)
    }

    private mutating func fill(at now: Int) {
        while bottleneck.hasRoom, let slot = line.popFirst() {
            let limit = bottleneck.segmentPayload
            bottleneck.enqueue(senders[Int(slot)].next(slot: slot, limit: limit), at: now)
            senders[Int(slot)].packetsInFlight += 1
            senders[Int(slot)].isInLine = senders[Int(slot)].hasSomethingToSend
            if senders[Int(slot)].isInLine { line.append(slot) }
        }
    }
}
