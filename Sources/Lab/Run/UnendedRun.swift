internal import DownloadCore
internal import FixtureOrigin
internal import LinkModel
internal import Scenarios

/// A run over sockets that was killed, or still goes on: what can be said of it from its folder.
struct UnendedRun {
    static let state = "not ended"

    let folder: RunFolder
    let scenario: Scenario
    let profile: LinkProfile
    let asset: OriginAsset

    /// Figures as far as the timeline goes. Nobody has judged what lies on disk, nor can it be before
    /// the package is sealed.
    /// - Parameter requests: that the origin saw to their end.
    /// - Throws: ``LabError`` when the asset has no variant.
    func summary(by chronicle: RunChronicle, requests: Int) throws(LabError) -> RunSummary {
        guard let requested = RequestedQuality(scenario.quality, in: asset.catalog) else {
            throw LabError(.run, "the asset '\(scenario.asset)' has no variant")
        }
        let retried = chronicle.requests.count { $0.trouble != nil }
        var facts = RunJudge.Facts(
            outcome: .cancelled, seconds: chronicle.end / .seconds(1),
            bytesReceived: chronicle.received.total, retries: retried, requests: requests,
            payloadDown: chronicle.received.total, payloadUp: 0, trace: TraceDigest(),
            mediaBytesSent: chronicle.received.total)
        // What an earlier run received is not known.
        facts.goesOn = true
        let judge = RunJudge(
            scenario: scenario, profile: profile, folder: folder.path, catalog: asset.catalog,
            requested: requested, replay: replay)
        var summary = judge.summary(of: facts, on: PackageEvidence())
        summary.coverage = nil
        summary.verdict = .error
        summary.expectations = []
        summary.download.state = Self.state
        summary.download.error =
            "the run did not end: it was killed, or goes on; figures are those of its timeline"
        summary.download.recoverableErrors = retried
        return summary
    }

    /// The recipe's files stand for those that the run was started with.
    private var replay: String {
        let recipe = folder.path + "/recipe"
        let words = [
            "hlslab", "run", "\(recipe)/scenario.yaml", "--profile", "\(recipe)/\(profile.id).yaml",
            "--seed", "\(scenario.seed)", "--out", folder.path,
        ]
        return words.map(ShellWord.quoted).joined(separator: " ")
    }
}
