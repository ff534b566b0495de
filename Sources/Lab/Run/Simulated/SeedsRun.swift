internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

/// One scenario under many seeds, in virtual time, on all cores.
package struct SeedsRun: Sendable {
    let scenario: Scenario
    /// The scenario as YAML, with all that was set.
    let source: String
    let asset: OriginAsset
    let profile: LinkProfile
    let folder: RunFolder
    let seeds: SeedList
    /// The command of one seed, and of all.
    let replayOne: @Sendable (UInt64) -> String
    let replayAll: String

    /// Plays every seed and leaves `summary.json` and `report.html`.
    /// - Parameter onProgress: called once for every percent.
    /// - Throws: ``LabError`` when the scenario cannot be played at all, or the run was interrupted.
    package func run(
        onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> SeedsSummary {
        let start = ContinuousClock.now
        let runs = try await results(onProgress: onProgress)
        var summary = summary(of: runs)
        summary.effort = .init(elapsed: ContinuousClock.now - start, workers: workers)
        let report = SeedsReport(summary: summary, profile: profile, source: source)
        try folder.write(Data(report.page.text.utf8), to: folder.report)
        try folder.write(summary.json(), to: folder.summary)
        return summary
    }

    /// Tasks that play seeds side by side.
    private var workers: Int {
        min(ProcessInfo.processInfo.activeProcessorCount, seeds.seeds.count)
    }

    /// Plays every seed and leaves nothing.
    /// - Throws: as ``run(onProgress:)``.
    func results(
        onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> [SeedResult] {
        let simulated = try await SimulatedScenario(
            scenario, asset: asset, profile: profile, folder: folder.path)
        let desk = SeedDesk(total: seeds.seeds.count)
        let indexed = try await withThrowingTaskGroup(of: [(Int, SeedResult)].self) { group in
            for _ in 0..<workers {
                group.addTask { try await work(at: desk, on: simulated, onProgress) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return indexed.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// One worker: takes seed after seed until there is none left.
    private func work(
        at desk: SeedDesk, on simulated: SimulatedScenario,
        _ onProgress: @Sendable (SeedsProgress) -> Void
    ) async throws -> [(Int, SeedResult)] {
        var results: [(Int, SeedResult)] = []
        while let index = desk.take() {
            guard !Task.isCancelled else {
                throw LabError(.run, "interrupted; no report was written")
            }
            let result = result(of: seeds.seeds[index], simulated)
            results.append((index, result))
            desk.finish(result, onProgress)
            // Who waits for Ctrl-C needs a thread now and then; the workers have them all.
            await Task.yield()
        }
        return results
    }

    private func result(of seed: UInt64, _ simulated: SimulatedScenario) -> SeedResult {
        do throws(LabError) {
            return SeedResult(try simulated.play(seed: seed, replay: ""), ofMany)
        } catch {
            return SeedResult(seed: seed, error: error)
        }
    }

    /// What is expected of all seeds together.
    private var ofMany: [Expectation] { scenario.expectations.filter { $0.statistic != nil } }

    private func summary(of runs: [SeedResult]) -> SeedsSummary {
        let counts = SeedsSummary.Counts(runs)
        let expectations = SeedsSummary.judged(ofMany, over: runs)
        let verdict: Verdict = expectations.allSatisfy(\.pass) ? counts.verdict : .fail
        let failures = runs.filter { $0.verdict != .pass }.prefix(SeedsSummary.mostFailuresTold)
        return SeedsSummary(
            scenario: scenario.name, asset: scenario.asset, quality: scenario.quality.text,
            link: .init(profile: profile.id, via: scenario.via), seeds: seeds.text,
            verdict: verdict, counts: counts, distribution: .init(runs),
            expectations: expectations.isEmpty ? nil : expectations,
            failures: failures.map {
                .init(
                    seed: $0.seed, verdict: $0.verdict, reason: $0.reason ?? "",
                    replay: replayOne($0.seed))
            }, runs: runs, runFolder: folder.path, replay: replayAll)
    }
}
