internal import LinkModel
internal import NIOCore

/// How much of one direction of a connection a relay holds before it stops reading.
struct RelayLimits: Sendable {
    /// Size asked for of each socket buffer in the kernel. Small, so that the sender on the other
    /// side of it feels the link and not the kernel's memory; large enough for hundreds of
    /// megabytes a second on loopback.
    static let socketBufferBytes = 256 << 10
    /// Reads at once what a server writes at once, as far as its kernel can: the end of each read is
    /// a push, and what is read in pieces would go over the link in more packets than a server sends.
    static let wholeWrites = FixedSizeRecvByteBufferAllocator(capacity: 64 << 10)
    /// Least and most backlog.
    static let backlogRange = (64 << 10)...(1 << 20)
    /// Receive window: what the reader may leave unread on top of what is on the link.
    static let windowBytes = 256 << 10
    /// What a link without a rate holds per connection.
    static let unlimitedBytes = 4 << 20

    /// Bytes that wait before the link: 10 ms at its rate, within ``backlogRange``.
    let backlogBytes: Int
    /// Bytes read and not yet taken by the other side's socket: backlog, queue, the bytes on their
    /// way and the window.
    let heldBytes: Int

    init(_ direction: LinkDirection) {
        guard case .bitsPerSecond(let rate) = direction.rate else {
            backlogBytes = Self.backlogRange.upperBound
            heldBytes = Self.unlimitedBytes
            return
        }
        let bytesPerSecond = Double(rate) / 8
        let travelling = bytesPerSecond * Double(direction.delay.wholeNanoseconds) / 1e9
        backlogBytes = Self.clamp(Int(bytesPerSecond / 100))
        heldBytes =
            backlogBytes + direction.queuePackets * Framing.segmentPayload + Int(travelling)
            + Self.windowBytes
    }

    private static func clamp(_ bytes: Int) -> Int {
        min(max(bytes, backlogRange.lowerBound), backlogRange.upperBound)
    }
}
