/// Why a download does nothing for the time being, and fails at nothing either.
package enum WaitingReason: Sendable, Hashable, Codable {
    /// Someone wants it to.
    case suspended
    case noNetwork
    /// The network costs money, and ``DownloadOptions/allowsMeteredNetwork`` is off.
    case meteredNetwork
    /// No space for the file at the path.
    case diskFull(path: String)
}

extension WaitingReason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .suspended: "suspended"
        case .noNetwork: "there is no network"
        case .meteredNetwork: "the network is metered, and the options do not allow that"
        case .diskFull(let path): "no space left to write \(path); make room and it goes on"
        }
    }
}

/// What the system says of the network.
public enum NetworkStatus: String, Sendable, Hashable, CaseIterable, Codable {
    case unavailable
    /// Traffic costs money: mobile data, a tethered telephone.
    case metered
    case unmetered
}
