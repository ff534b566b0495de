/// The memory in which a sending machine keeps what is not acknowledged, and a little more (Linux:
/// `sk_sndbuf`, `tcp_sndbuf_expand`). Where it is tight the window cannot be used in full, and does
/// not grow. Bytes of memory, not of payload.
struct SendBuffer: Sendable {
    private let growth: TCPOptions.SendBuffer
    private let initialWindow: Int
    private var capacity: Int
    private var used = 0
    /// Whether the user waits for room.
    private(set) var isBlocked = false

    init(_ growth: TCPOptions.SendBuffer, initialWindow: Int) {
        self.growth = growth
        self.initialWindow = initialWindow
        capacity = growth.perWindowSegment * initialWindow
    }

    /// The user writes as much of `bytes` as there is room for.
    ///
    /// - Returns: the bytes that were written.
    mutating func write(_ bytes: Int, segmentBytes: Int) -> Int {
        var written = 0
        while written < bytes, used < capacity {
            let payload = min(segmentBytes, bytes - written)
            used += growth.overhead + payload
            written += payload
        }
        isBlocked = written < bytes
        return written
    }

    /// A segment was acknowledged.
    mutating func free(_ payload: Int) {
        used = max(0, used - growth.overhead - payload)
    }

    /// An acknowledgement was taken and the user waits while the window has room: there is more
    /// memory (`tcp_new_space`).
    mutating func grow(window: Int) {
        let wanted = growth.perWindowSegment * max(window, initialWindow)
        capacity = max(capacity, min(wanted, growth.maximum))
    }

    /// Whether a waiting user is woken: a third of the memory is free.
    var isWritable: Bool { capacity - used >= used >> 1 }
}
