internal import DownloadCore
internal import Foundation
internal import Synchronization

// What the session and its tasks are asked for.
extension SessionCore {
    /// Makes a task, suspended, and writes it down.
    func makeTask(
        _ kind: AssetDownloadTask.Kind, _ asset: URLAsset,
        _ configuration: AssetDownloadConfiguration, _ options: AssetDownloadTaskOptions? = nil
    ) throws(AssetDownloadError) -> AssetDownloadTask {
        guard asset.isStored || asset.url.scheme != nil else {
            throw .badURL(asset.url.absoluteString)
        }
        var new = SessionLibrary.NewTask(
            kind: kind, isOfStoredAsset: asset.isStored,
            request: SelectionRequest(
                configuration, capabilities: self.configuration.capabilities,
                preferences: self.configuration.preferences),
            options: options)
        guard new.request.mediaSelections.count <= SelectionRequest.maximumMediaSelections else {
            throw .tooManyMediaSelections(limit: SelectionRequest.maximumMediaSelections)
        }
        let now = self.configuration.now()
        return try state.withLock { (state) throws(AssetDownloadError) in
            guard !state.isClosed else { throw .sessionClosed }
            let package: PackageRecord
            if asset.isStored {
                guard let number = layout.number(at: asset.url), let found = state.packages[number]
                else { throw .notInLibrary(path: asset.url.path(percentEncoded: false)) }
                package = found
            } else {
                package = PackageRecord(
                    number: state.lastPackage + 1, url: asset.url.absoluteString,
                    title: configuration.title, lastUse: now)
            }
            new.request.configuration.assetURL = package.url
            let task = try library.insert(new, in: package, isNewPackage: !asset.isStored)
            state.lastPackage = max(state.lastPackage, package.number)
            state.packages[package.number] = package
            state.tasks[task.id] = task
            return handle(task.id)
        }
    }

    func record(_ id: Int) -> TaskRecord {
        guard let record = state.withLock({ $0.tasks[id] }) else {
            preconditionFailure("a session hands out only tasks that it has")
        }
        return record
    }

    func pendingTasks() -> [AssetDownloadTask] {
        state.withLock { state in
            state.tasks.values.filter(\.isPending).map(\.id).sorted()
        }
        .map(handle)
    }

    func resolvedSelection(of id: Int) -> ResolvedSelection? {
        if let known = record(id).resolvedSelection { return known }
        // A library that is closed has nothing to tell; the failure of a write is kept elsewhere.
        return try? library.resolvedSelection(of: id)
    }

    func describe(_ id: Int, _ text: String?) {
        change(id) { $0.description = text }
    }

    func replaceURL(of id: Int, _ url: URL) {
        change(id) { task in
            if task.isPending { task.url = url.absoluteString }
        }
    }

    func prioritize(_ id: Int, _ priority: Double) {
        change(id) { $0.priority = priority }
        state.withLock { $0.queue.setPriority(priority, of: id) }
    }

    private func change(_ id: Int, _ body: @Sendable (inout TaskRecord) -> Void) {
        state.withLock { state in
            guard var task = state.tasks[id] else { return }
            body(&task)
            state.tasks[id] = task
            save(task, &state)
        }
    }
}

// MARK: - Resume, suspend, cancel

extension SessionCore {
    func resume(_ id: Int) {
        state.withLock { state in
            guard !state.isClosed, var task = state.tasks[id], task.state == .suspended else {
                return
            }
            state.lastOrder += 1
            task.resumeOrder = state.lastOrder
            task.state = .running
            state.tasks[id] = task
            save(task, &state)
            // A run that was told to stop may not have ended yet; the task is queued behind it.
            guard !state.queue.isRunning(id) else { return }
            state.queue.add(task.queueEntry)
            schedule(&state)
            if !state.queue.isRunning(id) { wait(id, for: .turn, &state) }
        }
    }

    func suspend(_ id: Int) {
        state.withLock { state in
            guard !state.isClosed, var task = state.tasks[id], task.state == .running else {
                return
            }
            task.state = .suspended
            task.waiting = nil
            state.tasks[id] = task
            save(task, &state)
            state.queue.withdraw(id)
            state.stops[id]?.finish()
        }
    }

    func cancel(_ id: Int) {
        state.withLock { state in
            guard !state.isClosed, var task = state.tasks[id], task.isPending else { return }
            guard state.queue.isRunning(id) else { return finish(id, .cancelled, &state) }
            task.state = .canceling
            task.waiting = nil
            state.tasks[id] = task
            save(task, &state)
            state.stops[id]?.finish()
        }
    }
}
