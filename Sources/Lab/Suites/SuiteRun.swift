internal import Foundation
internal import Scenarios

/// A suite that is ready to be played.
package struct SuiteRun: Sendable {
    let workbench: Workbench
    let plan: SuitePlan
    let folder: SuiteFolder
    /// Runs side by side.
    let jobs: Int
    /// Leaves a folder for each run in virtual time, too.
    let keepsRuns: Bool
    /// Names the folders of runs; none is made by its time.
    let now: Date

    /// One run: places of the case in the plan and of the seed in its list.
    private struct Job: Sendable {
        var entry: Int
        var seed: UInt64
    }

    /// What came of a run, and what is judged over the seeds of its case.
    private struct Played: Sendable {
        var run: SuiteResults.Run
        var seed: SeedResult
    }

    /// Plays every case under every seed that it has, and writes `results.json`.
    /// - Parameter onProgress: called once for every percent.
    ///   When it is cancelled, what has been played is written, marked as interrupted, so that
    ///   `--changed-since` goes on from it.
    /// - Throws: ``LabError`` when this machine cannot provide the link.
    package func run(
        onProgress: @escaping @Sendable (SeedsProgress) -> Void
    ) async throws -> SuiteOutcome {
        let start = ContinuousClock.now
        let jobs = plan.entries.indices.filter { plan.entries[$0].isPlayed }.flatMap { place in
            plan.entries[place].seeds.map { Job(entry: place, seed: $0) }
        }
        let desk = SeedDesk(total: jobs.count, unit: "runs")
        let workers = max(1, min(self.jobs, jobs.count))
        let played = try await withThrowingTaskGroup(of: [(Int, Played)].self) { group in
            for _ in 0..<workers {
                group.addTask { try await work(at: desk, on: jobs, onProgress) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let results = results(of: jobs, played.sorted { $0.0 < $1.0 })
        try RunFolder.put(results.json(), in: folder.results)
        return SuiteOutcome(
            results: results, takenOver: plan.entries.count { $0.earlier != nil },
            folder: folder.path,
            effort: .init(
                elapsed: ContinuousClock.now - start, runs: played.count, workers: workers),
            unplayedRuns: jobs.count - played.count)
    }

    /// - Parameter runs: with their places in the jobs; not all of them where it was interrupted.
    private func results(of jobs: [Job], _ runs: [(Int, Played)]) -> SuiteResults {
        var cases = plan.entries.map { $0.earlier ?? $0.result }
        var seeds: [Int: [SeedResult]] = [:]
        for (place, played) in runs {
            let job = jobs[place]
            cases[job.entry].runs.append(played.run)
            seeds[job.entry, default: []].append(played.seed)
        }
        for place in cases.indices where plan.entries[place].isPlayed {
            let ofMany = plan.entries[place].ofMany
            let isWhole = seeds[place]?.count == plan.entries[place].seeds.count
            let judged =
                isWhole ? SeedsSummary.judged(ofMany, over: seeds[place] ?? []) : []
            cases[place].expectations = judged.isEmpty ? nil : judged
            cases[place].verdict =
                judged.allSatisfy(\.pass) ? SuiteResults.Counts([cases[place]]).verdict : .fail
            // Nobody can say of a case that it passed before all of its seeds did.
            if cases[place].runs.count < plan.entries[place].seeds.count,
                cases[place].verdict == .pass
            {
                cases[place].verdict = .error
            }
        }
        return SuiteResults(
            engine: plan.engine, plan: plan.digest, shard: plan.shard,
            isInterrupted: runs.count < jobs.count, cases: cases)
    }

    /// One worker: takes run after run until there is none left.
    private func work(
        at desk: SeedDesk, on jobs: [Job], _ onProgress: @Sendable (SeedsProgress) -> Void
    ) async throws -> [(Int, Played)] {
        var results: [(Int, Played)] = []
        // What the runs of a case share is made once for all that follow each other.
        var simulated: (entry: Int, scenario: SimulatedScenario)?
        while !Task.isCancelled, let place = desk.take() {
            let job = jobs[place]
            let entry = plan.entries[job.entry]
            let keeps = keepsRuns || entry.scenario.via != .simulate
            let below = keeps ? folder.place(of: entry.result.name, seed: job.seed) : nil
            let played: Played
            do {
                let summary: RunSummary
                if let below {
                    summary = try await play(entry, seed: job.seed, in: "\(folder.path)/\(below)")
                } else {
                    if simulated?.entry != job.entry {
                        simulated = (
                            job.entry,
                            try await SimulatedScenario(
                                entry.scenario, asset: entry.asset, profile: entry.profile,
                                folder: "")
                        )
                    }
                    guard let simulated else { preconditionFailure("it was made just now") }
                    summary = try simulated.scenario.play(seed: job.seed, replay: "")
                }
                // A download that was stopped has no verdict of its own.
                if Task.isCancelled, summary.verdict == .error { break }
                played = Played(
                    run: .init(summary, replay: entry.replay(seed: job.seed), folder: below),
                    seed: SeedResult(summary, entry.ofMany))
            } catch {
                guard !Task.isCancelled else { break }
                // What this machine does not have, no other run of the suite has either.
                guard let error = error as? LabError, error.kind != .unavailable else {
                    throw error
                }
                played = Played(
                    run: .init(
                        seed: job.seed, error: error, replay: entry.replay(seed: job.seed),
                        folder: below), seed: SeedResult(seed: job.seed, error: error))
            }
            results.append((place, played))
            desk.finish(played.run.verdict, onProgress)
            // Who waits for Ctrl-C needs a thread now and then; the workers have them all.
            await Task.yield()
        }
        return results
    }

    /// A run that leaves a folder.
    private func play(
        _ entry: SuitePlan.Entry, seed: UInt64, in folder: String
    ) async throws -> RunSummary {
        var scenario = entry.scenario
        scenario.seed = seed
        guard !RunNamespace.isNeeded(by: scenario) else {
            return try await IsolatedRun(entry: entry, seed: seed, folder: folder).run()
        }
        let run = try workbench.run(
            of: scenario, source: entry.source, over: entry.profile, entry.asset, out: folder,
            now: now, replay: entry.replay(seed: seed))
        return try await run.run { _ in }
    }
}
