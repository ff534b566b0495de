internal import CNetlink

/// What a queue of the kernel has counted since it was made.
struct QueueCounts: Sendable, Hashable {
    /// Bytes of frames that left.
    var sentBytes: UInt64 = 0
    var sentPackets: UInt64 = 0
    var dropped: UInt64 = 0
    /// Times that it had packets and its rate let none leave.
    var overlimits: UInt64 = 0
    /// What waits now.
    var backlogBytes: UInt64 = 0
    var backlogPackets: UInt64 = 0
}

extension QueueCounts {
    init(_ attributes: NetlinkAttributes) {
        guard let statistics = attributes.nested(TCA_STATS2) else { return }
        if let basic = statistics[TCA_STATS_BASIC] {
            // struct gnet_stats_basic: 64 bits of bytes, 32 bits of packets.
            sentBytes = basic.structure() ?? 0
            let packets: UInt32 = basic.dropFirst(8).structure() ?? 0
            sentPackets = statistics.value(TCA_STATS_PKT64) ?? UInt64(packets)
        }
        if let queue: gnet_stats_queue = statistics.value(TCA_STATS_QUEUE) {
            dropped = UInt64(queue.drops)
            overlimits = UInt64(queue.overlimits)
            backlogBytes = UInt64(queue.backlog)
            backlogPackets = UInt64(queue.qlen)
        }
    }
}
