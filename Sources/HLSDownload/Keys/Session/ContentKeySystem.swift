internal import DownloadCore

/// How a session gets its keys.
public enum ContentKeySystem: String, Sendable, Hashable, CaseIterable {
    /// The app has the bytes of the key, from wherever.
    case clearKey
    /// The app carries requests to a test key server and its answers back: see
    /// <doc:TestKeyProtocol>.
    case testServer
}

extension ContentKeySystem {
    /// Forms of keys that it reads beside the bytes themselves.
    var systems: [KeySystem] {
        switch self {
        case .clearKey: []
        case .testServer: [KeySystem(keyFormat: "org.hlslab.test-keys")]
        }
    }
}
