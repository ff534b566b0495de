@testable import Lab
import Scenarios
import Testing

@Suite struct `The desk of many seeds` {
    private static let passed = SeedResult(
        seed: 1, verdict: .pass, isCompleted: true, seconds: 1, retries: 0, wasteBytes: 0,
        requests: 1)

    @Test func `gives every place out once, in order`() {
        let desk = SeedDesk(total: 3)
        #expect([desk.take(), desk.take(), desk.take(), desk.take()] == [0, 1, 2, nil])
    }

    @Test(arguments: [3, 100, 1000])
    func `reports at most once for every percent, upwards to the end`(total: Int) {
        let desk = SeedDesk(total: total)
        var lines: [SeedsProgress] = []
        for index in 0..<total {
            var result = Self.passed
            if index == 1 { result.verdict = .fail }
            desk.finish(result) { lines.append($0) }
        }
        #expect(lines.count == min(total, 100))
        #expect(lines.map(\.played) == lines.map(\.played).sorted())
        #expect(lines.last == SeedsProgress(played: total, total: total, notPassed: 1))
    }

    @Test func `makes a line of less than 80 columns`() {
        let progress = SeedsProgress(played: 42_300, total: 100_000, notPassed: 3)
        #expect(progress.line == "  42 %  42300 of 100000 seeds, 3 not passed")
    }
}
