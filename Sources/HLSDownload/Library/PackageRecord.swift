internal import DownloadCore
internal import Foundation

/// What the library knows of a package.
struct PackageRecord: Sendable, Hashable {
    let number: Int
    /// Of the presentation, as the newest task on it has it.
    var url: String
    var title: String
    /// A task on it has run.
    var isBegun = false
    /// Its files are going; nothing of it counts any more.
    var isDeleting = false
    var lastUse: Date
    var policy: AssetDownloadStorageManagementPolicy?
    /// Bytes on disk as far as they were counted. Not stored.
    var byteCount = 0
}
