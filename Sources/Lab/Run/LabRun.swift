internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import HLSDownload
internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// One run of a scenario over real sockets: an origin, a link in front of it, the engine, the
/// judge.
struct LabRun: PreparedRun {
    let scenario: Scenario
    /// One that the link can play.
    let profile: LinkProfile
    let asset: OriginAsset
    let folder: RunFolder
    /// The command that repeats this run.
    let replay: String

    /// What a run leaves for the judge, besides files.
    private struct Trial: Sendable {
        var outcome: DownloadOutcome
        var elapsed: Duration
        var progress: DownloadProgress
        var earlierBytes: Int
        var link: RelayStatistics
    }

    func run(
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
            scenario: scenario, profile: profile, folder: folder.path, catalog: catalog,
            requested: requested, replay: replay)
        let inspector = PackageInspector(root: folder.package, catalog: catalog)
        var summary = judge.summary(
            of: RunJudge.Facts(
                outcome: trial.outcome, seconds: trial.elapsed / .seconds(1),
                bytesReceived: trial.earlierBytes + trial.progress.bytesReceived,
                retries: trial.progress.retries, requests: origin.record.entries.count,
                payloadDown: trial.link.down.counters.payloadBytes,
                payloadUp: trial.link.up.counters.payloadBytes, trace: timeline.digest),
            on: try inspector.inspect(requested.streams))
        // An interrupted run has no time to be held against, and no task left to ask the model with.
        if trial.outcome == .completed, trial.earlierBytes == 0 {
            summary.link.modelSeconds = try await modelSeconds()
        }
        do throws(LabError) {
            try folder.write(summary.json(), to: folder.summary)
        } catch {
            // A full disk has stopped the download before: that is the reason to tell.
            throw summary.obstacle.map { LabError(.run, $0) } ?? error
        }
        return summary
    }

    /// How long the same scenario takes in virtual time; nil when it does not complete there.
    private func modelSeconds() async throws(LabError) -> Double? {
        let simulation = try await SimulatedScenario(
            scenario, asset: asset, profile: profile, folder: folder.path)
        let download = try simulation.play(seed: scenario.seed, replay: replay).download
        return download.error == nil ? download.seconds : nil
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
                profile, toHost: "127.0.0.1", port: port, listenOn: folder.port,
                seed: scenario.seed)
        } catch RelayError.cannotListen where folder.port != 0 {
            relay = try await Relay.start(
                profile, toHost: "127.0.0.1", port: port, seed: scenario.seed)
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
                options: DownloadOptions(scenario), random: StableRandom(seed: scenario.seed),
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
