/// Why a session cannot do something, or a task has ended without a complete package.
public enum AssetDownloadError: Error, Sendable, Hashable, Codable {
    // Of a session and its library.

    /// The identifier cannot name a folder.
    case badIdentifier(String)
    /// Another process, or another session of this one, has the library open.
    case sessionInUse(identifier: String)
    /// The library's database is not what was written. Nothing was changed.
    case libraryDamaged(path: String, reason: String)
    /// The library was written by a later version. Nothing was changed.
    case libraryIsNewer(path: String)
    /// The system refuses; its reason in words.
    case libraryUnusable(path: String, reason: String)
    /// The session was closed.
    case sessionClosed

    // Of making tasks and of packages.

    /// The asset's address is none.
    case badURL(String)
    /// No package of the session's library lies there.
    case notInLibrary(path: String)
    /// A task works on the package.
    case packageInUse(path: String)
    /// More media selections than a task may have.
    case tooManyMediaSelections(limit: Int)

    // How a task ended.

    /// The app cancelled it. What has arrived stays in the package until it is deleted.
    case cancelled
    /// Its package was deleted or purged.
    case packageDeleted
    /// It asks for variants by a closure, which does not survive the process.
    case notRestorable
    /// The library's quota is used up, and policies let nothing go.
    case quotaExceeded(quota: Int)
    /// The download failed. What has arrived is kept: a task on the package goes on with it.
    case downloadFailed(AssetDownloadFailure)
}
