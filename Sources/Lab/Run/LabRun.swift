internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import HLSDownload
internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// One run of a scenario over real sockets: an origin, a link in front of it, the engine, the
/// judge.
package struct LabRun: Sendable {
    private let scenario: Scenario
    private let profile: LinkProfile
    private let asset: OriginAsset
    private let folder: RunFolder
    /// The command that repeats this run.
    private let replay: String

    /// What a run leaves for the judge, besides files.
    private struct Trial: Sendable {
        var outcome: DownloadOutcome
        var elapsed: Duration
        var progress: DownloadProgress
        var earlierBytes: Int
        var link: RelayStatistics
    }

    /// Prepares a run; nothing is started yet.
    /// - Throws: ``LabError`` when the link cannot be played.
    init(
        _ scenario: Scenario, asset: OriginAsset, profile: LinkProfile, folder: RunFolder,
        replay: String
    ) throws(LabError) {
        do throws(UnsupportedLinkFeatures) {
            try profile.requireSupport()
        } catch {
            throw LabError(.unavailable, "\(error)")
        }
        self.scenario = scenario
        self.profile = profile
        self.asset = asset
        self.folder = folder
        self.replay = replay
    }

    /// Carries the run out and judges it.
    /// - Parameter onProgress: called a few times a second while the download runs.
    /// - Throws: ``LabError`` when the run could not be carried out.
    package func run(
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> RunSummary {
        let catalog = try await asset.catalogWithDigests(for: scenario.quality)
        guard let requested = RequestedQuality(scenario.quality, in: catalog) else {
            throw LabError(.run, "the asset '\(scenario.asset)' has no variant")
        }
        let timeline = try Timeline(at: folder.timeline)
        let origin = try startOrigin()
        let trial = try await perform(origin, timeline, onProgress)
        try timeline.close()
        let judge = RunJudge(
            scenario: scenario, profile: profile, folder: folder, catalog: catalog,
            requested: requested, replay: replay)
        let summary = try judge.summary(
            of: RunJudge.Facts(
                outcome: trial.outcome, seconds: trial.elapsed / .seconds(1),
                bytesReceived: trial.earlierBytes + trial.progress.bytesReceived,
                retries: trial.progress.retries, recoverableErrors: timeline.recoverableErrors,
                requests: origin.record.entries.count,
                payloadDown: trial.link.down.counters.payloadBytes,
                payloadUp: trial.link.up.counters.payloadBytes,
                stallFreeStart: timeline.stallFreeStart, traceSHA256: timeline.sha256))
        do throws(LabError) {
            try folder.write(summary.json(), to: folder.summary)
        } catch {
            // A full disk has stopped the download before: that is the reason to tell.
            throw summary.obstacle.map { LabError(.run, $0) } ?? error
        }
        return summary
    }

    private func startOrigin() throws(LabError) -> FixtureOrigin {
        do throws(OriginError) {
            return try FixtureOrigin(
                asset: asset, faults: scenario.faults, recordFile: folder.originRecord)
        } catch {
            throw LabError(.run, "cannot start the origin: \(error)")
        }
    }

    private func perform(
        _ origin: FixtureOrigin, _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Trial {
        try await withThrowingTaskGroup(of: Trial?.self) { group in
            group.addTask {
                try await origin.run()
                return nil
            }
            group.addTask {
                let port = try await origin.port
                return try await withRelay(to: port) { relay in
                    try await download(through: relay, timeline, onProgress)
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw LabError(.run, "the origin stopped before the download ended")
        }
    }

    /// A link at the port of the earlier run, or at any other when that is taken by now: the engine
    /// then compares the playlists instead of asking whether they changed.
    private func withRelay(
        to port: Int, _ body: @escaping @Sendable (Relay) async throws -> Trial
    ) async throws -> Trial {
        let relay: Relay
        do {
            relay = try await Relay.start(
                profile, toHost: "127.0.0.1", port: port, listenOn: folder.port)
        } catch RelayError.cannotListen where folder.port != 0 {
            relay = try await Relay.start(profile, toHost: "127.0.0.1", port: port)
        }
        do {
            try folder.keep(port: relay.port)
            let trial = try await body(relay)
            await relay.shutdown()
            return trial
        } catch {
            await relay.shutdown()
            throw error
        }
    }

    private func download(
        through relay: Relay, _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Trial {
        let driver: DownloadDriver
        do throws(StoreFailure) {
            driver = try DownloadDriver(
                url: "http://127.0.0.1:\(relay.port)/\(asset.catalog.multivariantPlaylist)",
                package: folder.package, journal: folder.journal,
                options: DownloadOptions(
                    quality: Quality(scenario.quality),
                    parallelRequests: scenario.parallelRequests),
                random: StableRandom(seed: scenario.seed),
                trace: { timeline.record($0, $1, $2) })
        } catch {
            throw LabError(.run, "cannot open the package: \(error)")
        }
        let watch = ProgressWatch(driver: driver, report: onProgress) {
            await relay.statistics().down.counters.payloadBytes
        }
        let start = ContinuousClock.now
        let outcome = try await watch.during { await driver.run() }
        return Trial(
            outcome: outcome, elapsed: ContinuousClock.now - start,
            progress: await driver.progress, earlierBytes: await driver.earlier.bytesReceived,
            link: await relay.statistics())
    }
}

extension Quality {
    /// The engine's words for what the lab's scenario asks for.
    init(_ option: RequestedQuality.Option) {
        switch option {
        case .best: self = .best
        case .fast: self = .fast
        case .minimumBitrate(let bits): self = .minimumBitrate(bits)
        }
    }
}
