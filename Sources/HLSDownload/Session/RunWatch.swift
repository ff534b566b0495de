internal import DownloadCore
internal import HLSPlaylist

/// Turns what the engine does in one run into what a task knows and tells.
///
/// ``take(_:of:)`` is the one place where the engine's reports become a session's events.
struct RunWatch {
    private let id: Int
    private let core: SessionCore
    private let request: SelectionRequest
    private let task: TaskRecord
    /// Someone plays, and may go on when the download is complete.
    private let plays: Bool
    /// What earlier runs have counted.
    private let earlier: AssetDownloadSummary
    private let began = ContinuousClock.now

    private var media: LoadedMedia?
    /// For each media selection the URIs of its media playlists.
    private var selections: [[String]] = []

    init(task: TaskRecord, plays: Bool, core: SessionCore) {
        id = task.id
        self.task = task
        self.plays = plays
        self.core = core
        request = task.request
        earlier = task.summary
    }

    mutating func take(_ note: RunNote, _ driver: DownloadDriver) async {
        switch note {
        case .requested:
            core.advance(id) { task in
                task.summary.mediaRequestCount += 1
                return []
            }
        case .playlist(let bytes): readSelections(bytes)
        case .laid(let plans):
            media = LoadedMedia(plans, stored: await driver.storedParts)
            completeSelections()
            if let selection = await driver.selection { reserve(plans, selection) }
        case .stored(let stream, let index): stored(stream, index)
        case .report(let report): await take(report, of: driver)
        case .finished(.completed) where plays: core.downloaded(task, since: began)
        // The run is over then, and says so.
        case .finished: break
        }
    }

    /// The switch of the engine's reports.
    private mutating func take(_ report: DownloadReport, of driver: DownloadDriver) async {
        switch report {
        case .willDownload:
            if let resolved = await driver.resolved { core.resolved(id, resolved) }
        case .retrying(_, let reason, _):
            core.advance(id) { task in
                task.summary.recoverableErrorCount += 1
                task.summary.lastRecoverableError = reason
                return []
            }
        case .progress(let progress): advance(to: progress)
        // What every stream has, and what a media selection needs, is reckoned here.
        case .redirected, .changed, .loaded, .completedStream, .completedContent, .switched,
            .ignored, .unavailable:
            break
        case .waiting(let reason): core.waits(id, for: AssetDownloadWaitingReason(reason))
        case .running: core.waits(id, for: nil)
        }
    }

    private func advance(to progress: DownloadProgress) {
        let earlier = earlier
        let spent = ContinuousClock.now - began
        var received = 0
        core.advance(id) { task in
            let before = task.progress
            task.progress.advance(to: progress, earlierBytes: earlier.bytesReceived)
            task.summary.bytesReceived = task.progress.bytesReceived
            task.summary.duration = earlier.duration + spent
            received = task.progress.bytesReceived - before.bytesReceived
            return task.progress == before ? [] : [.progress(task.progress)]
        }
        if received > 0 { core.grew(id, bytes: received) }
    }

    private mutating func stored(_ stream: Int, _ index: Int) {
        guard let new = media?.store(stream: stream, index: index), let media else { return }
        if !new.isEmpty {
            core.advance(id) { _ in
                new.map {
                    .didLoad(
                        $0, totalTimeRangesLoaded: media.loaded.ranges,
                        timeRangeExpectedToLoad: media.expected)
                }
            }
        }
        completeSelections()
    }

    private mutating func readSelections(_ bytes: [UInt8]) {
        // The machine has read the same playlist: what is none ends the download there.
        guard case .multivariant(let playlist)? = try? Playlist(parsing: bytes),
            let uris = try? request.mediaPlaylists(in: playlist)
        else { return }
        selections = uris
    }

    /// Tells which media selections have become complete.
    private func completeSelections() {
        guard let media else { return }
        let complete = selections.indices.filter { index in
            let streams = media.streams(selections[index])
            return !streams.isEmpty && streams.allSatisfy { media.isComplete(stream: $0) }
        }
        guard !complete.isEmpty else { return }
        core.complete(id, complete)
    }

    /// Looks for room for what the variant's declared average bitrate lets expect; without one the
    /// bytes are counted as they come.
    private func reserve(_ plans: [StreamPlan], _ selection: Selection) {
        guard let rate = selection.averageBitRate, rate > 0, let plan = plans.first else { return }
        let seconds = plan.duration / .seconds(1)
        // A bound: a playlist may declare anything.
        core.expects(id, total: Int(min(max(Double(rate) / 8 * seconds, 0), 1e15)))
    }
}
