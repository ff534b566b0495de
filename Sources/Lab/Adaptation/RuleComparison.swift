internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios
internal import Simulation

/// The same presentation played by one rule after the other over the same links under the same seeds,
/// in virtual time and on all cores.
package struct RuleComparison: Sendable {
    let asset: OriginAsset
    let profiles: [LinkProfile]
    let rules: [String]
    let mode: Scenario.Playback.Mode
    let seeds: SeedList

    /// One playback to be played.
    private struct Job: Sendable {
        var profile: Int
        var rule: Int
        var seed: UInt64
    }

    /// Plays all of it.
    /// - Parameter onProgress: called once for every percent.
    /// - Throws: ``LabError`` when something cannot be played at all, or it was interrupted.
    package func run(
        onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> RuleComparisonReport {
        let jobs = profiles.indices.flatMap { profile in
            rules.indices.flatMap { rule in
                seeds.seeds.map { Job(profile: profile, rule: rule, seed: $0) }
            }
        }
        let played = try await play(jobs, onProgress)
        var links: [RuleComparisonReport.Link] = []
        for (place, profile) in profiles.enumerated() {
            let bound = LinkCeiling(profile)?.bound(of: asset.catalog)
            let rows = rules.indices.map { rule in
                RuleComparisonReport.Row(
                    rules[rule],
                    zip(jobs, played).filter { $0.0.profile == place && $0.0.rule == rule }
                        .map(\.1), bound: bound)
            }
            links.append(.init(profile: profile.id, bound: bound, rules: rows))
        }
        return RuleComparisonReport(
            asset: asset.catalog.id, mode: mode, seeds: seeds.text, links: links)
    }

    /// What came of the jobs, in their order.
    private func play(
        _ jobs: [Job], _ onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> [RunSummary] {
        let scenarios = try await scenarios()
        let desk = SeedDesk(total: jobs.count, unit: "playbacks")
        let workers = min(ProcessInfo.processInfo.activeProcessorCount, jobs.count)
        let indexed = try await withThrowingTaskGroup(of: [(Int, RunSummary)].self) { group in
            for _ in 0..<workers {
                group.addTask {
                    var results: [(Int, RunSummary)] = []
                    while let index = desk.take() {
                        guard !Task.isCancelled else { throw LabError(.run, "interrupted") }
                        let job = jobs[index]
                        let summary = try scenarios[job.profile][job.rule].play(
                            seed: job.seed, replay: "")
                        results.append((index, summary))
                        desk.finish(summary.verdict, onProgress)
                        // Who waits for Ctrl-C needs a thread now and then.
                        await Task.yield()
                    }
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return indexed.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// For each profile one for each rule.
    private func scenarios() async throws(LabError) -> [[SimulatedScenario]] {
        var scenarios: [[SimulatedScenario]] = []
        for profile in profiles {
            var row: [SimulatedScenario] = []
            for rule in rules {
                let scenario = Scenario(
                    name: "abr compare", asset: asset.catalog.id, profile: profile.id,
                    via: .simulate, playback: .init(mode: mode, rule: rule))
                row.append(
                    try await SimulatedScenario(
                        scenario, asset: asset, profile: profile, folder: ""))
            }
            scenarios.append(row)
        }
        return scenarios
    }
}
