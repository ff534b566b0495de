internal import LinkModel

/// A direction of a link as queues of the kernel, from the one that a packet meets first.
struct QueueTree: Sendable, Hashable {
    struct Node: Sendable, Hashable {
        /// The number by which the queue is known on its interface (`tc` writes `1:`).
        var handle: UInt32
        /// Where it hangs: at the interface, or in the only class of another queue.
        var parent: UInt32
        var queue: KernelQueue
    }

    /// `TC_H_ROOT`.
    static let root: UInt32 = 0xFFFF_FFFF

    /// Parents before their children.
    var nodes: [Node] = []

    /// - Parameters:
    ///   - isHeld: nothing may leave the queue now.
    ///   - losesAll: everything is lost now.
    ///   - largestFrame: bytes of the largest frame that comes; a token bucket would drop larger ones.
    /// - Throws: ``NetemError/cannotExpress(_:)``.
    init(
        _ direction: LinkDirection, _ shape: QueueShape, isHeld: Bool = false,
        losesAll: Bool = false, largestFrame: Int = Framing.fullFrame
    ) throws(NetemError) {
        var queues: [KernelQueue] = []
        if shape.hasNetem {
            var netem = try NetemQueue(direction)
            if losesAll { netem.loss = .random(.max) }
            queues.append(.netem(netem))
        }
        let rate = isHeld ? Self.heldBytesPerSecond : Self.bytesPerSecond(direction.rate)
        switch shape.bottleneck {
        case .none: break
        case .netem:
            var bottleneck = NetemQueue()
            bottleneck.bytesPerSecond = rate
            bottleneck.limit = UInt32(clamping: direction.queuePackets)
            queues.append(.netem(bottleneck))
        case .tokenBucket:
            let room = Self.room(direction.queue, at: direction.rate)
            queues.append(
                .tokenBucket(
                    TokenBucketQueue(
                        bytesPerSecond: rate, burstBytes: Self.burst(at: rate, largestFrame),
                        limit: room.limit)))
            queues.append(room.queue)
        }
        append(queues)
    }

    /// A handle is a number times 65,536, and 1 more the only class of the queue.
    private mutating func append(_ queues: [KernelQueue]) {
        var parent = Self.root
        for (index, queue) in queues.enumerated() {
            let handle = UInt32(index + 1) << 16
            nodes.append(Node(handle: handle, parent: parent, queue: queue))
            parent = handle | 1
        }
    }

    /// 1 byte a second: what a token bucket can come to nothing. A frame would take 25 minutes.
    static let heldBytesPerSecond: UInt64 = 1
    /// 10 Gbit/s, where a direction without limit has a token bucket for other times.
    static let unlimitedBytesPerSecond: UInt64 = 1_250_000_000

    private static func bytesPerSecond(_ rate: LinkRate) -> UInt64 {
        guard let bits = rate.meanBitsPerSecond else { return unlimitedBytesPerSecond }
        return max(heldBytesPerSecond, UInt64(bits + 4) / 8)
    }

    /// What may leave at once: the largest frame, and what leaves in 10 ms. A timer may be that late on a
    /// busy machine, and what is not sent then would be lost to the rate.
    private static func burst(at bytesPerSecond: UInt64, _ largestFrame: Int) -> UInt32 {
        UInt32(clamping: UInt64(largestFrame) + bytesPerSecond / 100)
    }

    /// The queue of a token bucket, and what the kernel sets as its room when the bucket changes.
    private static func room(
        _ queue: LinkQueue, at rate: LinkRate
    ) -> (queue: KernelQueue, limit: UInt32) {
        let packets = UInt32(clamping: queue.fullFrames(at: rate))
        if let codel = queue.codel {
            let settings = CoDelQueue(
                limitPackets: packets,
                targetMicroseconds: UInt32(clamping: codel.target.wholeNanoseconds / 1_000),
                intervalMicroseconds: UInt32(clamping: codel.interval.wholeNanoseconds / 1_000))
            return (.codel(settings), packets)
        }
        switch queue.room {
        case .packets: return (.packets(packets), packets)
        case .bytes(let bytes): return (.bytes(UInt32(clamping: bytes)), UInt32(clamping: bytes))
        case .time:
            let bytes = packets.multipliedReportingOverflow(by: UInt32(Framing.fullFrame))
            let room = bytes.overflow ? UInt32.max : bytes.partialValue
            return (.bytes(room), room)
        }
    }
}
