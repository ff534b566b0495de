internal import DequeModule
internal import HeapModule

/// Packets on their way, by arrival; those that arrive at the same time in the order they left.
///
/// Packets that arrive behind the last one go into a ring, which is nearly all. Those that overtake
/// it go into a heap. Both keep their storage.
struct PathFlight<Packet: Sendable>: Sendable {
    private struct Travelling: Sendable, Comparable {
        var arrival: Int
        var sequence: Int
        var bytes: Int
        var packet: Packet

        static func < (left: Self, right: Self) -> Bool {
            left.arrival != right.arrival
                ? left.arrival < right.arrival : left.sequence < right.sequence
        }

        static func == (left: Self, right: Self) -> Bool { left.sequence == right.sequence }
    }

    private var ordered = Deque<Travelling>()
    private var overtaking = Heap<Travelling>()
    private var sequence = 0

    var count: Int { ordered.count + overtaking.count }

    /// The next arrival; `Int.max` when nothing is on its way. Asked for more often than it changes.
    private(set) var nextArrival = Int.max

    mutating func insert(_ packet: Packet, bytes: Int, arrival: Int) {
        let travelling = Travelling(
            arrival: arrival, sequence: sequence, bytes: bytes, packet: packet)
        sequence += 1
        nextArrival = min(nextArrival, arrival)
        if let last = ordered.last, last.arrival > arrival {
            overtaking.insert(travelling)
        } else {
            ordered.append(travelling)
        }
    }

    /// Takes the next packet that arrives at or before `time`.
    mutating func take(by time: Int) -> (packet: Packet, bytes: Int)? {
        guard nextArrival <= time else { return nil }
        let taken: Travelling?
        if overtaking.isEmpty {
            taken = ordered.popFirst()
        } else if let first = ordered.first, let other = overtaking.min, first < other {
            taken = ordered.popFirst()
        } else {
            taken = overtaking.popMin()
        }
        nextArrival = ordered.first?.arrival ?? .max
        if let other = overtaking.min { nextArrival = min(nextArrival, other.arrival) }
        return taken.map { ($0.packet, $0.bytes) }
    }
}
