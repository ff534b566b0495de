/// Why a task that was resumed does not run.
public enum AssetDownloadWaitingReason: Sendable, Hashable {
    /// As many tasks run as may, or another one works on the same package.
    case turn
    /// The library's quota is used up, and policies let nothing go.
    /// - bytes: how many more it would take, as far as is known.
    case quota(bytes: Int)
}
