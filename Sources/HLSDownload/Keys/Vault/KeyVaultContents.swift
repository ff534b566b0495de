internal import DownloadCore
public import FoundationEssentials

/// What a vault holds, without anything secret.
public struct KeyVaultContents: Sendable, Hashable {
    /// One key, ready to be read.
    public struct Entry: Sendable, Hashable {
        /// By what its playlist names it: the absolute URI.
        public var identifier: String
        /// When it was stored, or renewed last.
        public var storedAt: Date
        /// When its first playback began; nil: it was never played.
        public var firstPlayedAt: Date?
        /// Until when a playback has to have begun; nil: without end. The storage expiry before the
        /// first playback, the playback expiry from then on.
        public var expiry: Date?
        /// The key is erased, and the proof for its server not confirmed yet.
        public var isInvalidated: Bool

        init(_ stored: StoredKey) {
            identifier = stored.identifier
            storedAt = stored.state.storedAt
            firstPlayedAt = stored.state.firstPlayedAt
            expiry = stored.state.expiry
            isInvalidated = stored.state.phase == .invalidated
        }
    }

    /// One file that is no key of this vault.
    public struct Damage: Sendable, Hashable {
        /// The file's path.
        public var path: String
        /// Why it cannot be read, and what to do.
        public var error: KeyVaultError
    }

    /// In the order of their identifiers.
    public var entries: [Entry]
    /// In the order of their paths.
    public var damaged: [Damage]
}
