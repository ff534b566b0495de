public import DownloadCore
public import FoundationEssentials

/// A download of an asset, as its session knows it; AVFoundation's `AVAssetDownloadTask` and
/// `AVAggregateAssetDownloadTask`.
///
/// A handle: two of the same task are equal and see the same. A task is created suspended. It and
/// what it has loaded survive the process; a session with the same identifier has it again.
public struct AssetDownloadTask: Sendable, Hashable, Identifiable {
    /// How a task was made.
    public enum Kind: String, Sendable, Hashable {
        case configuration
        case options
        /// Several media selections in one task.
        case aggregate
    }

    public enum State: String, Sendable, Hashable {
        case suspended
        /// It runs, or waits for its turn or for room.
        case running
        /// It was cancelled and has not ended yet.
        case canceling
        case completed
    }

    let core: SessionCore
    /// Unique in the library, never given again.
    public let taskIdentifier: Int

    public var id: Int { taskIdentifier }

    public static func == (one: AssetDownloadTask, other: AssetDownloadTask) -> Bool {
        one.taskIdentifier == other.taskIdentifier && one.core === other.core
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(taskIdentifier)
    }
}

// MARK: - What it is

extension AssetDownloadTask {
    private var record: TaskRecord { core.record(taskIdentifier) }

    public var kind: Kind { record.kind }

    /// The asset that the task was made for.
    public var asset: URLAsset {
        let record = record
        return URLAsset(
            url: record.isOfStoredAsset
                ? location : URL(string: record.url) ?? URL(filePath: record.url))
    }

    /// The copy of the configuration that the task was made with; of the older kinds, what their
    /// options mean.
    public var configuration: AssetDownloadConfiguration { record.request.configuration }

    /// As they were given; nil for a task made with a configuration.
    public var options: AssetDownloadTaskOptions? { record.options }

    /// The media selections that it loads: their places are those of
    /// ``AssetDownloadEvent/Kind/completedSelection(_:)``. A content that names none has the
    /// automatic one.
    public var mediaSelections: [MediaSelection] { record.request.mediaSelections }

    /// Where its package is, or will be; it never moves.
    public var location: URL { core.location(of: record.package) }

    /// For the app's own use; stored with the task.
    public var taskDescription: String? {
        get { record.description }
        nonmutating set { core.describe(taskIdentifier, newValue) }
    }

    /// From 0 to 1: which of several tasks that wait starts first. 0.5 unless it is set.
    public var priority: Double {
        get { record.priority }
        nonmutating set { core.prioritize(taskIdentifier, min(max(newValue, 0), 1)) }
    }
}

// MARK: - How far it is

extension AssetDownloadTask {
    public var state: State { record.state }

    public var progress: AssetDownloadProgress { record.progress }

    /// Why it has ended without a complete package; nil while it has not, or when it is complete.
    public var error: AssetDownloadError? { record.error }

    /// What was chosen of the playlist and why; nil while that is not known.
    public var resolvedSelection: ResolvedSelection? {
        core.resolvedSelection(of: taskIdentifier)
    }

    /// Places of the media selections of which everything is on disk.
    public var completedSelections: [Int] { record.completedSelections }

    /// Why it does not run although it was resumed; nil while it runs.
    public var waitingReason: AssetDownloadWaitingReason? { record.waiting }

    public var summary: AssetDownloadSummary { record.summary }
}

// MARK: - What to do with it

extension AssetDownloadTask {
    /// Lets it run as soon as the session has its turn for it. Of a task that is over: nothing.
    public func resume() { core.resume(taskIdentifier) }

    /// Makes it load from another URL from its next run on, keeping what has arrived: for a token
    /// that has expired, or a host that is gone. Of a task that is over: nothing.
    /// - Parameter url: of the same presentation.
    public func replaceURL(_ url: URL) { core.replaceURL(of: taskIdentifier, url) }

    /// Stops it, keeping what has arrived.
    public func suspend() { core.suspend(taskIdentifier) }

    /// Ends it with ``AssetDownloadError/cancelled``. What has arrived stays in the package until
    /// the app deletes that.
    public func cancel() { core.cancel(taskIdentifier) }
}
