internal import DequeModule
internal import HeapModule

/// The packets of a ``LinkPath``, in the order in which they came: those that have left the bottleneck
/// and are on their way, and behind them those that wait for it.
///
/// A packet stays in its place in the ring until it arrives, and what becomes of it is noted there:
/// leaving the bottleneck costs no copy of it. Packets that overtake others, and copies, go on in a
/// heap. Both keep their storage.
struct PathLine<Packet: Sendable>: Sendable {
    private struct Entry: Sendable, Comparable {
        var packet: Packet
        var bytes: Int
        /// When it came.
        var since: Int
        /// `Int.max` while it waits, and when it does not arrive from here.
        var arrival = Int.max
        /// Those that arrive at the same time do so in the order in which they left.
        var sequence = 0

        mutating func leave(arrival: Int, _ sequence: Int) {
            self.arrival = arrival
            self.sequence = sequence
        }

        static func < (left: Self, right: Self) -> Bool {
            left.arrival != right.arrival
                ? left.arrival < right.arrival : left.sequence < right.sequence
        }

        static func == (left: Self, right: Self) -> Bool { left.sequence == right.sequence }
    }

    private var ring = Deque<Entry>()
    /// How many of ``ring`` have left the bottleneck, first of which is one that arrives.
    private var gone = 0
    private var overtaking = Heap<Entry>()
    private var lastArrival = Int.min
    private var sequence = 0
    /// Packets on their way.
    private(set) var travelling = 0
    /// Bytes of those that wait.
    private(set) var waitingBytes = 0
    /// `Int.max` when nothing is on its way. Asked for more often than it changes.
    private(set) var nextArrival = Int.max

    /// Packets that wait; the first of them is the one being sent.
    var waiting: Int { ring.count - gone }

    /// Bytes of the first that waits, and when it came; nil without one.
    var first: (bytes: Int, since: Int)? {
        waiting == 0 ? nil : (ring[gone].bytes, ring[gone].since)
    }

    mutating func append(_ packet: Packet, bytes: Int, at now: Int) {
        ring.append(Entry(packet: packet, bytes: bytes, since: now))
        waitingBytes += bytes
    }

    /// The first that waits leaves.
    /// - Parameters:
    ///   - arrival: nil when it never arrives.
    ///   - copy: when a copy of it does; nil without one.
    mutating func leave(arrival: Int?, copy: Int? = nil) {
        waitingBytes -= ring[gone].bytes
        if let arrival, arrival >= lastArrival {
            ring[gone].leave(arrival: arrival, sequence)
            sequence += 1
            lastArrival = arrival
            note(arrival)
        } else if let arrival {
            overtake(ring[gone], arrival: arrival)
        }
        if let copy { overtake(ring[gone], arrival: copy) }
        gone += 1
        if ring[0].arrival == .max { forgetLost() }
    }

    /// Takes the packet that arrives next; there has to be one.
    mutating func takeNext() -> (packet: Packet, bytes: Int) {
        travelling -= 1
        if let other = overtaking.min, gone == 0 || other < ring[0] {
            overtaking.removeMin()
            nextArrival = min(firstArrival, overtaking.min?.arrival ?? .max)
            return (other.packet, other.bytes)
        }
        let taken = ring.removeFirst()
        gone -= 1
        forgetLost()
        nextArrival = firstArrival
        if let other = overtaking.min { nextArrival = min(nextArrival, other.arrival) }
        return (taken.packet, taken.bytes)
    }

    private var firstArrival: Int { gone == 0 ? .max : ring[0].arrival }

    private mutating func overtake(_ entry: Entry, arrival: Int) {
        var entry = entry
        entry.leave(arrival: arrival, sequence)
        sequence += 1
        overtaking.insert(entry)
        note(arrival)
    }

    private mutating func note(_ arrival: Int) {
        travelling += 1
        nextArrival = min(nextArrival, arrival)
    }

    /// Those that left and do not arrive from the ring are no more once they are the first.
    private mutating func forgetLost() {
        while gone > 0, ring[0].arrival == .max {
            ring.removeFirst()
            gone -= 1
        }
    }
}
