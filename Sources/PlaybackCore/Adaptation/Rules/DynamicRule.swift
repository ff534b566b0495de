/// Throughput while the buffer is short, BOLA while it is long.
///
/// Source: "From Theory to Practice" (MMSys 2018), as `Dynamic` of Sabre has it: BOLA takes over above
/// 10 s once it chooses as high as the throughput, which comes back below 10 s when it would choose
/// higher. Only the throughput's side gives transfers up.
package struct DynamicRule: AdaptationRule, Hashable {
    private static let threshold = 10_000.0

    private var bola: BolaRule
    private var throughputRule: ThroughputRule
    private var estimator: SabreEstimator
    private var usesBola = false

    package init(
        _ ladder: Ladder, bola: BolaRule.Settings = .init(),
        throughput: ThroughputRule.Settings = .init()
    ) {
        self.bola = BolaRule(ladder, bola)
        throughputRule = ThroughputRule(ladder, throughput)
        estimator = SabreEstimator(
            throughput.estimator, segmentDuration: ladder.segmentDuration)
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        let byBuffer = bola.choose(situation, by: estimator)
        let byThroughput = throughputRule.choose(situation, by: estimator)
        if usesBola {
            if situation.bufferLevel < Self.threshold, byBuffer.level < byThroughput.level {
                usesBola = false
            }
        } else if situation.bufferLevel > Self.threshold, byBuffer.level >= byThroughput.level {
            usesBola = true
        }
        return usesBola ? byBuffer : byThroughput
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        if transfer.isReplacement { usesBola = false }
        estimator.add(transfer)
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        if transfer.isReplacement { usesBola = false }
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        throughputRule.abandon(progress, latency: estimator.latency)
    }

    package func keepsOn(_ progress: TransferProgress, atRate rate: Double) -> Bool {
        throughputRule.keepsOn(progress, atRate: rate)
    }
}
