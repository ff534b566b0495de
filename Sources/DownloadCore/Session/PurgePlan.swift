package import FoundationEssentials

/// Which packages go to make room: expired ones first, then those of default priority before
/// important ones, among equals the one that was used longest ago. No more than are needed.
package struct PurgePlan: Sendable, Hashable {
    /// What is known of a package.
    package struct Candidate: Sendable, Hashable {
        /// Number of the package.
        package var package: Int
        package var byteCount: Int
        package var lastUse: Date
        /// Nil: never purged.
        package var policy: AssetDownloadStorageManagementPolicy?
        /// A task on it runs: not purged now.
        package var isInUse: Bool

        package init(
            package: Int, byteCount: Int, lastUse: Date,
            policy: AssetDownloadStorageManagementPolicy?, isInUse: Bool = false
        ) {
            self.package = package
            self.byteCount = byteCount
            self.lastUse = lastUse
            self.policy = policy
            self.isInUse = isInUse
        }
    }

    /// What goes, in order.
    package let purged: [Candidate]
    /// Bytes that they have together.
    package let byteCount: Int
    /// Whether that is as much as was wanted.
    package let isEnough: Bool

    /// - Parameters:
    ///   - wanted: bytes to be freed.
    ///   - now: the time of day, by which packages have expired or not.
    package init(_ candidates: [Candidate], freeing wanted: Int, at now: Date) {
        let inOrder =
            candidates
            .compactMap { candidate in
                candidate.policy.map { (candidate, Rank(candidate, $0, at: now)) }
            }
            .filter { !$0.0.isInUse }
            .sorted { $0.1 < $1.1 }
        var purged: [Candidate] = []
        var freed = 0
        for (candidate, _) in inOrder where freed < wanted && candidate.byteCount > 0 {
            purged.append(candidate)
            freed += candidate.byteCount
        }
        self.purged = purged
        byteCount = freed
        isEnough = freed >= wanted
    }

    private struct Rank: Comparable {
        var isCurrent: Int
        var isImportant: Int
        var lastUse: Date
        var package: Int

        init(
            _ candidate: Candidate, _ policy: AssetDownloadStorageManagementPolicy, at now: Date
        ) {
            isCurrent = policy.expirationDate.map { $0 <= now ? 0 : 1 } ?? 1
            isImportant = policy.priority == .important ? 1 : 0
            lastUse = candidate.lastUse
            package = candidate.package
        }

        static func < (one: Rank, other: Rank) -> Bool {
            (one.isCurrent, one.isImportant, one.lastUse, one.package)
                < (other.isCurrent, other.isImportant, other.lastUse, other.package)
        }
    }
}
