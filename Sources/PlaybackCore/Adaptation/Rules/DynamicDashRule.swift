/// Throughput below 5 s of buffer, BOLA-E above 10 s, in between whichever it was.
///
/// Source: `DynamicDash` of Sabre, after dash.js.
package struct DynamicDashRule: AdaptationRule, Hashable {
    private static let low = 5_000.0
    private static let high = 10_000.0

    private var bola: BolaERule
    private var throughputRule: ThroughputRule
    private var estimator: SabreEstimator
    private var usesBola = false

    package init(
        _ ladder: Ladder, bola: BolaERule.Settings = .init(),
        throughput: ThroughputRule.Settings = .init()
    ) {
        self.bola = BolaERule(ladder, bola)
        throughputRule = ThroughputRule(ladder, throughput)
        estimator = SabreEstimator(
            throughput.estimator, segmentDuration: ladder.segmentDuration)
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        if usesBola, situation.bufferLevel < Self.low {
            usesBola = false
        } else if !usesBola, situation.bufferLevel > Self.high {
            usesBola = true
        }
        return usesBola
            ? bola.choose(
                situation, throughput: estimator.throughput, latency: estimator.latency)
            : throughputRule.choose(situation, by: estimator)
    }

    package mutating func waited(_ milliseconds: Double) {
        bola.waited(milliseconds)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        bola.adjustPlaceholder(after: transfer)
        estimator.add(transfer)
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        bola.segmentAbandoned(transfer)
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        usesBola
            ? bola.abandon(progress)
            : throughputRule.abandon(progress, latency: estimator.latency)
    }
}
