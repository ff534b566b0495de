import LinkModel
import Testing

@testable import LinkConditioner

@Suite struct `The expected loss` {
    private static func percent(_ tenths: Int) -> Probability {
        Probability(partsPerBillion: tenths * 1_000_000)
    }

    private static let bursty = LinkLoss.gilbertElliott(
        .init(
            toBad: percent(10), toGood: percent(100), lossInBad: percent(700),
            lossInGood: percent(1)))

    @Test func `of independent losses has the binomial width`() throws {
        let found = try #require(
            LossExpectation(.independent(Self.percent(100), correlation: .never), packets: 10_000))
        #expect(abs(found.mean - 0.1) < 1e-9)
        #expect(abs(found.standardDeviation - 0.003) < 1e-9)
    }

    @Test func `of bursts counts their autocorrelation`() throws {
        // (0.01 · 0.7 + 0.1 · 0.001) ÷ 0.11; 0.60 percentage points for 20,000 packets.
        let found = try #require(LossExpectation(Self.bursty, packets: 20_000))
        #expect(abs(found.mean - 0.0645) < 0.0001)
        #expect(abs(found.standardDeviation - 0.0060) < 0.0001)
    }

    @Test func `of a four-state chain that is a two-state one is that one's`() throws {
        // With p32 = p23 = p14 = 0 states 1 and 3 alternate: lost for 1 ÷ p31 packets.
        let chain = LinkLoss.fourState(
            .init(
                p13: Self.percent(10), p31: Self.percent(100), p32: .never, p23: .never,
                p14: .never))
        let same = LinkLoss.gilbertElliott(
            .init(toBad: Self.percent(10), toGood: Self.percent(100)))
        let (left, right) = try (
            #require(LossExpectation(chain, packets: 1_000)),
            #require(LossExpectation(same, packets: 1_000))
        )
        #expect(abs(left.mean - right.mean) < 1e-6)
        #expect(abs(left.standardDeviation - right.standardDeviation) < 1e-6)
    }

    @Test(arguments: [LinkLoss.none, .independent(.always, correlation: .never)])
    func `of all or nothing has no width`(loss: LinkLoss) throws {
        #expect(try #require(LossExpectation(loss, packets: 10)).standardDeviation == 0)
    }

    @Test func `is not known of correlated and of recorded losses`() {
        #expect(
            LossExpectation(
                .independent(Self.percent(10), correlation: Self.percent(250)), packets: 1) == nil)
        #expect(LossExpectation(.pattern([true]), packets: 1) == nil)
    }
}
