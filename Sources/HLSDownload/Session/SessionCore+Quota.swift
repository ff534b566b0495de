internal import DownloadCore
internal import Foundation
internal import Synchronization

// The quota of the library: what a task has no room for is made room for by policy, or it waits.
extension SessionCore {
    /// Counts what has arrived for a task, and makes room when that is too much.
    func grew(_ id: Int, bytes: Int) {
        guard configuration.libraryQuota != nil else { return }
        state.withLock { state in
            guard let package = state.tasks[id]?.package else { return }
            state.packages[package]?.byteCount += bytes
        }
        _ = makeRoom(for: id, bytes: 0)
    }

    /// A run expects its package to have so many bytes in the end; what is there of them counts already.
    func expects(_ id: Int, total: Int) {
        let there = state.withLock { state in
            state.tasks[id].flatMap { state.packages[$0.package]?.byteCount } ?? 0
        }
        _ = makeRoom(for: id, bytes: max(0, total - there))
    }

    /// Sees to it that the packages with so many bytes more stay within the quota, by purging. When
    /// policies let too little go, nothing is purged and the task's run is told to stop.
    /// - Returns: whether there is room.
    func makeRoom(for id: Int, bytes: Int) -> Bool {
        guard let quota = configuration.libraryQuota else { return true }
        let now = configuration.now()
        let doomed: [Int]? = state.withLock { state in
            let wanted = state.packages.values.reduce(bytes) { $0 + $1.byteCount } - quota
            guard wanted > 0 else { return [] }
            let plan = PurgePlan(candidates(state), freeing: wanted, at: now)
            guard plan.isEnough else {
                state.tasks[id]?.stop = .quota(bytes: wanted - plan.byteCount)
                state.stops[id]?.finish()
                return nil
            }
            for candidate in plan.purged { doom(candidate.package, &state) }
            return plan.purged.map(\.package)
        }
        guard let doomed else { return false }
        for number in doomed { removeFiles(of: number) }
        return true
    }

    /// A run was stopped for want of room.
    func holdForRoom(_ task: TaskRecord, bytes: Int, _ state: inout State) {
        switch configuration.quotaRule {
        case .fail:
            finish(task.id, .quotaExceeded(quota: configuration.libraryQuota ?? 0), &state)
        case .wait:
            state.queue.hold(task.queueEntry)
            wait(task.id, for: .quota(bytes: bytes), &state)
        }
    }

    /// There may be room now for tasks that wait for it.
    func releaseHeld(_ state: inout State) {
        guard !state.queue.held.isEmpty else { return }
        state.queue.releaseHeld()
        schedule(&state)
        tellWaiting(&state)
    }

    /// What is known of the packages, for a plan of what goes.
    func candidates(_ state: State) -> [PurgePlan.Candidate] {
        state.packages.values.filter { !$0.isDeleting }.map { package in
            PurgePlan.Candidate(
                package: package.number, byteCount: package.byteCount, lastUse: package.lastUse,
                policy: package.policy, isInUse: isInUse(package.number, state))
        }
    }

    /// A task on the package runs, or is to run.
    func isInUse(_ package: Int, _ state: State) -> Bool {
        state.queue.isRunning(package: package)
            || state.tasks.values.contains {
                $0.package == package && ($0.state == .running || $0.state == .canceling)
            }
    }

    /// Counts the bytes of all packages on disk.
    func measurePackages() {
        let numbers = state.withLock { state in
            state.packages.values.filter { $0.isBegun && !$0.isDeleting }.map(\.number)
        }
        let sizes = numbers.map { ($0, LibraryFolder.size($0, layout)) }
        state.withLock { state in
            for (number, size) in sizes { state.packages[number]?.byteCount = size }
        }
    }
}
