/// The rule of GStreamer's adaptivedemux2: the lesser of the last throughput and the mean of the last
/// three, four fifths of it.
///
/// Source: `gstadaptivedemux-stream.c` of GStreamer (`NUM_LOOKBACK_FRAGMENTS` 3) and its property
/// `bandwidth-target-ratio` 0.8.
package struct GStreamerRule: AdaptationRule, Hashable {
    private static let lookback = 3
    private static let targetRatio = 0.8

    private let ladder: Ladder
    private var recent = RecentThroughputs(limit: lookback)

    package init(_ ladder: Ladder) {
        self.ladder = ladder
    }

    package var throughput: Double? {
        guard let last = recent.last, let mean = recent.mean else { return nil }
        return min(last, mean)
    }

    package mutating func choose(_ situation: Situation) -> Choice {
        guard let throughput else { return Choice(level: 0) }
        let usable = throughput * Self.targetRatio / situation.playbackRate
        return Choice(level: ladder.level(within: usable))
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        guard transfer.duration > 0 else { return }
        recent.add(transfer.bits / transfer.duration)
    }
}
