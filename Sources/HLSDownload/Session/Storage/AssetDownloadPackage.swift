public import DownloadCore
public import FoundationEssentials

/// A package of a session's library, as it is on disk.
public struct AssetDownloadPackage: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        /// No task on it has run yet: there is nothing on disk.
        case empty
        /// Parts are missing; the first one, in words, when that was written down. What is there is
        /// kept: a task on the package goes on with it.
        case partial(firstHole: String?)
        /// Every part that its manifest names is there, and as long as that says.
        case complete
        /// A task on it has run, and its folder is gone.
        case missing
        /// It was complete, and is not what was written; the first thing found, in words.
        case damaged(String)
    }

    public let location: URL
    /// URL of the presentation.
    public let url: String
    public let title: String
    /// Lengths of its files and of its journal.
    public let byteCount: Int
    public let state: State
    /// When a task on it last ran, or the app said that it was used.
    public let lastUse: Date
    /// Nil: it is never purged.
    public let policy: AssetDownloadStorageManagementPolicy?
}
