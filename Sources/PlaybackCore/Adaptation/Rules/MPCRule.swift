/// The level that begins the best sequence of the next few segments, if the throughput stays as it is
/// predicted.
///
/// Source: X. Yin, A. Jindal, V. Sekar, B. Sinopoli, "A Control-Theoretic Approach for Dynamic Adaptive
/// Video Streaming over HTTP", SIGCOMM 2015, as Pensieve computes it (`test/mpc.py`): QoE_lin over five
/// segments, the harmonic mean of five throughputs. `robust` divides that by 1 + the largest of the
/// last five relative errors. Of sequences that are equally good, the one with the higher levels
/// first counts. The history is that of the session; Pensieve's goes on from one to the next.
package struct MPCRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        package var isRobust = true
        /// Segments that are looked ahead.
        package var horizon = 5
        /// Transfers and prediction errors that are remembered.
        package var memory = 5
        /// In Mbit/s per second of stall.
        package var stallPenalty = 4.3
        /// Added to a segment's number when its size is looked up: Pensieve looks one too far ahead.
        package var sizeOffset = 0

        package init() {}
    }

    private let ladder: Ladder
    private let settings: Settings
    private var throughputs: RecentThroughputs
    private var errors: RecentThroughputs
    private var lastPrediction: Double?

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        throughputs = RecentThroughputs(limit: settings.memory)
        errors = RecentThroughputs(limit: settings.memory)
    }

    package var throughput: Double? {
        throughputs.harmonicMean.map { mean in
            settings.isRobust ? mean / (1 + (errors.greatest ?? 0)) : mean
        }
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        guard transfer.duration > 0, transfer.bits > 0 else { return }
        let actual = transfer.bits / transfer.duration
        errors.add(lastPrediction.map { abs($0 - actual) / actual } ?? 0)
        throughputs.add(actual)
    }

    package mutating func choose(_ situation: Situation) -> Choice {
        lastPrediction = throughputs.harmonicMean
        guard let throughput else { return Choice(level: 0) }
        var search = MPCSearch(
            ladder, from: situation.segment, bufferLevel: situation.bufferLevel,
            lastLevel: situation.level ?? 0, throughput: throughput, settings)
        return Choice(level: search.firstLevelOfBest())
    }
}
