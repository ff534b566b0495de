internal import DownloadCore
internal import OfflinePlayback
internal import PlaybackCore

/// One run of a task: its driver, and what it tells.
struct TaskRun: Sendable {
    let task: TaskRecord
    /// Absolute paths.
    let package: String
    let journal: String
    let options: DownloadOptions
    /// Nil: nobody plays.
    let playback: AssetPlayback?
    let core: SessionCore

    /// Downloads until the package is complete, cannot be completed, or `stopped` ends. When it
    /// returns, everything that the run has told was taken in, and another run may begin.
    func perform(until stopped: AsyncStream<Never>) async -> DownloadOutcome {
        let (notes, sink) = AsyncStream<RunNote>.makeStream()
        let (plays, began) = AsyncStream<Never>.makeStream()
        let driver: DownloadDriver
        do throws(StoreFailure) {
            driver = try DownloadDriver(
                url: task.url, package: package, journal: journal, options: options,
                keySession: core.configuration.contentKeySession,
                resourceLoader: core.configuration.resourceLoader,
                playing: playback == nil ? .none : .withDownload,
                player: playback?.options ?? PlayerOptions(),
                random: SystemRandomNumberGenerator(),
                trace: { _, event, commands in
                    RunNote.notes(of: event, commands) { sink.yield($0) }
                },
                playerTrace: { [playback] _, event, commands in
                    if event == .started { began.finish() }
                    playback?.tell(commands)
                })
        } catch {
            return .failed(
                DownloadFailure(reason: .store(error), subject: "to the package"))
        }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var watch = RunWatch(task: task, plays: playback != nil, core: core)
                for await note in notes { await watch.take(note, driver) }
            }
            group.addTask {
                // Before there is a player, nothing comes of what a person does.
                for await _ in plays {}
                guard let playback else { return }
                for await act in playback.acts { await driver.tellPlayer(act) }
            }
            let outcome = await Self.run(driver, until: stopped, core.network.updates())
            sink.finish()
            began.finish()
            playback?.end()
            await group.waitForAll()
            return outcome
        }
    }

    private static func run(
        _ driver: DownloadDriver, until stopped: AsyncStream<Never>,
        _ network: AsyncStream<NetworkStatus>
    ) async -> DownloadOutcome {
        let listener = Task { for await status in network { await driver.networkChanged(status) } }
        defer { listener.cancel() }
        return await withTaskGroup(of: DownloadOutcome?.self) { group in
            group.addTask { await driver.run() }
            group.addTask {
                for await _ in stopped {}
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            let second = await group.next() ?? nil
            return first ?? second ?? .cancelled
        }
    }
}
