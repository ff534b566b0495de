public import DownloadCore
public import FoundationEssentials

/// What happened to a task; the same that the delegate of its session hears, in the same order.
public struct AssetDownloadEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The package's location, before its first media byte; it never moves.
        case willDownloadTo(URL)
        /// The variants chosen, the primary one first, before media flows.
        case willDownloadVariants([AssetVariant])
        /// What was chosen of the playlist, and why.
        case didResolve(ResolvedSelection)
        /// Media time that every stream of the download has now: what was just loaded, all that is
        /// loaded, and what there will be.
        case didLoad(
            MediaTimeRange, totalTimeRangesLoaded: [MediaTimeRange],
            timeRangeExpectedToLoad: MediaTimeRange)
        case progress(AssetDownloadProgress)
        /// Everything of a media selection is on disk; its place among those that the task's
        /// configuration names.
        case completedSelection(Int)
        /// The task cannot run now, and will by itself.
        case waiting(AssetDownloadWaitingReason)
        /// The task is over; no event of it follows. Nil: the package is complete.
        case didComplete(AssetDownloadError?)
    }

    public let task: AssetDownloadTask
    public let kind: Kind

    package init(task: AssetDownloadTask, kind: Kind) {
        self.task = task
        self.kind = kind
    }
}
