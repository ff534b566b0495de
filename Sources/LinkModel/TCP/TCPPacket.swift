/// A TCP segment on its way over a ``SharedLink``.
///
/// Sequence numbers count bytes of a stream from 0; the SYN takes none, the FIN takes one behind the
/// last byte. Plain memory: copying one touches no reference counts.
struct TCPPacket: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let synchronize = Flags(rawValue: 1)
        static let acknowledge = Flags(rawValue: 2)
        static let finish = Flags(rawValue: 4)
        static let reset = Flags(rawValue: 8)
        /// Asks for an acknowledgement, as a segment outside of the window does (RFC 9293 3.8.6.1).
        static let probe = Flags(rawValue: 16)
    }

    /// The connection, by its slot and the slot's generation.
    var slot: Int32
    var generation: Int32
    var flags: Flags
    /// Bytes of payload.
    var payload: Int32 = 0
    /// First byte of the payload.
    var sequence = 0
    /// The next byte that the sender of this packet expects.
    var acknowledgement = 0
    /// Bytes from ``acknowledgement`` on that the sender of this packet has room for.
    var window: Int32 = 0
    /// When this was sent (RFC 7323 TSval), nanoseconds.
    var stamp = 0
    /// The stamp that this echoes (RFC 7323 TSecr).
    var echo = 0
    var blocks = SackBlocks()

    /// The sequence number behind payload and FIN.
    var end: Int { sequence + Int(payload) + (flags.contains(.finish) ? 1 : 0) }

    /// Bytes on the link, headers and options included.
    var frameBytes: Int {
        if flags.contains(.synchronize) { return Framing.handshake }
        return Framing.headers + Int(payload) + blocks.optionBytes
    }
}
