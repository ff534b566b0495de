internal import Foundation
package import Simulation

/// What came of an ``ExploreRun``: what `hlslab explore` prints.
package struct ExploreSummary: Sendable, Codable {
    /// More failures than these are not looked for: they are bugs, and to be mended first.
    package static let mostFailuresTold = 5

    package struct Failure: Sendable, Codable {
        package var seed: UInt64
        package var rule: Violation.Rule
        package var detail: String
        /// The command that plays the seed again.
        package var replaySeed: String
        /// The simplest exploration that still breaks the rule, as a file has it.
        package var scenario: String
        /// Where it was written, and the command that plays it; nil: nowhere.
        package var file: String?
        package var replay: String?
    }

    /// How long it took on this machine.
    package struct Effort: Sendable, Codable {
        package var seconds: Double
        package var workers: Int

        init(elapsed: Duration, workers: Int) {
            seconds = (elapsed / .seconds(1) * 1000).rounded() / 1000
            self.workers = workers
        }
    }

    package var schema = 1
    package var firstSeed: UInt64
    package var seeds: Int
    package var verdict: String
    /// Seeds by how their downloads ended.
    package var completed: Int
    package var played: Int
    package var failed: Int
    package var waiting: Int
    /// Runs, restarts included, of all seeds; requests and events of all runs.
    package var runs: Int
    package var requests: Int
    package var events: Int
    package var virtualHours: Double
    package var rules: [String]
    package var broken: Int
    package var failures: [Failure] = []
    package var effort = Effort(elapsed: .zero, workers: 0)

    init(_ tally: ExploreTally, first: UInt64) {
        firstSeed = first
        seeds = tally.seeds
        completed = tally.ends[.completed] ?? 0
        played = tally.ends[.played] ?? 0
        failed = tally.ends[.failed] ?? 0
        waiting = tally.ends[.waiting] ?? 0
        runs = tally.runs
        requests = tally.requests
        events = tally.events
        virtualHours = (tally.elapsed / .seconds(3600) * 10).rounded() / 10
        rules = Violation.Rule.allCases.map(\.sentence)
        broken = tally.failing.count
        verdict = tally.failing.isEmpty ? "pass" : "fail"
    }

    /// 0 when every rule was kept, 1 when one was broken.
    package var exitCode: Int32 { broken == 0 ? 0 : 1 }

    package var text: String {
        var lines = [
            "\(seeds) seeds from \(firstSeed) on: \(completed) complete, \(played) only played, "
                + "\(failed) failed with a reason, \(waiting) wait for one; \(runs) runs, \(requests) requests, "
                + "\(events) events, \(virtualHours) h of virtual time in \(effort.seconds) s on "
                + "\(effort.workers) cores"
        ]
        for failure in failures {
            lines += [
                "",
                "seed \(failure.seed) breaks the rule '\(failure.rule.sentence)': "
                    + failure.detail,
                "again: \(failure.replaySeed)",
                failure.file.map { "made simple, in \($0):" }
                    ?? "made simple (--out FOLDER keeps it as a file):",
                String(failure.scenario.dropLast()),
            ]
            if let replay = failure.replay { lines.append("again: \(replay)") }
        }
        lines.append(
            broken == 0 ? "every rule holds" : "\(broken) seeds break a rule")
        return lines.joined(separator: "\n")
    }
}
