/// A run of many seeds, of which all or some are to be played again from its folder.
struct SeedsReplay: PreparedReplay {
    /// Path of the folder.
    let run: String
    let before: SeedsSummary
    /// Plays the seeds that are wanted; nothing is written.
    let repeated: SeedsRun

    func play(
        onProgress: @escaping @Sendable (String) -> Void
    ) async throws -> any CommandReport {
        let now = try await repeated.results { onProgress($0.line) }
        let earlier = Dictionary(
            before.runs.map { ($0.seed, $0) }, uniquingKeysWith: { first, _ in first })
        let pairs = now.compactMap { result in earlier[result.seed].map { ($0, result) } }
        return SeedsReplayOutcome(
            run: run, scenario: before.scenario, via: before.link.via, played: pairs.count,
            different: pairs.filter { !$0.isAsWas($1) }.map(SeedsReplayOutcome.Difference.init))
    }
}

extension SeedResult {
    /// All that happened is the same, and what is said of it.
    fileprivate func isAsWas(_ other: SeedResult) -> Bool {
        traceSHA256 == other.traceSHA256 && verdict == other.verdict && reason == other.reason
    }
}
