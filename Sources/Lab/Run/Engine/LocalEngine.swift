internal import DownloadCore
internal import Foundation
internal import HLSDownload
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios
internal import Synchronization

/// The engine in this process.
final class LocalEngine: RunEngine {
    private struct State {
        var keys: LabKeys?
        var clockAhead: Duration
        /// Told before the download began.
        var early: [EngineWish] = []
        /// Of the download that runs.
        var wishes: AsyncStream<EngineWish>.Continuation?
    }

    private let job: EngineJob
    private let scenario: Scenario
    private let report: @Sendable (EngineReport) -> Void
    private let state: Mutex<State>

    /// - Parameter report: told of everything, in order.
    init(
        _ job: EngineJob, of scenario: Scenario,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.job = job
        self.scenario = scenario
        self.report = report
        state = Mutex(State(clockAhead: job.clockAhead))
    }

    func prepare() async throws {
        guard let server = job.keyServer else { return }
        let keys = try await LabKeys(
            server: server, vault: RunFolder.vault(in: job.disk), now: { self.timeOfDay })
        state.withLock { $0.keys = keys }
    }

    private var timeOfDay: Date {
        Date().addingTimeInterval(state.withLock { $0.clockAhead } / .seconds(1))
    }

    func tell(_ wish: EngineWish) {
        state.withLock { state in
            if case .clock(let jump) = wish {
                state.clockAhead += jump
            } else if let wishes = state.wishes {
                wishes.yield(wish)
            } else {
                state.early.append(wish)
            }
        }
    }

    func kill() { preconditionFailure("who makes the engine gives it a process to be killed") }

    func leave() async {}

    func run(sending headers: [HeaderField]) async throws -> EngineEnd? {
        let (wishes, wish) = AsyncStream<EngineWish>.makeStream()
        let (beginning, begins) = AsyncStream<Never>.makeStream()
        // The driver counts its time from when it is made.
        let begin = ContinuousClock.now
        let driver = try driver(sending: headers) { begins.finish() }
        report(.began(at: begin, earlierBytes: await driver.earlier.bytesReceived))
        let keys = state.withLock { state in
            for early in state.early { wish.yield(early) }
            state.early = []
            state.wishes = wish
            return state.keys
        }
        let outcome = await withTaskGroup(of: DownloadOutcome?.self) { group in
            group.addTask {
                guard let keys else { return await driver.run() }
                return await keys.during { await driver.run() }
            }
            group.addTask {
                // What is told to a download that has not begun is lost on it.
                for await _ in beginning {}
                for await wish in wishes {
                    if case .stop = wish { break }
                    await self.perform(wish, on: driver)
                }
                return nil
            }
            group.addTask {
                await self.look(at: driver)
                return nil
            }
            var outcome: DownloadOutcome?
            // The download's end, or the wish to stop, ends all of it.
            while let result = await group.next() {
                outcome = result ?? outcome
                group.cancelAll()
            }
            return outcome
        }
        state.withLock { $0.wishes = nil }
        return EngineEnd(
            outcome: outcome ?? .cancelled, progress: await driver.progress,
            playback: await driver.playback)
    }

    private func driver(
        sending headers: [HeaderField], onStart: @escaping @Sendable () -> Void
    ) throws(LabError) -> DownloadDriver {
        var options = DownloadOptions(scenario)
        options.headers += headers
        let report = report
        do throws(StoreFailure) {
            return try DownloadDriver(
                url: job.url, package: RunFolder.package(in: job.disk),
                journal: RunFolder.journal(in: job.disk), options: options,
                keySession: state.withLock { $0.keys?.session },
                playing: PlaybackMode(scenario.playback.mode),
                player: PlayerOptions(scenario.playback),
                random: StableRandom(seed: scenario.seed),
                trace: { elapsed, event, commands in
                    report(.step(elapsed, .download(event, commands)))
                    if case .started = event { onStart() }
                },
                playerTrace: { report(.step($0, .player($1, $2))) })
        } catch {
            throw LabError(.run, "cannot open the package: \(error)")
        }
    }

    private func perform(_ wish: EngineWish, on driver: DownloadDriver) async {
        switch wish {
        case .suspend: await driver.suspend()
        case .resume: await driver.resume()
        case .network(let status): await driver.networkChanged(status)
        case .clock, .stop: break
        }
    }

    private func look(at driver: DownloadDriver) async {
        while !Task.isCancelled {
            report(.sight(await ProgressWatch.Sight(of: driver)))
            do {
                try await Task.sleep(for: ProgressWatch.interval)
            } catch {
                // Cancelled: the download is over.
                return
            }
        }
    }
}
