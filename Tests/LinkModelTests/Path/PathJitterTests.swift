import LinkModel
import Testing

@Suite struct `A path with jitter` {
    /// Delays of packets that do not wait for each other, in nanoseconds.
    private static func delays(
        _ jitter: LinkJitter, delay: Duration = .milliseconds(100), packets: Int = 10_000
    ) -> [Double] {
        var path = LinkPath<Int>(
            LinkDirection(rate: .unlimited, delay: delay, jitter: jitter), seed: 21)
        let arrived = path.run(packets: packets, every: .seconds(1))
        #expect(arrived.count == packets)
        return arrived.map { Double($0.time - .seconds($0.packet)) }
    }

    private static func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (square / Double(values.count)).squareRoot())
    }

    /// Standard deviation in amounts, and the mean's distance from the delay in amounts, of each
    /// table: those of iproute2 6.1's files to within 1 %.
    static let shapes: [(LinkJitter.Distribution, Double, Double)] = [
        (.uniform, 1 / 3.0.squareRoot(), 0), (.normal, 1, 0), (.pareto, 0.820, -0.033),
        (.paretonormal, 0.834, -0.025),
    ]

    @Test(arguments: shapes)
    func `spreads delays as its distribution says`(
        shape: LinkJitter.Distribution, deviation: Double, shift: Double
    ) {
        let found = Self.moments(
            Self.delays(LinkJitter(amount: .milliseconds(10), distribution: shape)))
        // 10,000 packets: four standard errors of the mean are 0.04 amounts.
        #expect(abs(found.mean / 1e7 - 10 - shift) < 0.04)
        #expect(abs(found.deviation / 1e7 - deviation) < 0.04)
    }

    @Test func `stays within its amount when it is uniform`() {
        let delays = Self.delays(LinkJitter(amount: .milliseconds(10)))
        #expect(delays.allSatisfy { (9e7..<11e7).contains($0) })
    }

    @Test func `never has a packet arrive before it was sent`() {
        let delays = Self.delays(
            LinkJitter(amount: .milliseconds(10), distribution: .normal), delay: .milliseconds(5))
        #expect(delays.min() == 0)
    }

    @Test(arguments: [0.0, 0.5, 0.9])
    func `ties neighbours to each other by its correlation`(correlation: Double) {
        let values = Self.delays(
            LinkJitter(amount: .milliseconds(10), correlation: .percent(correlation * 100)))
        let (mean, deviation) = Self.moments(values)
        let products = zip(values, values.dropFirst()).map { ($0 - mean) * ($1 - mean) }
        let found = products.reduce(0, +) / Double(products.count) / (deviation * deviation)
        #expect(abs(found - correlation) < 0.04)
        // get_crandom's variance is (1 − ρ) ÷ (1 + ρ) of an even number's.
        let expected = 1e7 / 3.0.squareRoot() * ((1 - correlation) / (1 + correlation)).squareRoot()
        #expect(abs(deviation / expected - 1) < 0.05)
    }

    @Test func `draws from a table of one's own`() throws {
        let table = try #require(JitterTable(values: [-8192, 0, 16384]))
        let delays = Self.delays(
            LinkJitter(amount: .milliseconds(10), distribution: .table(table)), packets: 3_000)
        #expect(Set(delays) == [9e7, 10e7, 12e7])
    }

    @Test func `changes the order without a rate and keeps it with one`() {
        func packets(_ rate: LinkRate) -> [Int] {
            let jitter = LinkJitter(amount: .milliseconds(15))
            let direction = LinkDirection(rate: rate, delay: .milliseconds(40), jitter: jitter)
            var path = LinkPath<Int>(direction, seed: 3)
            return path.run(packets: 2_000, every: .milliseconds(1)).map(\.packet)
        }
        #expect(packets(.bitsPerSecond(20_000_000)) == Array(0..<2_000))
        let mixed = packets(.unlimited)
        #expect(mixed != Array(0..<2_000))
        #expect(mixed.sorted() == Array(0..<2_000))
    }

    @Test func `spaces packets by their time on the wire`() {
        let direction = LinkDirection(
            rate: .bitsPerSecond(12_112_000), delay: .milliseconds(40),
            jitter: LinkJitter(amount: .milliseconds(15)), queuePackets: 2_000)
        var path = LinkPath<Int>(direction, seed: 3)
        let times = path.run(packets: 2_000, every: 0).map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1_000_000 })
        #expect((times.last ?? 0) <= .milliseconds(2_000 + 55))
    }

    /// A busy link forgets a delay that grew for a while.
    @Test func `comes back from a longer delay at once`() {
        let near = LinkDirection(rate: .bitsPerSecond(12_112_000), delay: .milliseconds(20))
        var far = near
        far.delay = .milliseconds(120)
        let timeline = LinkTimeline(steps: [
            LinkTimeline.Step(length: .milliseconds(100), direction: near),
            LinkTimeline.Step(length: .milliseconds(100), direction: far),
            LinkTimeline.Step(length: .milliseconds(100), direction: near),
        ])
        var path = LinkPath<Int>(near, timeline: timeline, seed: 1)
        let arrived = path.run(packets: 400, every: .milliseconds(1))
        #expect(arrived.map(\.packet) == Array(0..<400))
        let last = arrived.suffix(50).map { $0.time - .milliseconds($0.packet) }
        #expect(last.allSatisfy { $0 == .milliseconds(21) })
    }
}

@Suite struct `A jitter table` {
    /// Values of iproute2 6.1's pareto.dist, by rank.
    @Test(arguments: [
        (0, -5461), (1, -5460), (500, -4977), (1000, -4393), (2000, -2728), (3000, 566),
        (3500, 4383), (4088, 32767),
    ])
    func `is iproute2's for the Pareto distribution`(rank: Int, value: Int16) {
        #expect(JitterTable.pareto.values[rank] == value)
    }

    /// Values of iproute2 6.1's normal.dist, by rank.
    @Test(arguments: [
        (0, -32_768), (100, -16_135), (1000, -5_677), (2048, 0), (2049, 5), (3000, 5_081),
        (4000, 16_285),
    ])
    func `is nearly iproute2's for the normal distribution`(rank: Int, value: Int) {
        #expect(abs(Int(JitterTable.normal.values[rank]) - value) <= 20)
    }

    /// Values of iproute2 6.1's paretonormal.dist, by rank.
    @Test(arguments: [
        (0, -12_305), (100, -8_062), (1000, -4_714), (2048, -1_966), (3000, 1_694), (4000, 20_408),
        (4095, 31_789),
    ])
    func `is nearly iproute2's for both together`(rank: Int, value: Int) {
        #expect(abs(Int(JitterTable.paretonormal.values[rank]) - value) <= 80)
    }

    @Test func `has a bounded number of values`() {
        #expect(JitterTable(values: []) == nil)
        #expect(JitterTable(values: Array(repeating: 0, count: 16_385)) == nil)
    }
}
