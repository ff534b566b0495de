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
    /// Nil for a key that no server leases, and once the key is invalidated.
    var grant: Grant?
    /// Of keys that are erased and whose server has not confirmed that it knows: the latest ones.
    var unconfirmed: [Grant] = []
    var state: PersistableKeyState

    /// Erased keys of one identifier that wait for their server to know.
    static let mostUnconfirmed = 64

    /// Erases the key. What proves to the server that it is gone stays until the server has said
    /// that it knows.
    mutating func invalidate(at time: Date) {
        key = []
        if let grant { unconfirmed.append(grant) }
        unconfirmed.removeFirst(max(0, unconfirmed.count - Self.mostUnconfirmed))
        grant = nil
        state.invalidate(at: time)
    }
}

extension StoredKey: CustomStringConvertible, CustomReflectable {
    var description: String { "persistable key '\(identifier)', \(state.phase.rawValue)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
