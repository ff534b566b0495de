/// Fast switching: fetches a segment that is queued at a lower level once more, at the level that the
/// rule would now give to the next one.
///
/// Source: `Replace` of Sabre; "From Theory to Practice" (MMSys 2018), section 4.
package enum SegmentReplacement: String, Sendable, Hashable, CaseIterable {
    /// The first in the queue that is worse.
    case left
    /// The last in the queue that is worse.
    case right

    /// The place in the queue of the segment to fetch again.
    /// - Parameters:
    ///   - queue: levels of the segments from the one that plays on.
    ///   - consumed: how much of the first one has been played, from 0 to 1.
    ///   - level: that the rule chose for the next segment.
    /// - Returns: nil when none is worth it: one that plays within the next one and a half segments
    ///   would come too late.
    package func candidate(in queue: ArraySlice<Int>, consumed: Double, level: Int) -> Int? {
        let skip = Int((1.5 + consumed).rounded(.up))
        guard skip < queue.count else { return nil }
        let candidates = (queue.startIndex + skip)..<queue.endIndex
        let found: Int? =
            switch self {
            case .left: candidates.first { queue[$0] < level }
            case .right: candidates.last { queue[$0] < level }
            }
        return found.map { $0 - queue.startIndex }
    }
}
