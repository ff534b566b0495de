/// How a session gets its keys.
public enum ContentKeySystem: String, Sendable, Hashable, CaseIterable {
    /// The app has the bytes of the key, from wherever.
    case clearKey
    /// The app carries requests to a test key server and its answers back: see
    /// <doc:TestKeyProtocol>.
    case testServer
}
