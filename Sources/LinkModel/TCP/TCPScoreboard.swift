/// What a sender knows of the segments it has sent and that are not acknowledged: RFC 6675's
/// scoreboard, with the counts that Linux derives from it.
///
/// A ring in the order of sequence numbers, through which a list runs in the order of sending
/// (RFC 8985). A segment leaves the list when it is reported or deemed lost and comes back when it
/// is sent again. Segments are named by an index that only grows.
struct TCPScoreboard: Sendable {
    private var ring: ContiguousArray<TCPSegment>
    private var mask: Int
    /// Index of the oldest segment, and the one behind the newest.
    private(set) var first = 0
    private(set) var next = 0
    /// Ends of the list in the order of sending; -1 when it is empty.
    private(set) var earliest = -1
    private(set) var latest = -1
    /// Segments with each mark (`sacked_out`, `lost_out`, `retrans_out`).
    private(set) var sacked = 0
    private(set) var lost = 0
    private(set) var resent = 0
    /// Times that a segment was deemed lost since the connection began.
    private(set) var losses = 0
    /// No segment before this index is lost and not sent again.
    private(set) var firstUnrepaired = 0

    init() {
        let capacity = 16
        let empty = TCPSegment(start: 0, end: 0, sentAt: 0)
        ring = ContiguousArray(repeating: empty, count: capacity)
        mask = capacity - 1
    }

    var count: Int { next - first }
    var isEmpty: Bool { next == first }

    /// Segments thought to be on the link (RFC 6675 `pipe`).
    var inFlight: Int { count - sacked - lost + resent }

    subscript(index: Int) -> TCPSegment {
        ring[index & mask]
    }

    /// Adds a segment that is being sent for the first time.
    mutating func append(_ segment: TCPSegment) {
        if count == ring.count { grow() }
        ring[next & mask] = segment
        link(next)
        next += 1
    }

    /// Forgets the oldest segment: it was acknowledged.
    mutating func removeFirst() -> TCPSegment {
        let segment = ring[first & mask]
        if segment.marks.contains(.sacked) { sacked -= 1 }
        if segment.marks.contains(.lost) { lost -= 1 }
        if segment.marks.contains(.resent) { resent -= 1 }
        unlink(first)
        first += 1
        firstUnrepaired = max(firstUnrepaired, first)
        return segment
    }

    /// The first segment that ends behind `sequence`; ``next`` when there is none.
    func index(endingBehind sequence: Int) -> Int {
        var low = first
        var high = next
        while low < high {
            let middle = (low + high) >> 1
            if ring[middle & mask].end > sequence { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The receiver has reported the segment (RFC 2018).
    mutating func markSacked(_ index: Int) {
        let marks = ring[index & mask].marks
        if marks.contains(.resent) {
            // A copy is still under way unless the segment was deemed lost for it.
            if marks.contains(.lost) {
                ring[index & mask].marks.subtract([.lost, .resent])
                lost -= 1
                resent -= 1
            }
        } else if marks.contains(.lost) {
            ring[index & mask].marks.remove(.lost)
            lost -= 1
        }
        ring[index & mask].marks.insert(.sacked)
        sacked += 1
        unlink(index)
    }

    /// A copy of the segment arrived beside the original (RFC 2883).
    mutating func markDuplicate(_ index: Int) {
        guard ring[index & mask].marks.contains(.resent) else { return }
        ring[index & mask].marks.remove(.resent)
        resent -= 1
    }

    /// The segment, or the copy of it that was sent last, is deemed lost.
    mutating func markLost(_ index: Int) {
        let marks = ring[index & mask].marks
        guard !marks.contains(.sacked) else { return }
        if marks.contains(.lost) {
            guard marks.contains(.resent) else { return }
            ring[index & mask].marks.remove(.resent)
            resent -= 1
        } else {
            ring[index & mask].marks.insert(.lost)
            lost += 1
        }
        losses += 1
        firstUnrepaired = min(firstUnrepaired, index)
        unlink(index)
    }

    /// The segment is being sent again.
    /// - Parameters:
    ///   - isProbe: whether it is a tail loss probe, a copy of nothing that is missed.
    ///   - vanished: whether the copy never reached the sending machine's queue.
    mutating func markResent(_ index: Int, at time: Int, isProbe: Bool, vanished: Bool) {
        unlink(index)
        ring[index & mask].sentAt = time
        ring[index & mask].marks.insert(.everResent)
        ring[index & mask].marks.remove(.vanished)
        if vanished { ring[index & mask].marks.insert(.vanished) }
        if !isProbe, !ring[index & mask].marks.contains(.resent) {
            ring[index & mask].marks.insert(.resent)
            resent += 1
        }
        link(index)
    }

    /// Takes back every verdict of loss: the segments were late only.
    mutating func forgiveLosses() {
        for index in first..<next where ring[index & mask].marks.contains(.lost) {
            ring[index & mask].marks.remove(.lost)
            if !isLinked(index) { link(index) }
        }
        lost = 0
        firstUnrepaired = first
    }

    /// The first lost segment from the index on that was not sent again, if any.
    mutating func nextUnrepaired() -> Int? {
        while firstUnrepaired < next {
            let marks = ring[firstUnrepaired & mask].marks
            if marks.contains(.lost), marks.isDisjoint(with: [.sacked, .resent]) {
                return firstUnrepaired
            }
            firstUnrepaired += 1
        }
        return nil
    }

    private mutating func grow() {
        var larger = ContiguousArray(repeating: ring[0], count: ring.count * 2)
        let largerMask = larger.count - 1
        for index in first..<next { larger[index & largerMask] = ring[index & mask] }
        ring = larger
        mask = largerMask
    }
}

// MARK: - The order of sending

extension TCPScoreboard {
    private func isLinked(_ index: Int) -> Bool {
        earliest == index || ring[index & mask].earlier >= 0
    }

    private mutating func link(_ index: Int) {
        ring[index & mask].stand(between: latest, and: -1)
        if latest >= 0 { ring[latest & mask].later = index } else { earliest = index }
        latest = index
    }

    private mutating func unlink(_ index: Int) {
        guard isLinked(index) else { return }
        let (earlier, later) = (ring[index & mask].earlier, ring[index & mask].later)
        if earlier >= 0 { ring[earlier & mask].later = later } else { earliest = later }
        if later >= 0 { ring[later & mask].earlier = earlier } else { latest = earlier }
        ring[index & mask].stand(between: -1, and: -1)
    }
}
