package import Scenarios

/// What the runs of a suite found: `results.json`. The same suite played twice in virtual time gives
/// the same bytes: no times of day, nothing of what a machine took, no path of one.
package struct SuiteResults: Sendable, Hashable, Codable {
    package static let currentSchema = "hlslab-suite/1"

    package var schema = Self.currentSchema
    /// SHA-256 of the program that played it.
    package var engine: String
    /// SHA-256 over names and digests of all cases that were chosen, those of other shards too: equal
    /// for all parts of one whole.
    package var plan: String
    /// Which part of the whole it is; nil: all of it.
    package var shard: Shard?
    /// `error` when a run could not be carried out and none failed.
    package var verdict: Verdict
    /// True: it was stopped before its end, and what was not played is not in it. Nil: it came to its
    /// end.
    package var interrupted: Bool?
    package var counts: Counts
    /// By name.
    package var cases: [Case]

    package struct Counts: Sendable, Hashable, Codable {
        package var cases: Int
        /// Cases that were not played, each for its reason.
        package var skipped: Int
        /// Cases whose seeds have different verdicts.
        package var flaky: Int
        /// Runs, one for each seed of a case, by their verdict.
        package var runs: Int
        package var passed: Int
        package var failed: Int
        package var errors: Int
    }

    /// A scenario and what came of it under each of its seeds.
    package struct Case: Sendable, Hashable, Codable {
        /// Unique in the results, `presets/nlc-edge-best` for example.
        package var name: String
        /// File that it comes from, as it was named, and the line there.
        package var file: String
        package var line: Int
        package var tags: [String]
        /// What the scenario is about; nil: its file does not say.
        package var rule: String?
        package var asset: String
        /// Id of the profile, whatever alias it was asked for by.
        package var profile: String
        package var via: Scenario.Via
        package var quality: String
        package var playback: Scenario.Playback.Mode
        /// Adaptation rule of the playback; nil where nothing is played.
        package var abr: String?
        /// SHA-256 of all that decides what happens but the seed: scenario, profile, asset.
        package var digest: String
        /// Why it was not played; nil: it was.
        package var skipped: String?
        /// Worst of its runs and of what is expected of all of them; pass for a case that was not
        /// played.
        package var verdict: Verdict
        /// What is expected of its seeds together, `p95(time)` for example; nil: nothing.
        package var expectations: [JudgedExpectation]?
        /// In the order of the seeds.
        package var runs: [Run]
    }

    /// One seed of a case.
    package struct Run: Sendable, Hashable, Codable {
        package var seed: UInt64
        package var verdict: Verdict
        /// Why the verdict is not pass.
        package var reason: String?
        package var expectations: [JudgedExpectation]
        /// Nil when the run could not be carried out.
        package var figures: Figures?
        /// Digest of all that happened; nil when the run could not be carried out.
        package var traceSHA256: String?
        /// Folder of the run below that of the results; nil: it left none.
        package var folder: String?
        /// The command that repeats this run.
        package var replay: String
    }

    /// The main figures of a run, as ``RunSummary`` has them.
    package struct Figures: Sendable, Hashable, Codable {
        package var seconds: Double
        package var stallFreeStartSeconds: Double?
        package var bytesReceived: Int
        package var bytesStored: Int
        package var wasteBytes: Int
        package var requests: Int
        package var retries: Int
        package var segmentsExpected: Int
        package var segmentsAtRequestedQuality: Int
        /// Those of a playback; nil where nothing was played.
        package var startupSeconds: Double?
        package var stalls: Int?
        package var stallSeconds: Double?
        package var switches: Int?
        package var averageBitrate: Int?
        package var qoeLin: Double?
    }
}

extension SuiteResults {
    /// - Parameter cases: in any order.
    package init(
        engine: String, plan: String, shard: Shard? = nil, isInterrupted: Bool = false,
        cases: [Case]
    ) {
        let counts = Counts(cases)
        let worst: Verdict = cases.contains { $0.verdict == .fail } ? .fail : counts.verdict
        self.init(
            engine: engine, plan: plan, shard: shard,
            verdict: isInterrupted && worst == .pass ? .error : worst,
            interrupted: isInterrupted ? true : nil, counts: counts,
            cases: cases.sorted { $0.name < $1.name })
    }

    /// Cases that were to be played and were not, since the suite was interrupted.
    package var unplayed: [Case] { cases.filter(\.isUnplayed) }

    /// Cases whose seeds do not agree.
    package var flakes: [Case] { cases.filter(\.isFlaky) }

    /// What does not hold of the seeds of a case together, though each may have passed.
    package var unmet: [(of: Case, expectation: JudgedExpectation)] {
        cases.flatMap { one in
            (one.expectations ?? []).filter { !$0.pass }.map { (one, $0) }
        }
    }

    /// Runs that did not pass, with their cases.
    package var notPassed: [(of: Case, run: Run)] {
        cases.flatMap { one in one.runs.filter { $0.verdict != .pass }.map { (one, $0) } }
    }
}

extension SuiteResults.Counts {
    init(_ cases: [SuiteResults.Case]) {
        let runs = cases.flatMap(\.runs)
        self.init(
            cases: cases.count, skipped: cases.count { $0.skipped != nil },
            flaky: cases.count(where: \.isFlaky), runs: runs.count,
            passed: runs.count { $0.verdict == .pass }, failed: runs.count { $0.verdict == .fail },
            errors: runs.count { $0.verdict == .error })
    }

    var verdict: Verdict {
        failed > 0 ? .fail : errors > 0 ? .error : .pass
    }
}

extension SuiteResults.Case {
    /// Not one of its runs came to its end before the suite was interrupted.
    package var isUnplayed: Bool { runs.isEmpty && skipped == nil }

    /// Whether its seeds have different verdicts.
    package var isFlaky: Bool { Set(runs.map(\.verdict)).count > 1 }

    /// The part of the name before the last `/`: its suite or folder; nil: it has none.
    package var group: String? {
        name.lastIndex(of: "/").map { String(name[..<$0]) }
    }
}

extension SuiteResults.Run {
    /// - Parameters:
    ///   - replay: the command that repeats the run.
    ///   - folder: as ``folder``.
    init(_ summary: RunSummary, replay: String, folder: String?) {
        let result = SeedResult(summary)
        self.init(
            seed: summary.seed, verdict: summary.verdict, reason: result.reason,
            expectations: summary.expectations, figures: .init(summary),
            traceSHA256: summary.traceSHA256, folder: folder, replay: replay)
    }

    /// A run that could not be carried out.
    init(seed: UInt64, error: LabError, replay: String, folder: String?) {
        self.init(
            seed: seed, verdict: .error, reason: error.message, expectations: [], folder: folder,
            replay: replay)
    }
}

extension SuiteResults.Figures {
    init(_ summary: RunSummary) {
        let (download, playback) = (summary.download, summary.playback)
        self.init(
            seconds: download.seconds, stallFreeStartSeconds: download.stallFreeStartSeconds,
            bytesReceived: download.bytesReceived, bytesStored: download.bytesStored,
            wasteBytes: download.wasteBytes, requests: download.requests,
            retries: download.retries, segmentsExpected: summary.onDisk.segmentsExpected,
            segmentsAtRequestedQuality: summary.onDisk.segmentsAtRequestedQuality,
            startupSeconds: playback?.startupSeconds, stalls: playback?.stalls,
            stallSeconds: playback?.stallSeconds, switches: playback?.switches,
            averageBitrate: playback?.averageBitrate, qoeLin: playback?.qoeLin)
    }
}
