import LinkModel
import Testing

@Suite struct `A stable generator` {
    /// The first numbers of Vigna's splitmix64.c for this seed.
    private let known: [UInt64] = [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]

    @Test func `gives the numbers of SplitMix64`() {
        var random = StableRandom(seed: 1_234_567)
        #expect((0..<5).map { _ in random.next() } == known)
    }

    @Test func `gives its n-th number without the ones before`() {
        #expect((0..<5).map { StableRandom.number($0, ofSeed: 1_234_567) } == known)
    }

    @Test(arguments: [1, 2, 7, 1_000] as [UInt64])
    func `stays below a bound and reaches all of it`(bound: UInt64) {
        var random = StableRandom(seed: 1)
        let drawn = (0..<20_000).map { _ in random.below(bound) }
        #expect(drawn.allSatisfy { $0 < bound })
        #expect(Set(drawn).count == Int(bound))
    }

    @Test func `draws units between 0 and 1`() {
        var random = StableRandom(seed: 1)
        let drawn = (0..<20_000).map { _ in random.unit() }
        #expect(drawn.allSatisfy { (0..<1).contains($0) })
        #expect(abs(drawn.reduce(0, +) / 20_000 - 0.5) < 0.01)
    }
}
