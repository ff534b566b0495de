internal import DownloadCore
internal import Foundation
internal import LinkModel
internal import OfflinePlayback
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
        /// An earlier run of this download received bytes, too.
        var goesOn = false
        /// Body bytes of media that the origin sent in this run, by its record.
        var mediaBytesSent: Int
        /// Nil when nothing was to be played.
        var playback: PlaybackHistory?
        /// What happened from outside.
        var interruptions: [HappenedInterruption] = []
        /// What the same takes in virtual time, see ``RunSummary/Link/modelSeconds``.
        var modelSeconds: Double?
    }

    /// - Parameter evidence: what lies on disk.
    func summary(of facts: Facts, on evidence: PackageEvidence) -> RunSummary {
        let onDisk =
            scenario.playback.mode == .only
            ? OnDisk() : OnDisk(of: evidence, against: catalog, for: requested)
        let playback = facts.playback.map {
            RunSummary.Playback($0, of: scenario.playback, segmentDuration: segmentDuration)
        }
        let download = download(facts, onDisk, evidence, playback)
        let allowed = AllowedTime.of(
            payloadBytes: facts.payloadDown, over: profile, for: requested, in: catalog,
            parallelRequests: scenario.parallelRequests)
        var summary = RunSummary(
            scenario: scenario.name, asset: scenario.asset, quality: scenario.quality.text,
            seed: scenario.seed,
            link: .init(
                profile: profile.id, via: scenario.via, bytesDown: facts.payloadDown,
                bytesUp: facts.payloadUp, allowedSeconds: allowed / .seconds(1),
                modelSeconds: facts.modelSeconds),
            verdict: .pass, expectations: [],
            download: download, onDisk: onDisk, attestations: evidence.attestations,
            playback: playback,
            interruptions: facts.interruptions.isEmpty ? nil : facts.interruptions,
            traceSHA256: facts.trace.sha256, runFolder: folder, replay: replay)
        summary.expectations =
            standing(facts.outcome, onDisk, evidence) + standing(playback, download, facts)
            + clientData(facts)
        summary.judge(scenario.expectations)
        summary.verdict = verdict(facts.outcome, playback, summary.expectations)
        if scenario.playback.mode != .only {
            summary.coverage = Coverage(of: evidence, against: catalog, for: requested)
        }
        return summary
    }

    /// What most segments of the requested variant last.
    private var segmentDuration: Duration {
        let seconds = catalog.stream(requested.variant.stream)?.segments.compactMap(\.seconds).max()
        return .seconds(seconds ?? 1)
    }

    private func download(
        _ facts: Facts, _ onDisk: OnDisk, _ evidence: PackageEvidence,
        _ playback: RunSummary.Playback?
    ) -> RunSummary.Download {
        let isOnlyPlayed = isOnlyPlayed(facts.outcome, playback)
        return RunSummary.Download(
            state: isOnlyPlayed ? "played" : facts.outcome.state, seconds: facts.seconds,
            bytesReceived: facts.bytesReceived,
            bytesStored: onDisk.bytesVerified,
            wasteBytes: scenario.playback.mode == .only
                ? playback?.bytes.notPlayed ?? 0
                : max(0, facts.bytesReceived - evidence.keptBytes - onDisk.bytesVerified),
            requests: facts.requests, retries: facts.retries,
            recoverableErrors: facts.trace.recoverableErrors,
            stallFreeStartSeconds: facts.trace.stallFreeStart.map { $0 / .seconds(1) },
            requestedVariant: requested.variant.stream, requestedStreams: requested.streams,
            error: isOnlyPlayed ? nil : facts.outcome.error)
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
