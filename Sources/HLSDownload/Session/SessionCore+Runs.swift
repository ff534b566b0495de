internal import DownloadCore
internal import Foundation
internal import Synchronization

// The runs of the tasks: from their turn until they stop, for whatever reason.
extension SessionCore {
    /// Runs a task until it ends or is stopped.
    func run(_ start: Start) async {
        let id = start.task
        guard let task = beginRun(id) else { return endRun(id, .cancelled) }
        let package = task.package
        let began = ContinuousClock.now
        let playback = beginPlayback(id)
        let run = TaskRun(
            task: task, package: layout.package(package), journal: layout.journal(package),
            options: configuration.options(for: task), playback: playback, core: self)
        let outcome = await run.perform(until: start.stopped)
        tally(task, since: began)
        endRun(id, outcome)
    }

    /// Counts what a run has cost, unless its task is over already.
    func tally(_ task: TaskRecord, since began: ContinuousClock.Instant) {
        let package = task.package
        let spent = ContinuousClock.now - began
        let byteCount = configuration.libraryQuota == nil ? 0 : LibraryFolder.size(package, layout)
        let now = configuration.now()
        state.withLock { state in
            guard state.tasks[task.id]?.isPending == true else { return }
            state.tasks[task.id]?.summary.duration = task.summary.duration + spent
            state.packages[package]?.byteCount = byteCount
            state.packages[package]?.lastUse = now
            if let record = state.packages[package] { save(record, &state) }
        }
    }

    /// The task as its run begins with it; nil when it is not to run after all.
    private func beginRun(_ id: Int) -> TaskRecord? {
        guard makeRoom(for: id, bytes: 0) else { return nil }
        return state.withLock { state in
            guard !state.isClosed, var task = state.tasks[id], task.state == .running,
                var package = state.packages[task.package]
            else { return nil }
            task.waiting = nil
            if !task.isAnnounced {
                task.isAnnounced = true
                emit(.willDownloadTo(location(of: task.package)), of: id)
            }
            state.tasks[id] = task
            if !package.isBegun || package.url != task.url {
                package.isBegun = true
                package.url = task.url
                state.packages[package.number] = package
                save(package, &state)
            }
            return task
        }
    }

    private func endRun(_ id: Int, _ outcome: DownloadOutcome) {
        state.withLock { state in
            state.queue.ended(id)
            state.stops[id] = nil
            end(id, outcome, &state)
            schedule(&state)
        }
    }

    /// What the end of a run means for its task.
    private func end(_ id: Int, _ outcome: DownloadOutcome, _ state: inout State) {
        guard let task = state.tasks[id] else { return }
        state.tasks[id]?.stop = nil
        switch outcome {
        case .completed: return finish(id, nil, &state)
        case .failed(let failure):
            return finish(id, .downloadFailed(AssetDownloadFailure(failure)), &state)
        case .needsNewURL(let failure) where task.state == .running:
            state.tasks[id]?.state = .suspended
            wait(id, for: .newURL(AssetDownloadFailure(failure)), &state)
            return save(state.tasks[id] ?? task, &state)
        case .cancelled, .needsNewURL: break
        }
        switch task.state {
        case .canceling: return finish(id, .cancelled, &state)
        case .completed: return
        case .suspended, .running: save(state.tasks[id] ?? task, &state)
        }
        guard task.state == .running, !state.isClosed else { return }
        switch task.stop {
        case nil:
            // Resumed again before the run had ended.
            state.queue.add(task.queueEntry)
        case .quota(let bytes): holdForRoom(task, bytes: bytes, &state)
        }
    }

    func save(_ package: PackageRecord, _ state: inout State) {
        note(&state) { () throws(AssetDownloadError) in try library.save(package) }
    }
}

// MARK: - What a run tells

extension SessionCore {
    /// Changes what is known of a task, and tells what the change amounts to.
    /// - Parameter isWorthSaving: whether to write it down in any case; else when enough is new.
    func advance(
        _ id: Int, isWorthSaving: Bool = false,
        _ body: (inout TaskRecord) -> [AssetDownloadEvent.Kind]
    ) {
        state.withLock { state in
            guard var task = state.tasks[id], task.isPending else { return }
            let kinds = body(&task)
            state.tasks[id] = task
            let gain = task.progress.fractionCompleted - task.savedFraction
            if isWorthSaving || gain >= Self.savedStep { save(task, &state) }
            for kind in kinds { emit(kind, of: id) }
        }
    }

    /// Progress by which the library may lag behind: a restart finds the exact state in the
    /// package's journal.
    private static let savedStep = 1.0 / 256

    /// Media selections of which everything is on disk; each is told once.
    func complete(_ id: Int, _ selections: [Int]) {
        let known = record(id).completedSelections
        let new = selections.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        advance(id, isWorthSaving: true) { task in
            task.completedSelections = (task.completedSelections + new).sorted()
            return new.map { .completedSelection($0) }
        }
    }

    /// The selection was made, or made again after a restart.
    func resolved(_ id: Int, _ selection: ResolvedSelection) {
        guard resolvedSelection(of: id) != selection else {
            return state.withLock { $0.tasks[id]?.resolvedSelection = selection }
        }
        state.withLock { state in
            guard var task = state.tasks[id], task.isPending else { return }
            let variants = selection.contents.map(\.variant)
            task.resolvedSelection = selection
            task.summary.variants = variants
            state.tasks[id] = task
            note(&state) { () throws(AssetDownloadError) in try library.save(selection, of: id) }
            save(task, &state)
            emit(.willDownloadVariants(variants), of: id)
            emit(.didResolve(selection), of: id)
        }
    }
}
