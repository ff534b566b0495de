/// A packet, or for a link without a rate a run of packets, on its way through a ``Bottleneck``.
struct LinkPacket {
    enum Kind: UInt8 {
        case synchronize
        case accept
        case data
        case finish
        case reset
    }

    var slot: Int32
    var kind: Kind
    /// Payload of its segments, in bytes; 0 for all but `data`.
    var payload: Int32

    /// Packets that this stands for.
    var packets: Int { kind == .data ? Framing.segments(for: Int(payload)) : 1 }

    /// Bytes on the link, headers included.
    var frameBytes: Int {
        switch kind {
        case .data: Framing.frameBytes(for: Int(payload))
        case .synchronize, .accept: Framing.handshake
        case .finish, .reset: Framing.closing
        }
    }
}
