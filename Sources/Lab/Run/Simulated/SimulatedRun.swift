internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios

/// One run of a scenario in virtual time. Leaves `summary.json`, `link.json`, `timeline.jsonl`, `origin.jsonl`,
/// `report.html` and `session.har`, and of a playback `playback.json` and its logs; bytes are counted and not carried, so that there is
/// no package.
struct SimulatedRun: PreparedRun {
    let scenario: Scenario
    let asset: OriginAsset
    let profile: LinkProfile
    let folder: RunFolder
    /// The command that repeats this run.
    let replay: String

    func run(
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> RunSummary {
        let start = ContinuousClock.now
        let simulated = try await SimulatedScenario(
            scenario, asset: asset, profile: profile, folder: folder.path)
        var lines = Data()
        var record = OriginRecord()
        var link: LinkRecord?
        var playback: PlaybackHistory?
        var summary = try simulated.play(
            seed: scenario.seed, replay: replay, onLine: { lines += $0 },
            onRecord: { record = $0 }, onLink: { link = $0 },
            onPlayback: { playback = $0 })
        summary.linkRecord = link
        summary.machineTime = ContinuousClock.now - start
        try folder.write(lines, to: folder.timeline)
        try folder.write(Self.text(of: record), to: folder.originRecord)
        try folder.write(summary.json(), to: folder.summary)
        if let link { try folder.write(link.json(), to: folder.link) }
        try folder.write((summary.coverage ?? Coverage()).json(), to: folder.coverage)
        try RunCircumstances.virtual.write(to: folder)
        if let playback {
            // Virtual time begins when that of computers does.
            try PlaybackFiles.write(
                playback, to: folder, .init(begin: playback.requestedAt),
                knowing: LinkKnowledge(
                    of: scenario, over: profile, playing: asset.catalog, playback, goesOn: false))
        }
        try await RunReport(of: folder, scenario, over: profile, asset).write(to: folder)
        return summary
    }

    private static func text(of record: OriginRecord) throws(LabError) -> Data {
        do {
            return Data(try record.lines())
        } catch {
            throw LabError(.run, "cannot write the origin's record: \(error)")
        }
    }
}
