/// Chooses the level of each segment. A value: it decides by what it has been told and nothing else,
/// so that one rule is the same under a fluid link, a simulated one and a real one.
package protocol AdaptationRule: Sendable {
    /// The level of the next segment.
    mutating func choose(_ situation: Situation) -> Choice

    /// A segment is there as a whole.
    mutating func segmentArrived(_ transfer: SegmentTransfer)

    /// A request was given up for ``SegmentTransfer/abandonedFor``.
    mutating func segmentAbandoned(_ transfer: SegmentTransfer)

    /// Whether a request that is under way should be given up.
    /// - Returns: the level to fetch the segment at instead; nil to let it go on.
    mutating func abandon(_ progress: TransferProgress) -> Int?

    /// Whether ``abandon(_:)`` will return nil until the request is over, if it goes on at a rate in
    /// kbit/s from now on. False where nobody can say; worlds that know the rate ask less often then.
    func keepsOn(_ progress: TransferProgress, atRate rate: Double) -> Bool

    /// Nothing was requested for so many milliseconds, since the buffer was full.
    mutating func waited(_ milliseconds: Double)

    /// The playhead was moved and the buffer is empty.
    mutating func sought(toSegment segment: Int)

    /// What the rule believes the link to carry, in kbit/s; nil before it knows anything, or when it
    /// never asks.
    var throughput: Double? { get }
}

extension AdaptationRule {
    package mutating func segmentArrived(_ transfer: SegmentTransfer) {}
    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {}
    package mutating func abandon(_ progress: TransferProgress) -> Int? { nil }
    package func keepsOn(_ progress: TransferProgress, atRate rate: Double) -> Bool { false }
    package mutating func waited(_ milliseconds: Double) {}
    package mutating func sought(toSegment segment: Int) {}
    package var throughput: Double? { nil }
}
