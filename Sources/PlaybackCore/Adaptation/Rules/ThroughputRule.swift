/// The highest level that the link sustains, by its recent throughput.
///
/// Source: `ThroughputRule` of Sabre, after dash.js.
package struct ThroughputRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        package var estimator = SabreEstimator.Method.standard
        /// Of the throughput, what is counted on.
        package var safety = 0.9
        /// Whether the level is kept down while the buffer is short.
        package var guardsBuffer = true
        /// A transfer that takes more than so many durations of its segment is given up.
        package var abandonMultiple = 1.8
        /// Milliseconds before which no transfer is given up.
        package var abandonGrace = 500.0

        package init() {}
    }

    private let ladder: Ladder
    private let settings: Settings
    private var bufferGuard = InsufficientBufferGuard()
    private var estimator: SabreEstimator

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        estimator = SabreEstimator(settings.estimator, segmentDuration: ladder.segmentDuration)
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        choose(situation, by: estimator)
    }

    /// The choice by an estimator that several rules share.
    mutating func choose(_ situation: Situation, by estimator: SabreEstimator) -> Choice {
        guard let throughput = estimator.throughput else { return Choice(level: 0) }
        let latency = estimator.latency
        let level = ladder.level(sustainedBy: throughput * settings.safety, latency: latency)
        guard settings.guardsBuffer else { return Choice(level: level) }
        let cap = bufferGuard.cap(
            level, ladder, bufferLevel: situation.bufferLevel, latency: latency,
            throughput: throughput)
        return Choice(level: cap ?? level)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        estimator.add(transfer)
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        abandon(progress, latency: estimator.latency)
    }

    /// The mean rate so far moves towards the rate from now on, so that what is left never takes longer
    /// than at the lesser of both.
    package func keepsOn(_ progress: TransferProgress, atRate rate: Double) -> Bool {
        guard let start = progress.timeToFirstBit, progress.duration > start else { return false }
        let least = min(rate, progress.bits / (progress.duration - start))
        let whole = progress.duration + (progress.size - progress.bits) / least
        // A thousandth of a millisecond for rounding.
        return whole < settings.abandonMultiple * ladder.segmentDuration - 0.001
    }

    func abandon(_ progress: TransferProgress, latency: Double) -> Int? {
        guard progress.duration >= settings.abandonGrace, let start = progress.timeToFirstBit,
            progress.duration > start, progress.bits > 0
        else { return nil }
        let throughput = progress.bits / (progress.duration - start)
        let left = progress.size - progress.bits
        guard
            progress.duration + left / throughput
                > settings.abandonMultiple * ladder.segmentDuration
        else { return nil }
        let level = ladder.level(sustainedBy: throughput * settings.safety, latency: latency)
        guard level < progress.level else { return nil }
        let size = progress.size * ladder.bitrates[level] / ladder.bitrates[progress.level]
        return size < left ? level : nil
    }
}

extension SabreEstimator {
    mutating func add(_ transfer: SegmentTransfer) {
        add(
            bits: transfer.bits, duration: transfer.duration - transfer.timeToFirstBit,
            latency: transfer.timeToFirstBit)
    }
}
