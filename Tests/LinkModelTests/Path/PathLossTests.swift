@testable import LinkModel
import Testing

@Suite struct `A path that loses packets` {
    /// Lost of `packets` packets, in parts of one.
    static func share(_ loss: LinkLoss, packets: Int, seed: UInt64 = 11) -> Double {
        var process = LossProcess(seed: seed)
        var lost = 0
        for _ in 0..<packets where process.losesNext(loss) { lost += 1 }
        return Double(lost) / Double(packets)
    }

    @Test(arguments: [0.1, 1, 5, 10, 50, 99])
    func `loses each with its probability`(percent: Double) {
        let packets = 50_000
        let share = Self.share(
            .independent(.percent(percent), correlation: .never), packets: packets)
        let expected = percent / 100
        // Four standard deviations of a binomial share.
        let deviation = (expected * (1 - expected) / Double(packets)).squareRoot()
        #expect(abs(share - expected) < 4 * deviation)
    }

    @Test(arguments: [(0.0, 0.0), (100, 1)])
    func `loses nothing or all at the ends`(percent: Double, expected: Double) {
        #expect(
            Self.share(.independent(.percent(percent), correlation: .never), packets: 1_000)
                == expected)
    }

    /// The preset wifi-lossy-bursty.
    private static let bursty = LinkLoss.GilbertElliott(
        toBad: .percent(1), toGood: .percent(10), lossInBad: .percent(70),
        lossInGood: .percent(0.1))

    /// The mean is (p·bad + r·good) ÷ (p + r). Its variance counts that losses come together:
    /// m(1−m) + 2·πg·πb·(bad−good)²·λ÷(1−λ) with λ = 1−p−r, over the number of packets: 0.60
    /// percentage points for 20,000 packets.
    @Test func `loses in bursts as Gilbert and Elliott have it`() {
        let (p, r, bad, good, packets) = (0.01, 0.1, 0.7, 0.001, 20_000.0)
        let mean = (p * bad + r * good) / (p + r)
        let inBad = p / (p + r)
        let memory = 1 - p - r
        let variance =
            mean * (1 - mean)
            + 2 * inBad * (1 - inBad) * (bad - good) * (bad - good) * memory / (1 - memory)
        let deviation = (variance / packets).squareRoot()
        #expect(abs(mean - 0.0645) < 0.0001)
        #expect(abs(deviation - 0.0060) < 0.0001)
        let shares = (1...40).map {
            Self.share(.gilbertElliott(Self.bursty), packets: Int(packets), seed: $0)
        }
        let average = shares.reduce(0, +) / 40
        #expect(abs(average - mean) < 4 * deviation / 40.0.squareRoot())
        // The realised spread has 39 degrees of freedom: 0.57 to 1.49 of it in 99.9 % of the cases.
        let spread = (shares.map { ($0 - average) * ($0 - average) }.reduce(0, +) / 39).squareRoot()
        #expect((0.57...1.49).contains(spread / deviation))
    }

    /// The chain's stationary distribution, with π1 the share of the state received:
    /// π4 = p14·π1, π3 = p13·π1 ÷ p31, π2 = p32·π3 ÷ p23. Lost are the states 3 and 4.
    @Test func `loses as the four states of netem have it`() {
        let (p13, p31, p32, p23, p14) = (0.01, 0.2, 0.3, 0.4, 0.02)
        let third = p13 / p31
        let total = 1 + third + third * p32 / p23 + p14
        let share = Self.share(
            .fourState(
                LinkLoss.FourState(
                    p13: .percent(1), p31: .percent(20), p32: .percent(30), p23: .percent(40),
                    p14: .percent(2))), packets: 100_000)
        // Bursts last ten packets in the mean: a tenth as many independent looks, four deviations.
        let expected = (third + p14) / total
        #expect(abs(share - expected) < 4 * (expected * (1 - expected) / 10_000).squareRoot())
    }

    @Test func `delivers what it does not lose`() {
        let direction = LinkDirection(rate: .unlimited, loss: .gilbertElliott(Self.bursty))
        var path = LinkPath<Int>(direction, seed: 11)
        let arrived = path.run(packets: 5_000, every: 1)
        #expect(path.counters.lost > 0)
        #expect(arrived.count == 5_000 - path.counters.lost)
        #expect(path.isConserved)
    }

    @Test func `plays a recorded pattern again and again`() {
        let pattern = LinkLoss.pattern([false, true, true, false, false])
        var path = LinkPath<Int>(LinkDirection(rate: .unlimited, loss: pattern), seed: 1)
        let arrived = path.run(packets: 12, every: 1).map(\.packet)
        #expect(arrived == [0, 3, 4, 5, 8, 9, 10])
    }

    /// With `u' = (1−ρ)·u + ρ·last` and even u the numbers' share below a small p is far less than p:
    /// the distribution function of the numbers is F(x) = mean over u of F((x − (1−ρ)u) ÷ ρ), here
    /// iterated on a grid.
    @Test(arguments: [(10.0, 25.0), (30, 50), (5, 50)])
    func `loses as often as netem's correlated numbers do`(percent: Double, correlation: Double) {
        let rho = correlation / 100
        let cells = 200
        var below = (0...cells).map { Double($0) / Double(cells) }
        func value(_ x: Double) -> Double {
            if x <= 0 { return 0 }
            if x >= 1 { return 1 }
            let place = x * Double(cells)
            let index = Int(place)
            return below[index] + (place - Double(index)) * (below[index + 1] - below[index])
        }
        for _ in 0..<10 {
            below = (0...cells).map { cell in
                let x = Double(cell) / Double(cells)
                return (0..<50).reduce(0) {
                    $0 + value((x - (1 - rho) * (Double($1) + 0.5) / 50) / rho)
                } / 50
            }
        }
        let expected = value(percent / 100)
        let packets = 50_000
        let share = Self.share(
            .independent(.percent(percent), correlation: .percent(correlation)), packets: packets)
        // Neighbours depend on each other by at most (1 + ρ) ÷ (1 − ρ) of the variance.
        let variance = expected * (1 - expected) * (1 + rho) / (1 - rho) / Double(packets)
        #expect(abs(share - expected) < 4 * variance.squareRoot() + 0.001)
    }

    @Test func `takes lost packets' part of the rate`() {
        let direction = LinkDirection(
            rate: .bitsPerSecond(12_112_000), loss: .pattern([true, false]))
        var path = LinkPath<Int>(direction, seed: 1)
        for number in 0..<4 { path.send(number, bytes: 1514, at: 0) }
        #expect(path.arrivals().map(\.time) == [2_000_000, 4_000_000])
    }
}
