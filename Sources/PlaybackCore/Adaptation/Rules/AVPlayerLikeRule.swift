/// A guess at AVPlayer. Apple publishes nothing about its rule: this one has what can be seen from
/// outside, and its numbers are ours.
///
/// Seen: it begins low, measures for a few segments and then rises by several levels at once; it
/// holds its level while the buffer is long and the link falls a little; it drops at once, and gives a
/// transfer up, when a stall threatens. Guessed: the harmonic mean of 5 transfers, 0.8 of it to rise
/// and all of it to hold, two segments of buffer to rise.
package struct AVPlayerLikeRule: AdaptationRule, Hashable {
    private static let memory = 5
    private static let riseFactor = 0.8
    /// Segments of buffer.
    private static let leastBufferForRise = 2.0
    private static let longBuffer = 4.0
    private static let grace = 500.0

    private let ladder: Ladder
    private var recent = RecentThroughputs(limit: memory)

    package init(_ ladder: Ladder) {
        self.ladder = ladder
    }

    package var throughput: Double? { recent.harmonicMean }

    package mutating func choose(_ situation: Situation) -> Choice {
        guard let throughput, let level = situation.level else { return Choice(level: 0) }
        let rate = throughput / situation.playbackRate
        let buffered = situation.bufferLevel / ladder.segmentDuration
        let rise = ladder.level(within: rate * Self.riseFactor)
        if rise > level { return Choice(level: buffered >= Self.leastBufferForRise ? rise : level) }
        let hold = ladder.level(within: rate)
        guard hold < level else { return Choice(level: level) }
        return Choice(level: buffered >= Self.longBuffer ? level - 1 : hold)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        guard transfer.duration > 0 else { return }
        recent.add(transfer.bits / transfer.duration)
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        guard progress.isPlaying, progress.level > 0, progress.duration >= Self.grace,
            progress.bits > 0
        else { return nil }
        let rate = progress.bits / progress.duration
        let left = progress.size - progress.bits
        guard left / rate > progress.bufferLevel / progress.playbackRate else { return nil }
        let level = ladder.level(within: rate)
        let size = ladder.bits(segment: progress.segment, level: level)
        return level < progress.level && size < left ? level : nil
    }
}
