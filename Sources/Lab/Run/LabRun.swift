internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import HLSDownload
internal import LinkConditioner
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
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
        var traffic: RunTraffic
        var link: LinkRecord
        /// When the download began, since 1970.
        var begin: Duration
        var circumstances: RunCircumstances
        /// Nil when nothing was to be played.
        var playback: PlaybackHistory?
        var interruptions: [HappenedInterruption]
    }

    func run(
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> RunSummary {
        let catalog = try await asset.catalogWithDigests(for: scenario.quality)
        guard let requested = RequestedQuality(scenario.quality, in: catalog) else {
            throw LabError(.run, "the asset '\(scenario.asset)' has no variant")
        }
        let timeline = try Timeline(at: folder.timeline)
        var (trial, record) = try await play(timeline, onProgress)
        try timeline.close()
        let judge = RunJudge(
            scenario: scenario, profile: profile, folder: folder.path, catalog: catalog,
            requested: requested, replay: replay)
        // An interrupted run has no time to be held against, and no task left to ask the model with.
        let modelSeconds =
            trial.outcome == .completed && trial.earlierBytes == 0
            ? try await modelSeconds() : nil
        let inspector = PackageInspector(root: folder.package, catalog: catalog)
        var summary = judge.summary(
            of: RunJudge.Facts(
                outcome: trial.outcome, seconds: trial.elapsed / .seconds(1),
                bytesReceived: trial.earlierBytes + trial.progress.bytesReceived,
                retries: trial.progress.retries, requests: record.entries.count,
                payloadDown: trial.traffic.down, payloadUp: trial.traffic.up,
                trace: timeline.digest,
                clientDataFindings: scenario.clientData.map { record.clientDataFindings(of: $0) }
                    ?? [],
                goesOn: trial.earlierBytes > 0, mediaBytesSent: record.mediaBytesSent,
                playback: trial.playback, interruptions: trial.interruptions,
                modelSeconds: modelSeconds),
            on: try inspector.inspect(requested.streams))
        summary.linkRecord = trial.link
        do throws(LabError) {
            try folder.write(trial.link.json(), to: folder.link)
            try folder.write(summary.json(), to: folder.summary)
            try folder.write((summary.coverage ?? Coverage()).json(), to: folder.coverage)
            if let playback = trial.playback {
                try PlaybackFiles.write(
                    playback, to: folder,
                    .init(begin: trial.begin + playback.requestedAt, serverAddress: "127.0.0.1"),
                    knowing: LinkKnowledge(
                        of: scenario, over: profile, playing: catalog, playback,
                        goesOn: trial.earlierBytes > 0))
            }
            trial.circumstances.hasEnded = true
            try trial.circumstances.write(to: folder)
            try await writeReport()
        } catch {
            // A full disk has stopped the download before: that is the reason to tell.
            throw summary.obstacle.map { LabError(.run, $0) } ?? error
        }
        return summary
    }

    /// In a task of its own: an interrupted run is cancelled, and reads its asset for the page all the
    /// same.
    private func writeReport() async throws(LabError) {
        let making = Task { () async -> Result<Void, LabError> in
            do throws(LabError) {
                let report = try await RunReport(of: folder, scenario, over: profile, asset)
                return .success(try report.write(to: folder))
            } catch {
                return .failure(error)
            }
        }
        try await making.value.get()
    }

    /// How long the same scenario takes in virtual time; nil when it does not complete there.
    private func modelSeconds() async throws(LabError) -> Double? {
        guard !scenario.needsSockets else { return nil }
        let simulation = try await SimulatedScenario(
            scenario, asset: asset, profile: profile, folder: folder.path)
        let download = try simulation.play(seed: scenario.seed, replay: replay).download
        return download.error == nil ? download.seconds : nil
    }

    /// The trial, and what the origin saw.
    private func play(
        _ timeline: Timeline, _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> (Trial, OriginRecord) {
        do {
            // Before the origin listens: in a network of its own, loopback is down until then. And
            // every port is free there, those of an earlier run too.
            let kernel = scenario.via == .netem ? try NetemLink(profile) : nil
            let origin = try startOrigin(port: kernel == nil ? 0 : folder.port)
            let trial = try await perform(origin, kernel, timeline, onProgress)
            return (trial, origin.record)
        } catch let error as NetemError {
            throw LabError(error)
        }
    }

    private func startOrigin(port: Int) throws(LabError) -> FixtureOrigin {
        do throws(OriginError) {
            return try FixtureOrigin(
                asset: asset, faults: scenario.faults, port: port,
                recordFile: folder.originRecord)
        } catch {
            throw LabError(.run, "cannot start the origin: \(error)")
        }
    }

    private func perform(
        _ origin: FixtureOrigin, _ kernel: NetemLink?, _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Trial {
        try await withThrowingTaskGroup(of: Trial?.self) { group in
            group.addTask {
                try await origin.run()
                return nil
            }
            group.addTask {
                let link = try await link(to: try await origin.port, by: kernel)
                try folder.keep(port: link.port)
                return try await link.during {
                    try await download(
                        from: origin, through: link, timeline, onProgress)
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw LabError(.run, "the origin stopped before the download ended")
        }
    }

    /// - Parameter kernel: nil: the link is played in this process.
    private func link(to port: Int, by kernel: NetemLink?) async throws -> any RunLink {
        if let kernel { return try KernelRunLink(kernel, of: profile, port: port) }
        return try await RelayRunLink(
            profile, to: port, earlier: folder.port, seed: scenario.seed)
    }

    private func download(
        from fixture: FixtureOrigin, through link: any RunLink, _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Trial {
        let outside = RunInterruptions(of: scenario, fixture, link)
        let origin = "http://127.0.0.1:\(link.port)/"
        var keys: LabKeys?
        if asset.catalog.keySystems != nil {
            keys = try await LabKeys(
                server: origin + "key-server", vault: folder.vault, now: { outside.timeOfDay })
        }
        let begin = Duration.seconds(Date().timeIntervalSince1970)
        let start = ContinuousClock.now
        let circumstances = RunCircumstances(
            of: folder, begin: begin, originServed: start - fixture.start,
            congestionControl: try await link.record().kernel?.facts.congestionControl)
        try circumstances.write(to: folder)
        let url = origin + asset.catalog.multivariantPlaylist
        return try await outside.during(from: start) { [keys] in
            var retries = 0
            var driver: DownloadDriver
            var outcome: DownloadOutcome
            var end: DownloadEnd
            repeat {
                // The driver counts its time from when it is made.
                end = DownloadEnd(begin: ContinuousClock.now - start)
                driver = try self.driver(of: url, keys, outside, end, timeline)
                outcome = try await run(driver, keys, link, onProgress)
                retries += await driver.progress.retries
            } while outside.renewsToken(after: outcome)
            var progress = await driver.progress
            progress.retries = retries
            return Trial(
                outcome: outcome, elapsed: end.time ?? ContinuousClock.now - start,
                progress: progress, earlierBytes: await driver.earlier.bytesReceived,
                traffic: try await link.traffic(), link: try await link.record(),
                begin: begin, circumstances: circumstances, playback: await driver.playback,
                interruptions: outside.happened)
        }
    }

    private func driver(
        of url: String, _ keys: LabKeys?, _ outside: RunInterruptions, _ end: DownloadEnd,
        _ timeline: Timeline
    ) throws(LabError) -> DownloadDriver {
        var options = DownloadOptions(scenario)
        options.headers += outside.headers
        do throws(StoreFailure) {
            let driver = try DownloadDriver(
                url: url, package: folder.package,
                journal: folder.journal, options: options,
                keySession: keys?.session, playing: PlaybackMode(scenario.playback.mode),
                player: PlayerOptions(scenario.playback),
                random: StableRandom(seed: scenario.seed),
                trace: { elapsed, event, commands in
                    end.watch(elapsed, commands)
                    timeline.record(end.begin + elapsed, .download(event, commands))
                    outside.watch(event, commands)
                },
                playerTrace: { timeline.record(end.begin + $0, .player($1, $2)) })
            outside.attach(driver)
            return driver
        } catch {
            throw LabError(.run, "cannot open the package: \(error)")
        }
    }

    private func run(
        _ driver: DownloadDriver, _ keys: LabKeys?, _ link: any RunLink,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> DownloadOutcome {
        let watch = ProgressWatch(driver: driver, report: onProgress) {
            try await link.traffic().down
        }
        return try await watch.during {
            guard let keys else { return await driver.run() }
            return await keys.during { await driver.run() }
        }
    }
}
