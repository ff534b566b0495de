package import Scenarios

/// How the seeds of a run that were played again compare with the first time: what `hlslab replay`
/// prints of many.
package struct SeedsReplayOutcome: CommandReport {
    /// Seeds told of one by one; the JSON has all.
    static let mostTold = 10

    /// A seed that is not as it was.
    package struct Difference: Sendable, Hashable, Encodable {
        package var seed: UInt64
        package var before: SeedResult
        package var now: SeedResult

        init(_ before: SeedResult, _ now: SeedResult) {
            seed = now.seed
            self.before = before
            self.now = now
        }
    }

    package let schema = "hlslab-replay-seeds/1"
    /// Folder of the first run.
    package var run: String
    package var scenario: String
    package var via: Scenario.Via
    /// Seeds that were played again.
    package var played: Int
    /// In the order of the seeds.
    package var different: [Difference]

    /// 0 every seed is as it was, 1 one is not.
    package var exitCode: Int32 { different.isEmpty ? 0 : 1 }

    package var text: String {
        let name = "\(scenario) (\(via.rawValue))"
        let seeds = "\(played) \(played == 1 ? "seed" : "seeds")"
        guard !different.isEmpty else {
            return "SAME   \(name), \(seeds): every trace as it was"
        }
        let table = Table(
            heads: ["seed", "", "verdict", "time", "requests", "retries", "trace"],
            rows: different.prefix(Self.mostTold).flatMap { one in
                [
                    ["\(one.seed)", "was"] + Self.cells(one.before),
                    ["", "is"] + Self.cells(one.now),
                ]
            })
        let more = different.count - Self.mostTold
        return
            (["OTHER  \(name): \(different.count) of \(seeds) are not as they were"]
            + table.text.split(separator: "\n").map { "  \($0)" }
            + (more > 0 ? ["  and \(more) more; --format json has all"] : [])
            + ["  one seed line by line: hlslab run with --seed N, and hlslab replay of its folder"])
            .joined(separator: "\n")
    }

    private static func cells(_ result: SeedResult) -> [String] {
        [
            result.verdict.rawValue, Figures.seconds(result.seconds), "\(result.requests)",
            "\(result.retries)", result.traceSHA256.map { String($0.prefix(12)) } ?? "-",
        ]
    }
}
