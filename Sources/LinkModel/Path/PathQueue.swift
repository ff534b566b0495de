internal import DequeModule

/// The queue of a ``LinkPath``: its room, and CoDel. The first packet is the one being sent.
struct PathQueue<Packet: Sendable>: Sendable {
    struct Entry: Sendable {
        var packet: Packet
        var bytes: Int
        /// When it came.
        var since: Int
    }

    private var entries = Deque<Entry>()
    private var control = CoDelControl()
    private var isControlled = false
    private var packetRoom = 1
    /// Most bytes with a new packet.
    private var byteRoom = Int.max
    /// Most bytes before a new packet.
    private var bytesAhead = Int.max
    private(set) var bytes = 0

    var count: Int { entries.count }
    var first: Entry? { entries.first }

    /// Takes new settings. What is queued stays, also where it is more than the new room.
    ///
    /// - Parameter rate: what a room in time is reckoned with.
    mutating func apply(_ queue: LinkQueue, rate: LinkRate) {
        isControlled = queue.codel != nil
        if let codel = queue.codel { control.apply(codel) }
        switch queue.room {
        case .packets(let packets):
            precondition(packets > 0, "a queue without room never sends")
            (packetRoom, byteRoom, bytesAhead) = (packets, .max, .max)
        case .bytes(let bytes):
            precondition(bytes >= Framing.fullFrame, "a queue without room never sends")
            (packetRoom, byteRoom, bytesAhead) = (LinkQueue.maximumPackets, bytes, .max)
        case .time(let time):
            packetRoom = LinkQueue.maximumPackets
            byteRoom = .max
            bytesAhead = rate.bytes(in: time.wholeNanoseconds) ?? .max
        }
    }

    /// Queues a packet if there is room for it.
    mutating func append(_ packet: Packet, bytes added: Int, at now: Int) -> Bool {
        guard entries.count < packetRoom, bytes <= bytesAhead, bytes <= byteRoom - added
        else { return false }
        entries.append(Entry(packet: packet, bytes: added, since: now))
        bytes += added
        return true
    }

    /// Takes out the packet that was sent.
    mutating func removeFirst() -> Entry {
        let entry = entries.removeFirst()
        bytes -= entry.bytes
        return entry
    }

    /// Lets CoDel take out what it drops before the next packet is sent, and says how many.
    mutating func dropByControl(at now: Int) -> Int {
        guard isControlled else { return 0 }
        var dropped = 0
        var (sojourn, backlog) = view(at: now)
        var drops = control.dropsFirst(sojourn: sojourn, backlog: backlog, at: now)
        while drops {
            _ = removeFirst()
            dropped += 1
            (sojourn, backlog) = view(at: now)
            drops = control.dropsNext(sojourn: sojourn, backlog: backlog, at: now)
        }
        return dropped
    }

    /// How long the first packet has waited, and the bytes behind it.
    private func view(at now: Int) -> (sojourn: Int?, backlog: Int) {
        guard let first = entries.first else { return (nil, 0) }
        return (now - first.since, bytes - first.bytes)
    }
}
