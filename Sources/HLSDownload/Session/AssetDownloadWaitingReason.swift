internal import DownloadCore

/// Why a task that was resumed does not run.
public enum AssetDownloadWaitingReason: Sendable, Hashable {
    /// As many tasks run as may, or another one works on the same package.
    case turn
    /// The library's quota is used up, and policies let nothing go.
    /// - bytes: how many more it would take, as far as is known.
    case quota(bytes: Int)
    /// The disk is full; it looks again by itself.
    case diskFull
    /// There is no network.
    case noNetwork
    /// The network is metered, and its configuration does not allow that.
    case meteredNetwork
    /// The server no longer lets it in: its token has expired, most often. The task is suspended,
    /// and goes on with another address: ``AssetDownloadTask/replaceURL(_:)``, then
    /// ``AssetDownloadTask/resume()``. What is on disk is not fetched again.
    case newURL(AssetDownloadFailure)
}

extension AssetDownloadWaitingReason {
    init(_ reason: WaitingReason) {
        switch reason {
        case .suspended: self = .turn
        case .noNetwork: self = .noNetwork
        case .meteredNetwork: self = .meteredNetwork
        case .diskFull: self = .diskFull
        }
    }
}
