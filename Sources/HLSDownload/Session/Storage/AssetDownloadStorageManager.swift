public import DownloadCore
public import FoundationEssentials

/// Decides which packages of a session go when room is needed; AVFoundation's
/// `AVAssetDownloadStorageManager`.
///
/// Expired packages go first, then those of default priority before important ones, among equals
/// the one that was used longest ago. A package without a policy stays, and one that a task works
/// on.
public struct AssetDownloadStorageManager: Sendable {
    let core: SessionCore

    /// Nil: the package is never purged.
    /// - Throws: ``AssetDownloadError/notInLibrary(path:)``.
    public func storageManagementPolicy(
        for location: URL
    ) throws(AssetDownloadError) -> AssetDownloadStorageManagementPolicy? {
        try core.policy(at: location)
    }

    /// - Parameter policy: nil: the package is never purged.
    /// - Throws: ``AssetDownloadError`` when there is no such package or it cannot be written down.
    public func setStorageManagementPolicy(
        _ policy: AssetDownloadStorageManagementPolicy?, for location: URL
    ) throws(AssetDownloadError) {
        try core.setPolicy(policy, at: location)
    }

    /// Notes that a package is used now: others go before it. A task that runs on it does so too.
    /// - Throws: ``AssetDownloadError`` when there is no such package or it cannot be written down.
    public func noteUse(of location: URL) throws(AssetDownloadError) {
        try core.noteUse(of: location)
    }

    /// What ``purge(freeing:)`` would do now. Nothing is changed.
    public func purgePlan(freeing bytes: Int) -> AssetDownloadPurge {
        core.purgePlan(freeing: bytes)
    }

    /// Deletes packages until so many bytes are free, or no policy lets another go.
    /// - Throws: ``AssetDownloadError/sessionClosed``.
    @discardableResult
    public func purge(freeing bytes: Int) throws(AssetDownloadError) -> AssetDownloadPurge {
        try core.purge(freeing: bytes)
    }
}
