/// What an app answers a key request with.
public struct ContentKeyResponse: Sendable {
    enum Content: Sendable {
        case clearKey(ContentKey)
        case keyServerAnswer([UInt8])
        case persistableKey([UInt8])
    }

    let content: Content

    /// The bytes of the key: for ``ContentKeySystem/clearKey``.
    public init(clearKey bytes: [UInt8]) {
        content = .clearKey(ContentKey(bytes))
    }

    /// What the key server answered: for ``ContentKeySystem/testServer``.
    public init(keyServerAnswer bytes: [UInt8]) {
        content = .keyServerAnswer(bytes)
    }

    /// What ``PersistableContentKeyRequest/persistableContentKey(fromKeyVendorResponse:)`` made.
    public init(persistableKey bytes: [UInt8]) {
        content = .persistableKey(bytes)
    }
}
