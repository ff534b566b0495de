internal import Foundation
internal import Simulation

/// Many seeds, each a download with everything that may go wrong with it, in virtual time and on all
/// cores.
package struct ExploreRun: Sendable {
    let first: UInt64
    /// Nil: as many as there is time for.
    let count: UInt64?
    /// Nil: as long as it takes.
    let time: Duration?
    /// Folder for files of failures; nil: they are only told of.
    let out: String?

    /// Plays every seed, and makes failures simple.
    /// - Parameter onProgress: called once for every thousand seeds.
    /// - Throws: ``LabError`` when it was interrupted, or a file cannot be written.
    package func run(
        onProgress: @escaping @Sendable (ExploreTally) -> Void
    ) async throws -> ExploreSummary {
        let start = ContinuousClock.now
        let desk = ExploreDesk(first: first, count: count, deadline: time.map { start + $0 })
        let workers = ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<workers { group.addTask { try await work(at: desk, onProgress) } }
            try await group.waitForAll()
        }
        let tally = desk.tally
        var summary = ExploreSummary(tally, first: first)
        summary.effort = .init(elapsed: ContinuousClock.now - start, workers: workers)
        for failing in tally.failing.sorted(by: { $0.seed < $1.seed })
            .prefix(ExploreSummary.mostFailuresTold)
        {
            summary.failures.append(try failure(failing.seed, failing.violation))
        }
        return summary
    }

    private func work(
        at desk: ExploreDesk, _ onProgress: @Sendable (ExploreTally) -> Void
    ) async throws {
        while let seeds = desk.take() {
            guard !Task.isCancelled else { throw LabError(.run, "interrupted") }
            var tally = ExploreTally()
            for seed in seeds { tally.add(seed: seed, try Exploration(seed: seed).play()) }
            desk.finish(tally, onProgress)
            // Who waits for Ctrl-C needs a thread now and then; the workers have them all.
            await Task.yield()
        }
    }

    private func failure(
        _ seed: UInt64, _ violation: Violation
    ) throws -> ExploreSummary.Failure {
        var shrinker = ExplorationShrinker(violation.rule)
        let simple = shrinker.shrink(Exploration(seed: seed))
        let seen = try simple.play().violations.first { $0.rule == violation.rule }
        let name = "\(violation.rule.rawValue)-\(seed)"
        let text = ExplorationText.of(
            simple, name: name,
            remark: "\(violation.rule.sentence); seen: \((seen ?? violation).detail)")
        var failure = ExploreSummary.Failure(
            seed: seed, rule: violation.rule, detail: violation.detail,
            replaySeed: "hlslab explore --first-seed \(seed) --seeds 1", scenario: text)
        guard let out else { return failure }
        let file = "\(out)/\(name).yaml"
        do {
            try FileManager.default.createDirectory(
                atPath: out, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw LabError(.run, "cannot write \(file): \(RunFolder.reason(error))")
        }
        failure.file = file
        failure.replay = "hlslab explore --replay \(file)"
        return failure
    }
}
