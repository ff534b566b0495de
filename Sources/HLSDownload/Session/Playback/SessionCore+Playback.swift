internal import Synchronization

// Who plays the presentation of a task while it is downloaded.
extension SessionCore {
    /// Has a playback begin with the next run of a task, which begins anew when it is under way.
    func play(_ id: Int, _ playback: AssetPlayback) {
        state.withLock { state in
            guard !state.isClosed, let task = state.tasks[id], task.isPending else {
                return playback.end(.failed(reason: "the task is over"))
            }
            state.playbacks.updateValue(playback, forKey: id)?.end()
            if task.state == .running { state.stops[id]?.finish() }
        }
    }

    /// The playback that a run begins with.
    func beginPlayback(_ id: Int) -> AssetPlayback? {
        state.withLock { $0.playbacks.removeValue(forKey: id) }
    }

    /// The download of a run is complete, whose presentation may still be played.
    func downloaded(_ task: TaskRecord, since began: ContinuousClock.Instant) {
        tally(task, since: began)
        state.withLock { finish(task.id, nil, &$0) }
    }
}
