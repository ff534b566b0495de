/// How a session gets its keys.
public enum ContentKeySystem: String, Sendable, Hashable, CaseIterable {
    /// The app has the bytes of the key, from wherever.
    case clearKey
    /// The app carries requests to a test key server and its answers back: see
    /// <doc:TestKeyProtocol>.
    case testServer
}

/// Which key is meant.
public struct ContentKeySpecifier: Sendable, Hashable {
    /// By what the playlist names the key: its URI, made absolute.
    public var identifier: String
    /// What the media says of the key, if anything.
    public var initializationData: [UInt8]?

    /// Names a key.
    public init(identifier: String, initializationData: [UInt8]? = nil) {
        self.identifier = identifier
        self.initializationData = initializationData
    }
}

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

/// One uninterrupted playback of an asset. What it was granted, an expiry does not take from it.
public struct ContentKeyPlayback: Sendable, Hashable {
    let number: Int
}
