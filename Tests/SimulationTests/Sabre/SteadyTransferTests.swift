import LinkModel
import PlaybackCore
import Simulation
import Testing

@Suite struct `A rule that need not be asked` {
    /// The same rule, but it never says so.
    private struct Asked: AdaptationRule {
        var rule: any AdaptationRule

        var throughput: Double? { rule.throughput }
        mutating func choose(_ situation: Situation) -> Choice { rule.choose(situation) }
        mutating func segmentArrived(_ transfer: SegmentTransfer) { rule.segmentArrived(transfer) }
        mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
            rule.segmentAbandoned(transfer)
        }
        mutating func abandon(_ progress: TransferProgress) -> Int? { rule.abandon(progress) }
        mutating func waited(_ milliseconds: Double) { rule.waited(milliseconds) }
        mutating func sought(toSegment segment: Int) { rule.sought(toSegment: segment) }
    }

    @Test(arguments: ["throughput", "dynamic"], 1...10)
    func `would have answered alike`(name: String, seed: UInt64) throws {
        var random = StableRandom(seed: seed)
        let periods = (0..<40).map { _ in
            FluidLink.Period(
                duration: 500 + 8_000 * random.unit(),
                rate: random.below(8) == 0 ? 0 : 100 + 5_000 * random.unit() * random.unit(),
                latency: 200 * random.unit())
        }
        let ladder = Ladder(
            bitrates: [300, 750, 1_200, 2_400, 4_300], segmentDuration: 3_000, segmentCount: 60)
        let rule = try RuleCatalog.entry(named: name, for: ladder).rule
        var quick = SabreSession(ladder, over: periods, rule: rule)
        var asked = SabreSession(ladder, over: periods, rule: Asked(rule: rule))
        let metrics = quick.run()
        #expect(metrics == asked.run())
        #expect(metrics.downloadedLevels.count == 60)
    }
}
