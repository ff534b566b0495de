import LinkModel
import Testing

@testable import LinkConditioner

@Suite struct `A link of the kernel` {
    static let slow = LinkDirection(rate: .bitsPerSecond(240_000))

    @Test(.inNamespace) func `plays a rate without netem`() throws {
        try TestNamespace.run {
            let link = try NetemLink(
                LinkProfile(id: "slow", name: "slow", down: Self.slow, up: Self.slow))
            try link.shape(port: 8080)
            print(try link.facts(), try link.statistics())
        }
    }

    @Test(.withNetem) func `plays everything with netem`() throws {
        try TestNamespace.run {
            let down = LinkDirection(
                rate: .bitsPerSecond(240_000), delay: .milliseconds(400),
                jitter: LinkJitter(
                    amount: .milliseconds(20), distribution: .pareto,
                    correlation: Probability(partsPerBillion: 250_000_000)),
                loss: .gilbertElliott(
                    .init(
                        toBad: Probability(partsPerBillion: 10_000_000),
                        toGood: Probability(partsPerBillion: 100_000_000),
                        lossInBad: Probability(partsPerBillion: 700_000_000),
                        lossInGood: Probability(partsPerBillion: 1_000_000))),
                reorder: LinkReordering(
                    probability: Probability(partsPerBillion: 250_000_000), gap: 5),
                corrupt: LinkChance(Probability(partsPerBillion: 1_000_000)))
            let link = try NetemLink(
                LinkProfile(id: "slow", name: "slow", down: down, up: Self.slow))
            try link.shape(port: 8080)
            print(try link.facts(), try link.statistics())
        }
    }
}
