public import FoundationEssentials

/// When a package may be purged to make room; AVFoundation's
/// `AVAssetDownloadStorageManagementPolicy`. A package without one is never purged.
public struct AssetDownloadStorageManagementPolicy: Sendable, Hashable, Codable {
    /// Which packages go first.
    public enum Priority: String, Sendable, Hashable, Codable {
        /// After those that are not.
        case important
        case `default`
    }

    public var priority: Priority
    /// From then on it goes before any that has not expired. Nil: it never expires.
    public var expirationDate: Date?

    public init(priority: Priority = .default, expirationDate: Date? = nil) {
        self.priority = priority
        self.expirationDate = expirationDate
    }
}
