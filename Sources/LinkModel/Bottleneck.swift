internal import DequeModule

/// One direction of a link: a drop-tail queue, a transmitter of a fixed rate, and a delay.
///
/// Packets leave in the order they came. A packet is sent when the one before it has left, takes
/// `frameBytes × 8 ÷ rate`, and arrives `delay` after its last bit left. Parts of a nanosecond are
/// carried from packet to packet as long as the transmitter is never idle, so that a long flow does
/// not drift. All times are nanoseconds since the link began.
struct Bottleneck {
    /// Bits per second; nil when packets leave at once.
    let rate: Int?
    let delay: Int
    /// Room for packets that wait or are being sent.
    let capacity: Int
    private(set) var counters = LinkCounters()
    /// Packets that wait; the first of them is being sent.
    private var queue = Deque<LinkPacket>()
    /// Packets that left and have not arrived.
    private var travelling = Deque<Travelling>()
    /// When the first packet of `queue` leaves. Meaningless while `queue` is empty.
    private var departure = 0
    /// Parts of a nanosecond owed to the next packet, in units of 1 ÷ rate.
    private var carry = 0

    private struct Travelling {
        var packet: LinkPacket
        var arrival: Int
    }

    init(_ direction: LinkDirection) {
        if case .bitsPerSecond(let rate) = direction.rate {
            precondition(rate > 0, "a bottleneck without any rate never sends")
            self.rate = rate
        } else {
            rate = nil
        }
        precondition(direction.queuePackets > 0, "a queue without room never sends")
        delay = direction.delay.wholeNanoseconds
        capacity = direction.queuePackets
    }

    var hasRoom: Bool { queue.count < capacity }
    var queuedPackets: Int { queue.count }
    var nextDeparture: Int? { queue.isEmpty ? nil : departure }
    var nextArrival: Int? { travelling.first?.arrival }

    /// Most payload that is sent as one: a segment, or 45 at once where there is no rate and
    /// nothing could be told apart.
    var segmentPayload: Int {
        rate == nil ? 45 * Framing.segmentPayload : Framing.segmentPayload
    }

    /// Queues a packet. There has to be room, and every departure before `now` has been taken.
    mutating func enqueue(_ packet: LinkPacket, at now: Int) {
        guard let rate else {
            travel(packet, from: now)
            return
        }
        precondition(hasRoom, "an ideal sender never overflows the queue")
        queue.append(packet)
        guard queue.count == 1 else { return }
        if departure < now { carry = 0 }
        startSending(packet, at: max(departure, now), rate: rate)
    }

    /// Lets the first packet leave at ``nextDeparture`` and starts sending the one behind it.
    mutating func depart() {
        guard let rate else { return }
        let left = departure
        let packet = queue.removeFirst()
        travel(packet, from: left)
        if let next = queue.first { startSending(next, at: left, rate: rate) }
    }

    /// Takes the packet that arrives at ``nextArrival``.
    mutating func arrive() -> LinkPacket {
        let packet = travelling.removeFirst().packet
        counters.arrivedPayloadBytes += Int(packet.payload)
        return packet
    }

    private mutating func startSending(_ packet: LinkPacket, at start: Int, rate: Int) {
        let work = packet.frameBytes * 8 * 1_000_000_000 + carry
        let (whole, rest) = work.quotientAndRemainder(dividingBy: rate)
        departure = start + whole
        carry = rest
        counters.busyNanoseconds += whole
    }

    private mutating func travel(_ packet: LinkPacket, from left: Int) {
        counters.packets += packet.packets
        counters.payloadBytes += Int(packet.payload)
        counters.frameBytes += packet.frameBytes
        travelling.append(Travelling(packet: packet, arrival: left + delay))
    }
}
