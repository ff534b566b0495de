internal import CNetlink

/// A queue of the kernel with all its settings.
enum KernelQueue: Sendable, Hashable {
    case netem(NetemQueue)
    case tokenBucket(TokenBucketQueue)
    /// Drop-tail, room in packets.
    case packets(UInt32)
    /// Drop-tail, room in bytes.
    case bytes(UInt32)
    case codel(CoDelQueue)

    /// The kernel's name for its kind.
    var kind: String {
        switch self {
        case .netem: "netem"
        case .tokenBucket: "tbf"
        case .packets: "pfifo"
        case .bytes: "bfifo"
        case .codel: "codel"
        }
    }

    /// - Parameter previous: what the kernel has in this place and is to be changed.
    func writeOptions(into message: NetlinkMessage, replacing previous: KernelQueue? = nil) {
        switch self {
        case .netem(let queue):
            var hadTable = false
            if case .netem(let before) = previous { hadTable = before.table != nil }
            queue.writeOptions(into: message, replacesTable: hadTable)
        case .tokenBucket(let queue): queue.writeOptions(into: message)
        case .packets(let limit), .bytes(let limit):
            message.put(TCA_OPTIONS, tc_fifo_qopt(limit: limit))
        case .codel(let queue): queue.writeOptions(into: message)
        }
    }

    /// What the kernel says of a queue of a kind; nil for kinds that are not the lab's.
    init?(kind: String, readBack options: ArraySlice<UInt8>) {
        switch kind {
        case "netem":
            guard let queue = NetemQueue(readBack: options) else { return nil }
            self = .netem(queue)
        case "tbf":
            guard let queue = TokenBucketQueue(readBack: options) else { return nil }
            self = .tokenBucket(queue)
        case "codel":
            guard let queue = CoDelQueue(readBack: options) else { return nil }
            self = .codel(queue)
        case "pfifo", "bfifo":
            guard let fifo: tc_fifo_qopt = options.structure() else { return nil }
            self = kind == "pfifo" ? .packets(fifo.limit) : .bytes(fifo.limit)
        default:
            return nil
        }
    }

    var settings: [QueueSetting] {
        switch self {
        case .netem(let queue): queue.settings
        case .tokenBucket(let queue): queue.settings
        case .packets(let limit): [QueueSetting("limit", limit, "packets")]
        case .bytes(let limit): [QueueSetting("limit", limit, "bytes")]
        case .codel(let queue): queue.settings
        }
    }

    /// Passes when the kernel has in this place what was asked for, in every setting.
    ///
    /// - Throws: ``NetemError/mismatch`` for the first setting that differs.
    func requireReadBack(_ found: KernelQueue) throws(NetemError) {
        guard found.kind == kind else {
            throw .mismatch(queue: kind, attribute: "kind", asked: kind, has: found.kind)
        }
        for (asked, has) in zip(settings, found.settings) where asked != has {
            if isRounding(of: asked.name, in: found) { continue }
            throw .mismatch(
                queue: kind, attribute: asked.name, asked: asked.value, has: has.value)
        }
    }

    private func isRounding(of setting: String, in found: KernelQueue) -> Bool {
        switch (self, found) {
        case (.tokenBucket(let mine), .tokenBucket(let other)):
            setting == "burst" && mine.hasSameBurst(as: other)
        case (.codel(let mine), .codel(let other)):
            setting != "limit" && mine.hasSameTimes(as: other)
        default: false
        }
    }
}
