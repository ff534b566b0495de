package import Scenarios

/// One run of many: the figures of one seed.
package struct SeedResult: Sendable, Hashable, Codable {
    package var seed: UInt64
    package var verdict: Verdict
    /// Whether the download came to its end, whatever the judge says of it.
    package var isCompleted: Bool
    /// In virtual time.
    package var seconds: Double
    package var retries: Int
    package var wasteBytes: Int
    package var requests: Int
    /// From when on playback would have seen no stall; nil when nothing arrived.
    package var stallFreeStartSeconds: Double?
    /// Nil when nothing was to be played.
    package var playback: Playback?
    /// Of the figures that the scenario expects something of over many seeds, those that the run
    /// has, by their names; in hundredths where it expects a share. Nil: it expects nothing.
    package var figures: [String: Double]?
    /// Nil when the run could not be carried out.
    package var traceSHA256: String?
    /// Why the verdict is not pass.
    package var reason: String?

    /// What a person had of the playback, see ``RunSummary/Playback``.
    package struct Playback: Sendable, Hashable, Codable {
        /// It came to its end.
        package var isEnded: Bool
        package var startupSeconds: Double?
        package var stalls: Int
        package var stallSeconds: Double
        package var switches: Int
        package var averageBitrate: Int?
    }
}

extension SeedResult {
    /// - Parameter expected: what the scenario expects over many seeds.
    init(_ summary: RunSummary, _ expected: [Expectation] = []) {
        let failed = summary.expectations.first { !$0.pass }
        self.init(
            seed: summary.seed, verdict: summary.verdict,
            isCompleted: summary.download.state == "completed", seconds: summary.download.seconds,
            retries: summary.download.retries, wasteBytes: summary.download.wasteBytes,
            requests: summary.download.requests,
            stallFreeStartSeconds: summary.download.stallFreeStartSeconds,
            playback: summary.playback.map(Playback.init),
            figures: Self.figures(summary, expected), traceSHA256: summary.traceSHA256,
            reason: summary.verdict == .pass
                ? nil : summary.obstacle ?? failed.map { "\($0.name): \($0.detail)" })
    }

    private static func figures(
        _ summary: RunSummary, _ expected: [Expectation]
    ) -> [String: Double]? {
        guard !expected.isEmpty else { return nil }
        var figures: [String: Double] = [:]
        for expectation in expected {
            let figure = RunFigure.named(expectation.figure)
            figures[expectation.name] = figure?.value(in: summary, asShare: expectation.isShare)
        }
        return figures
    }

    /// A run that could not be carried out.
    init(seed: UInt64, error: LabError) {
        self.init(
            seed: seed, verdict: .error, isCompleted: false, seconds: 0, retries: 0, wasteBytes: 0,
            requests: 0, reason: error.message)
    }
}

extension SeedResult.Playback {
    init(_ playback: RunSummary.Playback) {
        self.init(
            isEnded: playback.state == "ended", startupSeconds: playback.startupSeconds,
            stalls: playback.stalls, stallSeconds: playback.stallSeconds,
            switches: playback.switches, averageBitrate: playback.averageBitrate)
    }
}
