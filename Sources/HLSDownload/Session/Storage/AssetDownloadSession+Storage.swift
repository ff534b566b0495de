public import FoundationEssentials

// What is on disk.
extension AssetDownloadSession {
    /// The packages of the library, oldest first, each with its size and state on disk. Looks at
    /// every file of every package.
    public var packages: [AssetDownloadPackage] { core.packages() }

    /// Deletes a package, its journal and its tasks, a partial one too. Those of its tasks that are
    /// suspended end with ``AssetDownloadError/packageDeleted``.
    /// - Throws: ``AssetDownloadError/packageInUse(path:)`` when a task on it runs or is to run,
    ///   ``AssetDownloadError/notInLibrary(path:)`` when there is no such package.
    public func delete(_ package: AssetDownloadPackage) throws(AssetDownloadError) {
        try core.delete(at: package.location)
    }

    /// Deletes the package at a location; see ``delete(_:)``.
    public func deletePackage(at location: URL) throws(AssetDownloadError) {
        try core.delete(at: location)
    }

    /// The policies by which packages go.
    public var storageManager: AssetDownloadStorageManager {
        AssetDownloadStorageManager(core: core)
    }

    /// What lies among the packages and belongs to none of them: after a power cut, or when the
    /// library's database was lost. Nothing of it is removed by itself, since it may be all that is
    /// left of a download.
    public var orphans: [LibraryOrphan] { core.orphans() }

    /// Removes the orphans that are certainly of this library, and returns them.
    /// - Throws: ``AssetDownloadError/libraryUnusable(path:reason:)`` when one cannot be deleted.
    @discardableResult
    public func removeOrphans() throws(AssetDownloadError) -> [LibraryOrphan] {
        try core.removeOrphans()
    }
}
