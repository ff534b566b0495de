/// When a person could have pressed play on a download that was still running, and seen it through
/// without a stall.
///
/// A segment that plays `m` after the beginning and arrives at time `a` is in time for every start
/// from `a − m` on; the answer is the latest of these over all segments of all renditions.
package struct StallFreeStart: Sendable, Hashable {
    private var latest: Duration?

    package init() {}

    /// A segment became playable.
    /// - Parameters:
    ///   - mediaTime: its place in the presentation.
    ///   - arrival: when the last of its bytes was there, on the clock that the answer is on.
    package mutating func segmentArrived(playingAt mediaTime: Duration, arrival: Duration) {
        latest = max(latest ?? .zero, arrival - mediaTime)
    }

    /// The earliest start, counting the segments that have arrived; nil before the first.
    package var earliest: Duration? { latest }
}
