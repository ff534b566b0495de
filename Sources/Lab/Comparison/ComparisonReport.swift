package import Scenarios

/// Downloads side by side: what `hlslab compare` prints.
package struct ComparisonReport: CommandReport, Decodable {
    package static let currentSchema = "hlslab-compare/1"
    /// Runs told of that did not pass, of one candidate over one link.
    static let mostFailuresTold = 5

    /// All candidates over one link.
    package struct Link: Sendable, Hashable, Codable {
        package var profile: String
        /// The first is what the others are held against.
        package var candidates: [Row]
        /// What it comes to, in plain words: one sentence for each candidate but the first.
        package var sentences: [String]
    }

    /// One candidate over one link; the figures are those of the runs that passed.
    package struct Row: Sendable, Hashable, Codable {
        package var candidate: Candidate
        package var runs: Int
        package var passed: Int
        /// By the name of a ``ComparedFigure``.
        package var figures: [String: Distribution]
        /// The median over that of the first candidate; without those that have no ratio.
        package var ratios: [String: Double]
        /// What lies on disk; several where runs differ, as only an engine from elsewhere can have
        /// them.
        package var stored: [StoredQuality]
        /// The first runs that did not pass, at most ``mostFailuresTold``.
        package var notPassed: [Failure]
    }

    package struct Failure: Sendable, Hashable, Codable {
        package var seed: UInt64
        package var verdict: Verdict
        package var reason: String
        /// The command that repeats this run.
        package var replay: String
    }

    package var schema = Self.currentSchema
    package var scenario: String
    package var asset: String
    package var via: Scenario.Via
    /// As it was written.
    package var seeds: String
    package var seedCount: Int
    /// What is played beside it; nil: nothing.
    package var playback: String?
    package var links: [Link]
    /// How engines from elsewhere were judged.
    package var notes: [String]

    /// 0 every run passed, 1 one failed, 2 one could not be carried out and none failed.
    package var exitCode: Int32 {
        let verdicts = links.flatMap(\.candidates).flatMap(\.notPassed).map(\.verdict)
        return verdicts.contains(.fail) ? 1 : verdicts.isEmpty ? 0 : 2
    }
}

extension ComparisonReport.Row {
    /// - Parameters:
    ///   - runs: in the order of the seeds.
    ///   - first: the candidate to be held against; nil: this is it.
    ///   - replay: the command of one seed.
    init(
        _ candidate: Candidate, _ runs: [ComparedRun], against first: Self?,
        replay: (UInt64) -> String
    ) {
        let passed = runs.filter { $0.verdict == .pass }
        // Failures before obstacles: the exit code speaks of them.
        let others =
            runs.filter { $0.verdict == .fail } + runs.filter { $0.verdict == .error }
        var figures: [String: Distribution] = [:]
        var ratios: [String: Double] = [:]
        for figure in ComparedFigure.allCases {
            guard let values = Distribution(passed.compactMap { $0.figures[figure] }) else {
                continue
            }
            figures[figure.rawValue] = values
            if let base = first?.figures[figure.rawValue], base.median > 0 {
                ratios[figure.rawValue] = values.median / base.median
            }
        }
        self.init(
            candidate: candidate, runs: runs.count, passed: passed.count, figures: figures,
            ratios: ratios,
            stored: passed.compactMap(\.stored).reduce(into: []) { known, stored in
                if !known.contains(stored) { known.append(stored) }
            },
            notPassed: others.prefix(ComparisonReport.mostFailuresTold).map {
                .init(
                    seed: $0.seed, verdict: $0.verdict, reason: $0.reason ?? "",
                    replay: replay($0.seed))
            })
    }

    subscript(figure: ComparedFigure) -> Distribution? { figures[figure.rawValue] }
}
