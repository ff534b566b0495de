import LinkModel
import Testing

@Suite struct `A path's history` {
    /// FNV-1a over the bytes of 64-bit numbers.
    private struct Digest {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ number: Int) {
            var rest = UInt64(bitPattern: Int64(number))
            for _ in 0..<8 {
                value = (value ^ (rest & 0xFF)) &* 0x100_0000_01B3
                rest >>= 8
            }
        }
    }

    static let shapes: [(LinkJitter.Distribution, UInt64)] = [
        (.uniform, 4_489_037_488_638_525_746), (.normal, 6_841_515_635_192_398_676),
        (.pareto, 5_861_117_794_608_960_174), (.paretonormal, 9_711_670_795_675_528_546),
    ]

    /// Every effect at once. The numbers were taken on x86-64 Linux with Swift 6.3.1; another
    /// machine, compiler or optimisation has to find the same.
    @Test(arguments: shapes)
    func `is the same for the same seed everywhere`(
        shape: LinkJitter.Distribution, expected: UInt64
    ) {
        let direction = LinkDirection(
            rate: .bitsPerSecond(3_000_000), delay: .milliseconds(30),
            jitter: LinkJitter(
                amount: .milliseconds(12), distribution: shape, correlation: .percent(30)),
            loss: .gilbertElliott(
                LinkLoss.GilbertElliott(toBad: .percent(1), toGood: .percent(10))),
            queue: LinkQueue(.time(.milliseconds(200)), codel: LinkQueue.CoDel()),
            duplicate: LinkChance(.percent(20), correlation: .percent(40)),
            reorder: LinkReordering(probability: .percent(3), gap: 4),
            corrupt: LinkChance(.percent(1)))
        var free = direction
        free.rate = .unlimited
        let timeline = LinkTimeline(
            steps: [
                LinkTimeline.Step(length: .milliseconds(700), direction: direction),
                LinkTimeline.Step(length: .milliseconds(300), direction: free),
            ],
            repeats: true,
            outages: [
                LinkOutage(
                    start: .milliseconds(250), length: .milliseconds(40), period: .seconds(3)),
                LinkOutage(
                    start: .seconds(2), length: .milliseconds(40), period: .seconds(3),
                    effect: .drop),
            ])
        var path = LinkPath<Int>(direction, timeline: timeline, seed: 2026)
        var digest = Digest()
        for arrival in path.run(packets: 20_000, every: 3_700_001) {
            digest.add(arrival.packet)
            digest.add(arrival.time)
        }
        #expect(path.isConserved)
        let counters = path.counters
        #expect(counters.codelDrops > 0 && counters.corrupted > 0 && counters.duplicates > 0)
        #expect(digest.value == expected)
    }

    @Test func `differs for another seed`() {
        let direction = LinkDirection(
            rate: .unlimited, loss: .independent(.percent(50), correlation: .never))
        let histories = (1...20).map { (seed: UInt64) in
            var path = LinkPath<Int>(direction, seed: seed)
            return path.run(packets: 64, every: 1)
        }
        #expect(Set(histories).count == 20)
    }
}
