internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

/// The same asset downloaded in several ways over the same links under the same seeds: in virtual time
/// on all cores, over sockets one run after the other.
package struct Comparison: Sendable {
    let candidates: [Candidate]
    /// For each link one for each candidate.
    let links: [[ComparedPairing]]
    let via: Scenario.Via
    let seeds: SeedList
    /// Where runs over sockets leave their files.
    let runs: String
    /// What a run of an engine from elsewhere has at most.
    let patience: Duration

    /// One run.
    private struct Job: Sendable {
        var link: Int
        var candidate: Int
        var seed: UInt64
    }

    /// Plays all of it.
    /// - Parameter onProgress: called once for every percent.
    /// - Throws: ``LabError`` when something cannot be played at all, or it was interrupted.
    package func run(
        onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> ComparisonReport {
        let jobs = links.indices.flatMap { link in
            candidates.indices.flatMap { candidate in
                seeds.seeds.map { Job(link: link, candidate: candidate, seed: $0) }
            }
        }
        let played = try await play(jobs, onProgress)
        let told = links.indices.map { link in
            var rows: [ComparisonReport.Row] = []
            for candidate in candidates.indices {
                let runs = zip(jobs, played)
                    .filter { $0.0.link == link && $0.0.candidate == candidate }.map(\.1)
                rows.append(
                    .init(
                        candidates[candidate], runs, against: rows.first,
                        replay: links[link][candidate].command))
            }
            return ComparisonReport.Link(
                profile: links[link].first?.profile.id ?? "", candidates: rows,
                sentences: rows.dropFirst().map {
                    ComparisonSentence(first: rows[0], other: $0).text
                })
        }
        let scenario = links.first?.first?.scenario ?? Scenario()
        return ComparisonReport(
            scenario: scenario.name, asset: scenario.asset, via: via, seeds: seeds.text,
            seedCount: seeds.seeds.count,
            playback: scenario.playback.mode == .none
                ? nil : "\(scenario.playback.mode.rawValue) by \(scenario.playback.rule)",
            links: told, notes: notes)
    }

    /// What has to be known of the engines.
    private var notes: [String] {
        (links.first ?? []).compactMap(\.engine.judging).reduce(into: []) { notes, note in
            if !notes.contains(note) { notes.append(note) }
        }
    }

    /// What came of the jobs, in their order.
    private func play(
        _ jobs: [Job], _ onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> [ComparedRun] {
        let desk = SeedDesk(total: jobs.count, unit: "runs")
        let simulated = try await simulated()
        let workers =
            via == .simulate ? min(ProcessInfo.processInfo.activeProcessorCount, jobs.count) : 1
        let indexed = try await withThrowingTaskGroup(of: [(Int, ComparedRun)].self) { group in
            for _ in 0..<workers {
                group.addTask {
                    var results: [(Int, ComparedRun)] = []
                    while let index = desk.take() {
                        guard !Task.isCancelled else { throw LabError(.run, "interrupted") }
                        let run = try await play(jobs[index], simulated)
                        results.append((index, run))
                        desk.finish(run.verdict, onProgress)
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

    /// What runs of the same pairing share in virtual time; nil where it is not for this program to
    /// play.
    private func simulated() async throws(LabError) -> [[SimulatedScenario?]] {
        var all: [[SimulatedScenario?]] = []
        for link in links {
            var row: [SimulatedScenario?] = []
            for pairing in link {
                guard via == .simulate, pairing.engine == .own else {
                    row.append(nil)
                    continue
                }
                row.append(
                    try await SimulatedScenario(
                        pairing.scenario, asset: pairing.asset, profile: pairing.profile,
                        folder: ""))
            }
            all.append(row)
        }
        return all
    }

    private func play(
        _ job: Job, _ simulated: [[SimulatedScenario?]]
    ) async throws -> ComparedRun {
        let pairing = links[job.link][job.candidate]
        do throws(LabError) {
            if let simulated = simulated[job.link][job.candidate] {
                return ComparedRun(
                    try simulated.play(seed: job.seed, replay: ""), of: pairing.asset.catalog)
            }
            let folder = "\(runs)/\(job.link + 1)-\(job.candidate + 1)-seed-\(job.seed)"
            return try await pairing.engine.play(
                pairing, seed: job.seed, in: folder, patience: patience)
        } catch {
            guard error.kind == .run, !Task.isCancelled else { throw error }
            return ComparedRun(seed: job.seed, error: error)
        }
    }
}
