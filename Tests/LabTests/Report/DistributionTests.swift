import Lab
import Testing

@Suite struct `A distribution` {
    @Test func `of nothing is none`() {
        #expect(Distribution([]) == nil)
    }

    @Test func `of one value is that value`() throws {
        let one = try #require(Distribution([4.5]))
        #expect([one.median, one.p5, one.p95, one.min, one.max] == Array(repeating: 4.5, count: 5))
    }

    struct Case: Sendable {
        var count: Int
        /// p5, median, p95.
        var ranks: [Double]
    }

    /// Nearest rank: the p-quantile of 1...n is ⌈p n⌉.
    @Test(arguments: [
        Case(count: 2, ranks: [1, 1, 2]), Case(count: 20, ranks: [1, 10, 19]),
        Case(count: 21, ranks: [2, 11, 20]), Case(count: 100, ranks: [5, 50, 95]),
        Case(count: 1000, ranks: [50, 500, 950]),
    ])
    func `tells values that occurred, by nearest rank`(of: Case) throws {
        let values = (1...of.count).map(Double.init)
        let distribution = try #require(Distribution(values.reversed()))
        #expect([distribution.p5, distribution.median, distribution.p95] == of.ranks)
        #expect(distribution.min == 1)
        #expect(distribution.max == Double(of.count))
    }
}
