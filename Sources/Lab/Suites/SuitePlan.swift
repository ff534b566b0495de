internal import FixtureOrigin
internal import LinkModel
internal import Scenarios

/// The cases of a suite that are to be played, looked up and found fit for it.
struct SuitePlan: Sendable {
    /// More runs than these are refused.
    static let mostRuns = 200_000

    /// One case, ready to be played.
    struct Entry: Sendable {
        /// Without its runs.
        var result: SuiteResults.Case
        var scenario: Scenario
        /// The scenario as YAML, with all that was set.
        var source: String
        var asset: OriginAsset
        var profile: LinkProfile
        var seeds: [UInt64]
        /// The command that repeats a run of it, but for the seed.
        var replay: String
        /// What earlier results have of it, when nothing has changed since; nil: it is played.
        var earlier: SuiteResults.Case?

        /// What is expected of all seeds together.
        var ofMany: [Expectation] { scenario.expectations.filter { $0.statistic != nil } }

        var isPlayed: Bool { result.skipped == nil && earlier == nil }
    }

    /// By name.
    var entries: [Entry]
    var engine: String
    /// See ``SuiteResults/plan``.
    var digest: String
    var shard: Shard?

    /// Runs that are to be made.
    var runs: Int { entries.reduce(0) { $0 + ($1.isPlayed ? $1.seeds.count : 0) } }
}

extension SuitePlan.Entry {
    /// How a result names the command of one seed.
    func replay(seed: UInt64) -> String { "\(replay) \(seed)" }
}
