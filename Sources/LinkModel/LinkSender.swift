/// What one end of a connection has to send in one direction.
///
/// The sender is ideal: it knows the queue's room, offers a packet only when there is some, and
/// needs no acknowledgement to go on.
struct LinkSender {
    /// SYN or SYN-ACK that goes before everything else.
    var opening: LinkPacket.Kind?
    /// Whether data may be sent: the connection is established.
    var isOpen = false
    /// Payload that was offered and is not in the queue yet, in bytes.
    var backlog = 0
    /// FIN or RST that goes behind the data.
    var closing: LinkPacket.Kind?
    /// Whether the sender waits for its turn, so that it stands in line once.
    var isInLine = false
    /// Its packets in the queue or on their way.
    var packetsInFlight = 0

    var hasSomethingToSend: Bool {
        opening != nil || (isOpen && (backlog > 0 || closing != nil))
    }

    /// Takes the next packet, with at most `limit` bytes of payload.
    mutating func next(slot: Int32, limit: Int) -> LinkPacket {
        if let kind = opening {
            opening = nil
            return LinkPacket(slot: slot, kind: kind, payload: 0)
        }
        if backlog > 0 {
            let payload = min(backlog, limit)
            backlog -= payload
            return LinkPacket(slot: slot, kind: .data, payload: Int32(payload))
        }
        guard let kind = closing else {
            preconditionFailure("a sender without anything to send stands in line")
        }
        closing = nil
        return LinkPacket(slot: slot, kind: kind, payload: 0)
    }
}
