internal import NIOCore

/// One direction of a relayed connection: bytes that were read on one side and belong to the other.
struct RelayStream {
    /// Bytes read that the link has not delivered yet, oldest first.
    private var chunks = CircularBuffer<ByteBuffer>()
    /// Bytes that the link delivered and that are not written yet.
    private(set) var arrivedBytes = 0
    /// Bytes read and not taken by the other side's socket yet.
    private(set) var heldBytes = 0
    /// Bytes that the link delivered since the connection began.
    private(set) var deliveredBytes = 0

    /// Takes bytes that were read.
    mutating func store(_ bytes: ByteBuffer) {
        heldBytes += bytes.readableBytes
        chunks.append(bytes)
    }

    /// The link delivered the next `count` bytes.
    ///
    /// - Returns: whether there were no other delivered bytes waiting to be written.
    mutating func deliver(_ count: Int) -> Bool {
        let isFirst = arrivedBytes == 0
        arrivedBytes += count
        deliveredBytes += count
        return isFirst
    }

    /// Takes some of the bytes that were delivered; nil when there are none left.
    mutating func next() -> ByteBuffer? {
        guard arrivedBytes > 0, var chunk = chunks.popFirst() else { return nil }
        let count = min(arrivedBytes, chunk.readableBytes)
        arrivedBytes -= count
        guard count < chunk.readableBytes else { return chunk }
        let head = chunk.readSlice(length: count)
        chunks.prepend(chunk)
        return head
    }

    /// The other side's socket took `count` bytes, or will never take them.
    mutating func release(_ count: Int) {
        heldBytes -= count
        precondition(heldBytes >= 0, "a stream releases no more than it holds")
    }
}
