/// Sizes of the packets on a link, in bytes.
///
/// A full segment carries 1448 bytes in a frame of 1514: an MTU of 1500 less 20 bytes of IPv4 and
/// 32 bytes of TCP with time stamps (RFC 7323), plus 14 bytes of Ethernet, which tc counts too.
package enum Framing {
    /// Most payload of one segment.
    package static let segmentPayload = 1448
    /// Ethernet 14 + IPv4 20 + TCP 20 + time stamp option 12.
    package static let headers = 66
    /// What a frame has in excess of its IP packet.
    package static let ethernet = 14
    /// Bytes of a full segment on the link.
    package static let fullFrame = segmentPayload + headers
    /// SYN and SYN-ACK: the headers plus 8 bytes of further options (MSS, SACK, window scale).
    package static let handshake = 74
    /// FIN and RST: headers alone.
    package static let closing = headers

    /// Segments that `payload` bytes need at least.
    package static func segments(for payload: Int) -> Int {
        (payload + segmentPayload - 1) / segmentPayload
    }

    /// Bytes on the link for `payload` bytes in full segments.
    package static func frameBytes(for payload: Int) -> Int {
        payload + headers * segments(for: payload)
    }
}
