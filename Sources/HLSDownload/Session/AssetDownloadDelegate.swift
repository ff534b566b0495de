public import DownloadCore
public import FoundationEssentials

/// Hears what happens to the tasks of a session, one event after the other; AVFoundation's
/// `AVAssetDownloadDelegate`. Each method does nothing unless it is implemented.
public protocol AssetDownloadDelegate: AnyObject, Sendable {
    /// The package's location is known; it never moves.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadTo location: URL
    ) async

    /// The variants chosen, the primary one first, before media flows.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadVariants variants: [AssetVariant]
    ) async

    /// What was chosen of the playlist, and why.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didResolve resolvedSelection: ResolvedSelection
    ) async

    /// Media time that every stream of the download has now.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didLoad timeRange: MediaTimeRange, totalTimeRangesLoaded loaded: [MediaTimeRange],
        timeRangeExpectedToLoad expected: MediaTimeRange
    ) async

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didAdvance progress: AssetDownloadProgress
    ) async

    /// Everything of a media selection is on disk; its place among those that the task's
    /// configuration names.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteForMediaSelection index: Int
    ) async

    /// The task cannot run now, and will by itself.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        isWaitingFor reason: AssetDownloadWaitingReason
    ) async

    /// The task is over. Nil: the package is complete.
    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteWithError error: AssetDownloadError?
    ) async
}

extension AssetDownloadDelegate {
    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadTo location: URL
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadVariants variants: [AssetVariant]
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didResolve resolvedSelection: ResolvedSelection
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didLoad timeRange: MediaTimeRange, totalTimeRangesLoaded loaded: [MediaTimeRange],
        timeRangeExpectedToLoad expected: MediaTimeRange
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didAdvance progress: AssetDownloadProgress
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteForMediaSelection index: Int
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        isWaitingFor reason: AssetDownloadWaitingReason
    ) async {}

    /// Does nothing.
    public func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteWithError error: AssetDownloadError?
    ) async {}
}

extension AssetDownloadDelegate {
    /// The method of an event.
    func hear(_ event: AssetDownloadEvent, of session: AssetDownloadSession) async {
        let task = event.task
        switch event.kind {
        case .willDownloadTo(let location):
            await assetDownloadSession(
                session, assetDownloadTask: task, willDownloadTo: location)
        case .willDownloadVariants(let variants):
            await assetDownloadSession(
                session, assetDownloadTask: task, willDownloadVariants: variants)
        case .didResolve(let selection):
            await assetDownloadSession(session, assetDownloadTask: task, didResolve: selection)
        case .didLoad(let range, let loaded, let expected):
            await assetDownloadSession(
                session, assetDownloadTask: task, didLoad: range, totalTimeRangesLoaded: loaded,
                timeRangeExpectedToLoad: expected)
        case .progress(let progress):
            await assetDownloadSession(session, assetDownloadTask: task, didAdvance: progress)
        case .completedSelection(let index):
            await assetDownloadSession(
                session, assetDownloadTask: task, didCompleteForMediaSelection: index)
        case .waiting(let reason):
            await assetDownloadSession(session, assetDownloadTask: task, isWaitingFor: reason)
        case .didComplete(let error):
            await assetDownloadSession(
                session, assetDownloadTask: task, didCompleteWithError: error)
        }
    }
}
