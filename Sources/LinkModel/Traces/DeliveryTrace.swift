/// Recorded moments at which a link could deliver one packet of 1500 bytes: Mahimahi's `mm-link`.
///
/// At each moment up to 1500 bytes of IP packets leave, parts of packets too; what is not used is
/// lost. After the last moment the trace begins anew, its moments counted from there
/// (`LinkQueue::rationalize` in Mahimahi's src/frontend/link_queue.cc). Mahimahi itself lets 1504
/// bytes leave, four of which are a header of its tunnel device.
package struct DeliveryTrace: Sendable, Hashable {
    /// Bytes of IP packets, without the 14 bytes of their frames.
    package static let opportunityBytes = 1500

    /// Milliseconds, never falling. The last one is more than 0 and is the period.
    package let milliseconds: [Int]

    /// - Parameter milliseconds: as ``milliseconds``; nil for a list that is not like that.
    package init?(milliseconds: [Int]) {
        guard let first = milliseconds.first, let last = milliseconds.last, first >= 0, last > 0,
            last <= Self.maximumMilliseconds,
            zip(milliseconds, milliseconds.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        self.milliseconds = milliseconds
    }

    /// Longest period: 30 days.
    package static let maximumMilliseconds = 30 * 86_400_000

    /// Time after which the moments come again.
    package var period: Duration { .milliseconds(milliseconds.last ?? 0) }

    /// Bits of full frames that leave in a second of the period, in the mean, at least 1.
    package var meanBitsPerSecond: Int {
        let frame = (Self.opportunityBytes + Framing.ethernet) * 8
        return max(1, milliseconds.count * frame * 1_000 / max(1, milliseconds.last ?? 1))
    }
}
