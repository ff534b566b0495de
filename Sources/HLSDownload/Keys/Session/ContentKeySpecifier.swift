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
