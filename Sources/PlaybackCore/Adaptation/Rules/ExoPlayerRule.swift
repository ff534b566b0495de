/// The rule of ExoPlayer.
///
/// Source: `AdaptiveTrackSelection` of androidx/media (Media3 1.11, 2bc207851d, Apache-2.0) with its
/// default meter, which says nothing of the time to the first byte.
package struct ExoPlayerRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        /// In bit/s.
        package var initialEstimate = 1_000_000
        package var bandwidthFraction: Float = 0.7
        /// Milliseconds of buffer from which on a higher level is taken.
        package var leastBufferForIncrease = 10_000.0
        /// Milliseconds of buffer from which on a lower level is put off.
        package var mostBufferForDecrease = 25_000.0
        /// Whether the median of the last times to a first byte is taken from a segment's duration, as
        /// with `PercentileTimeToFirstByteEstimator`.
        package var countsTimeToFirstByte = false

        package init() {}
    }

    private static let timesRemembered = 10

    private let ladder: Ladder
    private let settings: Settings
    private var meter: ExoPlayerMeter
    private var firstBytes = SlidingPercentile(maximumWeight: timesRemembered)

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        meter = ExoPlayerMeter(initial: settings.initialEstimate)
    }

    package var throughput: Double? { Double(meter.bandwidth) / 1_000 }

    package mutating func choose(_ situation: Situation) -> Choice {
        let ideal = ladder.level(within: Double(allocated(situation.playbackRate)) / 1_000)
        guard let level = situation.level, level != ideal else { return Choice(level: ideal) }
        let isPutOff =
            ideal > level
            ? situation.bufferLevel < settings.leastBufferForIncrease
            : situation.bufferLevel >= settings.mostBufferForDecrease
        return Choice(level: isPutOff ? level : ideal)
    }

    /// In bit/s.
    private func allocated(_ playbackRate: Double) -> Int {
        let cautious = Int(Float(meter.bandwidth) * settings.bandwidthFraction)
        let rate = Float(playbackRate)
        guard settings.countsTimeToFirstByte, let firstByte = firstBytes.percentile(0.5) else {
            return Int(Float(cautious) / rate)
        }
        let duration = Float(ladder.segmentDuration)
        let available = max(duration / rate - firstByte, 0)
        return Int(Float(cautious) * available / duration)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        meter.add(bytes: Int(transfer.bits / 8), milliseconds: Int(transfer.duration.rounded()))
        firstBytes.add(Float(transfer.timeToFirstBit), weight: 1)
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        segmentArrived(transfer)
    }
}
