/// The settings of a ``LinkPath``'s queue: its room, and CoDel.
struct PathQueue: Sendable {
    private var control = CoDelControl()
    private(set) var isControlled = false
    private var packetRoom = 1
    /// Most bytes with a new packet.
    private var byteRoom = Int.max
    /// Most bytes before a new packet.
    private var bytesAhead = Int.max

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

    /// Whether a packet can be queued behind so many packets and bytes.
    func hasRoom(for added: Int, behind packets: Int, _ bytes: Int) -> Bool {
        packets < packetRoom && bytes <= bytesAhead && bytes <= byteRoom - added
    }

    /// Whether CoDel drops the first packet of the queue before any is sent.
    /// - Parameter bytes: of the queue, the first packet included.
    mutating func dropsFirst(
        _ first: (bytes: Int, since: Int)?, of bytes: Int, at now: Int
    ) -> Bool {
        control.dropsFirst(
            sojourn: first.map { now - $0.since }, backlog: bytes - (first?.bytes ?? 0), at: now)
    }

    /// Whether it drops the next one, too.
    mutating func dropsNext(
        _ first: (bytes: Int, since: Int)?, of bytes: Int, at now: Int
    ) -> Bool {
        control.dropsNext(
            sojourn: first.map { now - $0.since }, backlog: bytes - (first?.bytes ?? 0), at: now)
    }
}
