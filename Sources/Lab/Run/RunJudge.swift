internal import DownloadCore
internal import Foundation
internal import LinkModel
internal import Scenarios

/// Judges a run by the bytes on disk and the origin's own record, or by what stands for them in
/// virtual time; the engine is only asked how long it took and how it says it ended.
struct RunJudge {
    let scenario: Scenario
    let profile: LinkProfile
    /// Path of the run folder.
    let folder: String
    /// With digests, or identities in their place.
    let catalog: AssetCatalog
    let requested: RequestedQuality
    /// The command that repeats the run.
    let replay: String

    /// What happened, besides what lies on disk.
    struct Facts {
        var outcome: DownloadOutcome
        var seconds: Double
        /// Media and playlist bytes that the engine received, in all runs of this download.
        var bytesReceived: Int
        var retries: Int
        var requests: Int
        var payloadDown: Int
        var payloadUp: Int
        var trace: TraceDigest
        /// What the origin finds wrong with what the requests told of themselves.
        var clientDataFindings: [String] = []
    }

    /// - Parameter evidence: what lies on disk.
    func summary(of facts: Facts, on evidence: PackageEvidence) -> RunSummary {
        let onDisk = OnDisk(of: evidence, against: catalog, for: requested)
        let download = download(facts, onDisk, evidence)
        let expectations =
            standing(facts.outcome, onDisk, evidence)
            + clientData(facts)
            + scenario.expectations.map { $0.judge(value(of: $0.figure, in: download)) }
        let allowed = AllowedTime.of(
            payloadBytes: facts.payloadDown, over: profile, for: requested, in: catalog,
            parallelRequests: scenario.parallelRequests)
        return RunSummary(
            scenario: scenario.name, asset: scenario.asset, quality: scenario.quality.text,
            seed: scenario.seed,
            link: .init(
                profile: profile.id, via: scenario.via, bytesDown: facts.payloadDown,
                bytesUp: facts.payloadUp, allowedSeconds: allowed / .seconds(1)),
            verdict: verdict(facts.outcome, expectations), expectations: expectations,
            download: download, onDisk: onDisk, attestations: evidence.attestations,
            traceSHA256: facts.trace.sha256,
            runFolder: folder, replay: replay)
    }

    private func value(of figure: Expectation.Figure, in download: RunSummary.Download) -> Double {
        switch figure {
        case .retries: Double(download.retries)
        case .requests: Double(download.requests)
        case .time: download.seconds
        case .waste: Double(download.wasteBytes)
        }
    }

    private func download(
        _ facts: Facts, _ onDisk: OnDisk, _ evidence: PackageEvidence
    ) -> RunSummary.Download {
        RunSummary.Download(
            state: facts.outcome.state, seconds: facts.seconds, bytesReceived: facts.bytesReceived,
            bytesStored: onDisk.bytesVerified,
            wasteBytes: max(0, facts.bytesReceived - evidence.keptBytes - onDisk.bytesVerified),
            requests: facts.requests, retries: facts.retries,
            recoverableErrors: facts.trace.recoverableErrors,
            stallFreeStartSeconds: facts.trace.stallFreeStart.map { $0 / .seconds(1) },
            requestedVariant: requested.variant.stream, requestedStreams: requested.streams,
            error: facts.outcome.error)
    }
}

extension DownloadOutcome {
    var state: String {
        switch self {
        case .completed: "completed"
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .needsNewURL: "needs a new URL"
        }
    }

    var error: String? {
        switch self {
        case .completed: nil
        case .cancelled: "interrupted; the same command with the same --out goes on"
        case .failed(let failure), .needsNewURL(let failure): failure.description
        }
    }

    var words: String { error ?? "the download completed" }
}

extension DownloadFailure {
    /// The playlists could not be had, or nothing could be written: there was no download to judge.
    var isBeforeMedia: Bool {
        if case .store = reason { return true }
        switch resource {
        case .multivariantPlaylist, .mediaPlaylist: return true
        case .part, .key, .steeringManifest, nil: return false
        }
    }
}
