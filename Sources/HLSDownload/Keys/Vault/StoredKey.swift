internal import DownloadCore
internal import FoundationEssentials

/// A persistable key as the vault keeps it: under encryption, with its lease and its history.
struct StoredKey: Sendable, Hashable, Codable {
    /// By what the server knows the lease, and what proves to it that the client had it.
    struct Grant: Sendable, Hashable, Codable {
        /// 16 bytes.
        var leaseID: [UInt8]
        /// 32 bytes.
        var secret: [UInt8]
        /// SHA-256 of the certificate of the server that gave it.
        var server: [UInt8]
    }

    /// The key's identifier: its URI in the playlist, made absolute.
    var identifier: String
    /// By what the server knows the content; needed for a renewal.
    var contentIdentifier: [UInt8]
    /// Empty once the key is invalidated.
    var key: [UInt8]
    /// Nil for a key that no server leases.
    var grant: Grant?
    var state: PersistableKeyState

    /// Erases the key. What proves to the server that it is gone stays until the server has said
    /// that it knows.
    mutating func invalidate(at time: Date) {
        key = []
        state.invalidate(at: time)
    }
}

extension StoredKey: CustomStringConvertible, CustomReflectable {
    var description: String { "persistable key '\(identifier)', \(state.phase.rawValue)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
