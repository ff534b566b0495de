internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
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
        var totals: RunRecorder.Totals
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
        let disk = scenario.fillsDisk ? try PrivateDisk(of: folder) : nil
        var (trial, record): (Trial, OriginRecord)
        do {
            (trial, record) = try await play(on: disk, timeline, onProgress)
        } catch {
            try disk?.close()
            throw error
        }
        try disk?.close()
        try timeline.close()
        let judge = RunJudge(
            scenario: scenario, profile: profile, folder: folder.path, catalog: catalog,
            requested: requested, replay: replay)
        // An interrupted run has no time to be held against, and no task left to ask the model with.
        let modelSeconds =
            trial.outcome == .completed && trial.totals.earlierBytes == 0
            ? try await modelSeconds() : nil
        let inspector = PackageInspector(root: folder.package, catalog: catalog)
        var summary = judge.summary(
            of: RunJudge.Facts(
                outcome: trial.outcome, seconds: trial.elapsed / .seconds(1),
                bytesReceived: trial.totals.earlierBytes + trial.totals.bytesReceived,
                retries: trial.totals.retries, requests: record.entries.count,
                payloadDown: trial.traffic.down, payloadUp: trial.traffic.up,
                trace: timeline.digest,
                clientDataFindings: scenario.clientData.map { record.clientDataFindings(of: $0) }
                    ?? [],
                goesOn: trial.totals.goesOn, mediaBytesSent: record.mediaBytesSent,
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
                        goesOn: trial.totals.goesOn))
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
        on disk: PrivateDisk?, _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> (Trial, OriginRecord) {
        do {
            // Before the origin listens: in a network of its own, loopback is down until then. And
            // every port is free there, those of an earlier run too.
            let kernel =
                scenario.via == .netem
                ? try NetemLink(profile, canBeHeld: scenario.takesNetworkDown) : nil
            let origin = try startOrigin(port: kernel == nil ? 0 : folder.port)
            let trial = try await perform(origin, kernel, disk, timeline, onProgress)
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
        _ origin: FixtureOrigin, _ kernel: NetemLink?, _ disk: PrivateDisk?,
        _ timeline: Timeline,
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
                        from: origin, through: link, on: disk, timeline, onProgress)
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
        from fixture: FixtureOrigin, through link: any RunLink, on disk: PrivateDisk?,
        _ timeline: Timeline,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Trial {
        let outside = RunInterruptions(of: scenario, fixture, link, disk)
        let recorder = RunRecorder(timeline) { outside.watch($0, $1) }
        let origin = "http://127.0.0.1:\(link.port)/"
        let lives = EngineLives(
            scenario: scenario,
            job: EngineJob(
                run: folder.path, disk: disk?.path ?? folder.path,
                url: origin + asset.catalog.multivariantPlaylist,
                keyServer: asset.catalog.keySystems == nil ? nil : origin + "key-server"),
            outside: outside, recorder: recorder)
        // The app has what it needs, and the process is there, before time is counted.
        guard let first = try await lives.begin() else { throw CancellationError() }
        let begin = Duration.seconds(Date().timeIntervalSince1970)
        let start = ContinuousClock.now
        let circumstances = RunCircumstances(
            of: folder, begin: begin, originServed: start - fixture.start,
            congestionControl: try await link.record().kernel?.facts.congestionControl)
        try circumstances.write(to: folder)
        recorder.begin(at: start)
        let watch = ProgressWatch(report: onProgress) {
            try await link.traffic().down
        } sight: {
            recorder.sight
        }
        return try await outside.during(from: start) {
            let end = try await watch.during { try await lives.run(first) }
            let totals = recorder.totals
            return Trial(
                outcome: end?.outcome ?? .cancelled,
                elapsed: totals.end ?? ContinuousClock.now - start, totals: totals,
                traffic: try await link.traffic(), link: try await link.record(), begin: begin,
                circumstances: circumstances, playback: recorder.placed(end?.playback),
                interruptions: outside.happened)
        }
    }
}
