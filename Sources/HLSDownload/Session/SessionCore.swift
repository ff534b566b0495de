internal import DownloadCore
internal import Foundation
internal import Synchronization

/// What a session, its tasks and its work share: every decision is taken here, under one lock.
///
/// Events are emitted under the lock, so that they have the order of what they tell. The library is
/// written under it too, so that its rows never go back; a write is some ten microseconds.
final class SessionCore: Sendable {
    struct State: Sendable {
        var tasks: [Int: TaskRecord] = [:]
        var packages: [Int: PackageRecord] = [:]
        var queue: TaskQueue
        /// How to stop each task that runs.
        var stops: [Int: AsyncStream<Never>.Continuation] = [:]
        /// What is to be played with the next run of a task.
        var playbacks: [Int: AssetPlayback] = [:]
        var lastOrder = 0
        var lastPackage = 0
        var isClosed = false
        /// Nil: let go.
        var lock: FolderLock?
        var libraryError: AssetDownloadError?
    }

    /// A task that is to run until `stopped` ends.
    struct Start: Sendable {
        var task: Int
        var stopped: AsyncStream<Never>
    }

    let layout: SessionLayout
    let library: SessionLibrary
    let configuration: AssetDownloadSessionConfiguration
    let network = NetworkBroadcast()
    let hub = AssetDownloadEventHub()
    let state: Mutex<State>
    private let starts: AsyncStream<Start>
    private let starter: AsyncStream<Start>.Continuation

    init(
        identifier: String, libraryFolder: URL, configuration: AssetDownloadSessionConfiguration
    ) throws(AssetDownloadError) {
        layout = try SessionLayout(identifier: identifier, in: libraryFolder)
        self.configuration = configuration
        var state = State(
            queue: TaskQueue(
                maximumRunning: min(
                    max(1, configuration.maximumConcurrentTasks),
                    AssetDownloadSessionConfiguration.mostConcurrentTasks)))
        let lock: FolderLock?
        do throws(StoreFailure) {
            try DurableFolder.make(layout.packages)
            lock = try FolderLock(ifFreeAt: layout.lock)
        } catch {
            throw .libraryUnusable(path: layout.folder, reason: "\(error)")
        }
        guard let lock else { throw .sessionInUse(identifier: identifier) }
        state.lock = lock
        library = try SessionLibrary(at: layout.database)
        for package in try library.packages() { state.packages[package.number] = package }
        for task in try library.pendingTasks() { state.tasks[task.id] = task }
        state.lastOrder = state.tasks.values.map(\.resumeOrder).max() ?? 0
        // A number that files on disk have is not given again, whoever they belong to.
        state.lastPackage = max(
            try library.highestPackageNumber(), LibraryFolder.highestNumber(in: layout))
        self.state = Mutex(state)
        (starts, starter) = AsyncStream.makeStream()
    }

    /// Ends deletions that were begun, and goes on with the tasks that ran.
    func begin() {
        let doomed = state.withLock { state in
            state.packages.values.filter(\.isDeleting).map(\.number).sorted()
        }
        for number in doomed { removeFiles(of: number) }
        if configuration.libraryQuota != nil { measurePackages() }
        state.withLock { state in
            for id in state.tasks.keys.sorted() { restore(id, &state) }
            schedule(&state)
            tellWaiting(&state)
        }
    }

    private func restore(_ id: Int, _ state: inout State) {
        guard let task = state.tasks[id] else { return }
        if !task.isRestorable { return finish(id, .notRestorable, &state) }
        switch task.state {
        case .canceling: finish(id, .cancelled, &state)
        case .running where configuration.startsSuspended: state.tasks[id]?.state = .suspended
        case .running: state.queue.add(task.queueEntry)
        case .suspended, .completed: break
        }
    }

    /// Performs the downloads until ``stop()``.
    func work(heardBy ear: SessionEar, _ heard: AsyncStream<AssetDownloadEvent>) async {
        await withTaskGroup { group in
            group.addTask {
                for await event in heard { await ear.hear(event) }
            }
            await withDiscardingTaskGroup { runs in
                for await start in starts {
                    runs.addTask { await self.run(start) }
                }
            }
            hub.finish()
        }
        library.close()
        state.withLock { $0.lock = nil }
    }

    /// Stops all work. What ran is still said to run in the library.
    func stop() {
        let stops = state.withLock { state in
            state.isClosed = true
            for playback in state.playbacks.values { playback.end() }
            state.playbacks = [:]
            return Array(state.stops.values)
        }
        for stop in stops { stop.finish() }
        starter.finish()
    }

    var libraryError: AssetDownloadError? { state.withLock { $0.libraryError } }

    func handle(_ id: Int) -> AssetDownloadTask {
        AssetDownloadTask(core: self, taskIdentifier: id)
    }

    func location(of package: Int) -> URL {
        URL(filePath: layout.package(package), directoryHint: .isDirectory)
    }
}

// MARK: - Under the lock

extension SessionCore {
    /// Starts what may run now.
    func schedule(_ state: inout State) {
        guard !state.isClosed else { return }
        for id in state.queue.startNext() {
            let (stopped, stop) = AsyncStream<Never>.makeStream()
            state.stops[id] = stop
            starter.yield(Start(task: id, stopped: stopped))
        }
    }

    /// Tells which tasks wait for their turn.
    func tellWaiting(_ state: inout State) {
        for entry in state.queue.waiting { wait(entry.task, for: .turn, &state) }
    }

    /// A task waits: said once for each reason.
    func wait(_ id: Int, for reason: AssetDownloadWaitingReason, _ state: inout State) {
        guard state.tasks[id]?.waiting != reason else { return }
        state.tasks[id]?.waiting = reason
        emit(.waiting(reason), of: id)
    }

    /// A running task waits, or goes on.
    func waits(_ id: Int, for reason: AssetDownloadWaitingReason?) {
        state.withLock { state in
            guard state.tasks[id]?.state == .running else { return }
            guard let reason else {
                state.tasks[id]?.waiting = nil
                return
            }
            wait(id, for: reason, &state)
        }
    }

    /// The task is over, once.
    func finish(_ id: Int, _ error: AssetDownloadError?, _ state: inout State) {
        guard var task = state.tasks[id], task.state != .completed else { return }
        state.queue.withdraw(id)
        state.playbacks.removeValue(forKey: id)?.end(.failed(reason: "the task is over"))
        task.state = .completed
        task.error = error
        task.waiting = nil
        if error == nil { task.progress.fractionCompleted = 1 }
        state.tasks[id] = task
        save(task, &state)
        emit(.didComplete(error), of: id)
    }

    func emit(_ kind: AssetDownloadEvent.Kind, of id: Int) {
        hub.emit(AssetDownloadEvent(task: handle(id), kind: kind))
    }

    /// Writes a task down; a failure is kept for ``libraryError``.
    func save(_ task: TaskRecord, _ state: inout State) {
        state.tasks[task.id]?.savedFraction = task.progress.fractionCompleted
        note(&state) { () throws(AssetDownloadError) in try library.save(task) }
    }

    /// Writes to the library; a failure is kept for ``libraryError``.
    func note(_ state: inout State, _ write: () throws(AssetDownloadError) -> Void) {
        do throws(AssetDownloadError) {
            try write()
        } catch {
            state.libraryError = state.libraryError ?? error
        }
    }
}
