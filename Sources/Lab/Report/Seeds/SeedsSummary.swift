package import Scenarios

/// What many seeds of one scenario found: `summary.json` of such a run, and what `--format json`
/// prints.
package struct SeedsSummary: Sendable, Hashable, Codable {
    package static let currentSchema = "hlslab-seeds/1"
    /// Seeds that did not pass and are told with their command.
    package static let mostFailuresTold = 5

    package struct Link: Sendable, Hashable, Codable {
        /// Id of the profile, whatever alias it was asked for by.
        package var profile: String
        package var via: Scenario.Via
    }

    package struct Counts: Sendable, Hashable, Codable {
        package var passed: Int
        package var failed: Int
        /// Runs that could not be carried out.
        package var errors: Int
        /// Downloads that came to their end, passed or not: those that ``distribution`` tells of.
        package var completed: Int
    }

    /// Over the downloads that came to their end; nil where there was none.
    package struct Distributions: Sendable, Hashable, Codable {
        /// Virtual time from the start of the download to its end.
        package var seconds: Distribution?
        package var retries: Distribution?
        package var wasteBytes: Distribution?
        package var requests: Distribution?
        package var stallFreeStartSeconds: Distribution?
        /// Over the playbacks that came to their end; nil where nothing was to be played.
        package var startupSeconds: Distribution?
        package var stalls: Distribution?
        package var stallSeconds: Distribution?
        package var switches: Distribution?
        /// Of the bytes played, in bit/s.
        package var averageBitrate: Distribution?
    }

    package struct Failure: Sendable, Hashable, Codable {
        package var seed: UInt64
        package var verdict: Verdict
        package var reason: String
        /// The command that repeats the run of this seed.
        package var replay: String
    }

    package var schema = Self.currentSchema
    package var scenario: String
    package var asset: String
    package var quality: String
    package var link: Link
    /// As it was written.
    package var seeds: String
    /// `error` when a run could not be carried out and none failed.
    package var verdict: Verdict
    package var counts: Counts
    package var distribution: Distributions
    /// What the scenario expects of all seeds together; nil: nothing.
    package var expectations: [JudgedExpectation]?
    /// The first seeds that did not pass, at most ``mostFailuresTold``.
    package var failures: [Failure]
    /// In the order of the seeds.
    package var runs: [SeedResult]
    /// Folder with everything that the run left.
    package var runFolder: String
    /// The command that repeats all of it.
    package var replay: String
    /// What the machine took; not part of the JSON, which is the same wherever it is made.
    package var effort: Effort?

    /// How long this machine was at it.
    package struct Effort: Sendable, Hashable {
        package var elapsed: Duration
        /// Tasks that played seeds side by side.
        package var workers: Int
    }

    private enum CodingKeys: String, CodingKey {
        case schema, scenario, asset, quality, link, seeds, verdict, counts, distribution, failures
        case expectations
        case runs, runFolder, replay
    }
}

extension SeedsSummary.Counts {
    init(_ runs: [SeedResult]) {
        self.init(
            passed: runs.count { $0.verdict == .pass }, failed: runs.count { $0.verdict == .fail },
            errors: runs.count { $0.verdict == .error }, completed: runs.count { $0.isCompleted })
    }

    var verdict: Verdict {
        failed > 0 ? .fail : errors > 0 ? .error : .pass
    }
}

extension SeedsSummary.Distributions {
    init(_ runs: [SeedResult]) {
        for figure in SeedFigure.allCases {
            self[keyPath: figure.place] = Distribution(runs.compactMap(figure.value))
        }
    }
}
