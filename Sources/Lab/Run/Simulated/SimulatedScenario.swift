internal import DownloadCore
internal import FixtureOrigin
internal import LinkConditioner
internal import LinkModel
internal import OfflinePlayback
internal import Scenarios
internal import Simulation

/// A scenario in virtual time: what its runs share is made once, each seed is one history.
struct SimulatedScenario: Sendable {
    private let scenario: Scenario
    private let profile: LinkProfile
    private let script: OriginScript
    /// By path, which begins with `/`.
    private let playlists: [String: [UInt8]]
    /// With the identity of every part's bytes in place of its digest.
    private let catalog: AssetCatalog
    private let requested: RequestedQuality
    /// Path of the run folder.
    private let folder: String

    /// - Parameter profile: one that the link can play.
    /// - Throws: ``LabError`` when the asset has no variant or its playlists cannot be read.
    init(
        _ scenario: Scenario, asset: OriginAsset, profile: LinkProfile, folder: String
    ) async throws(LabError) {
        catalog = asset.catalog.identified(by: asset.resources)
        guard let requested = RequestedQuality(scenario.quality, in: catalog) else {
            throw LabError(.run, "the asset '\(scenario.asset)' has no variant")
        }
        self.scenario = scenario
        self.profile = profile
        self.requested = requested
        self.folder = folder
        script = OriginScript(
            catalog: asset.catalog, resources: asset.resources, faults: scenario.faults)
        playlists = try await asset.playlists()
    }

    /// Lets the download happen.
    /// - Parameters:
    ///   - replay: the command that repeats this run.
    ///   - onLine: given every line of the timeline, its line break included.
    ///   - onRecord: given what the origin saw.
    ///   - onLink: given what the link did.
    ///   - onPlayback: given what came of the playback, if there is one.
    /// - Throws: ``LabError`` when the download can never end, which is a bug of the engine or of
    ///   the world.
    func play(
        seed: UInt64, replay: String, onLine: (([UInt8]) -> Void)? = nil,
        onRecord: ((OriginRecord) -> Void)? = nil, onLink: ((LinkRecord) -> Void)? = nil,
        onPlayback: ((PlaybackHistory) -> Void)? = nil
    ) throws(LabError) -> RunSummary {
        var trace = TraceDigest()
        let history = try history(seed: seed) { elapsed, step in
            let line = trace.take(elapsed, step)
            if !line.isEmpty { onLine?(line) }
        }
        guard let outcome = history.outcome else {
            preconditionFailure("a world without a stop runs to the end of its download")
        }
        onRecord?(history.record)
        if let onLink { onLink(record(of: history)) }
        if let playback = history.playback { onPlayback?(playback) }
        var scenario = scenario
        scenario.seed = seed
        let judge = RunJudge(
            scenario: scenario, profile: profile, folder: folder, catalog: catalog,
            requested: requested, replay: replay)
        return judge.summary(
            of: RunJudge.Facts(
                outcome: outcome, seconds: (history.finishedAt ?? history.elapsed) / .seconds(1),
                bytesReceived: history.progress.bytesReceived, retries: history.progress.retries,
                requests: history.requests, payloadDown: history.down.payloadBytes,
                payloadUp: history.up.payloadBytes, trace: trace,
                clientDataFindings: scenario.clientData.map {
                    history.record.clientDataFindings(of: $0)
                } ?? [],
                goesOn: history.interruptions.contains { $0.endsRun && $0.at != nil },
                mediaBytesSent: history.mediaBytesSent, playback: history.playback,
                interruptions: history.interruptions),
            on: history.disk.evidence(for: catalog))
    }

    private func record(of history: WorldHistory) -> LinkRecord {
        LinkRecord(
            profile: profile, via: .simulate, elapsed: history.elapsed,
            comparison: RunComparison(
                down: .init(history.downPackets), up: .init(history.upPackets), of: profile,
                elapsed: history.elapsed))
    }

    /// Plays one seed to its end, told every step of the download and its player.
    func history(
        seed: UInt64, _ watch: @escaping World.Watch
    ) throws(LabError) -> WorldHistory {
        let playlists = playlists
        do {
            var settings = World.Settings(
                options: DownloadOptions(scenario, keySystems: catalog.keySystems), link: profile,
                seed: seed, keepsTrace: false)
            settings.outside = scenario.interruptions
            settings.profiles = scenario.profiles
            settings.playback = World.Playback(scenario.playback)
            var world = try World(
                settings, origin: script, playlists: { playlists[$0] }, watch: watch)
            return try world.run()
        } catch let error as UnsupportedLinkFeatures {
            throw LabError(.unavailable, "\(error)")
        } catch {
            throw LabError(.run, "cannot simulate seed \(seed): \(error)")
        }
    }
}
