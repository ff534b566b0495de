import LinkModel
import Testing

@Suite struct `The mean of a loss` {
    static let means: [(LinkLoss, Int)] = [
        (.none, 0), (.independent(.percent(2), correlation: .percent(50)), 20_000_000),
        (.pattern([true, false, false, false]), 250_000_000), (.pattern([]), 0),
        (
            .gilbertElliott(
                LinkLoss.GilbertElliott(
                    toBad: .percent(1), toGood: .percent(10), lossInBad: .percent(70),
                    lossInGood: .percent(0.1))), 64_545_454
        ),
        (
            .fourState(
                LinkLoss.FourState(
                    p13: .percent(1), p31: .percent(20), p32: .never, p23: .always, p14: .never)),
            47_619_047
        ),
    ]

    @Test(arguments: means)
    func `is that of the long run`(loss: LinkLoss, partsPerBillion: Int) {
        #expect(loss.mean.partsPerBillion == partsPerBillion)
    }
}
