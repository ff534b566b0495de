internal import DownloadCore

/// What a session knows of a task.
struct TaskRecord: Sendable {
    /// Why a run is stopped, besides that the task was suspended or cancelled.
    enum Stop: Sendable, Hashable {
        case quota(bytes: Int)
    }

    let id: Int
    /// Number of its package.
    let package: Int
    let kind: AssetDownloadTask.Kind
    /// Whether it was made for what is in the library already.
    let isOfStoredAsset: Bool
    /// The copy that the task was made with.
    let request: SelectionRequest
    /// As the app gave them, for the older kinds of tasks.
    let options: AssetDownloadTaskOptions?
    /// Whether its request could be stored.
    let isRestorable: Bool

    /// Of the presentation; another one than at first when the app said so.
    var url: String
    var description: String?
    var state = AssetDownloadTask.State.suspended
    var priority = 0.5
    /// Which resumption of the session it was.
    var resumeOrder = 0
    var progress = AssetDownloadProgress()
    var summary = AssetDownloadSummary()
    /// Places of the media selections that are complete.
    var completedSelections: [Int] = []
    var error: AssetDownloadError?

    // Not stored with the rest, or not at all.

    /// Nil: the library may have it.
    var resolvedSelection: ResolvedSelection?
    /// The app was told the location, in this session.
    var isAnnounced = false
    var waiting: AssetDownloadWaitingReason?
    var stop: Stop?
    /// Fraction that the library has.
    var savedFraction = 0.0

    var isPending: Bool { state != .completed }

    var queueEntry: TaskQueue.Entry {
        .init(task: id, package: package, priority: priority, order: resumeOrder)
    }
}
