/// What became of the packets of a ``LinkPath`` since it began.
///
/// At any time `sent + duplicates` is `delivered + lost + corrupted + queueDrops + codelDrops` and
/// what is still in the path.
package struct PathCounters: Sendable, Hashable {
    /// Packets that were sent into the path, dropped ones included.
    package var sent = 0
    package var sentBytes = 0
    /// Packets that found no room in the queue.
    package var queueDrops = 0
    /// Packets that CoDel took out of the queue.
    package var codelDrops = 0
    /// Packets that left the bottleneck, and their bytes.
    package var departed = 0
    package var departedBytes = 0
    /// Copies that were made of packets.
    package var duplicates = 0
    /// Packets and copies that were lost behind the bottleneck, outages included.
    package var lost = 0
    /// Packets and copies whose bits were changed: the receiver's checksum discards them, so they
    /// do not arrive.
    package var corrupted = 0
    /// Packets and copies that were received.
    package var delivered = 0
    package var deliveredBytes = 0
    /// Nanoseconds for which packets were being sent, up to the last departure. With a trace the
    /// time from the moment a packet was first in the queue.
    package var busyNanoseconds = 0

    package init() {}
}
