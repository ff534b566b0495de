internal import Crypto
internal import DownloadCore
internal import FoundationEssentials

/// Persistable keys on disk, encrypted.
///
/// A folder for the owner alone, with the vault's key, made by the system's generator at the first
/// use, and a file per entry. An entry is sealed with AES-256-GCM under a key of its own, derived by
/// HKDF-SHA-256 (RFC 5869) from the vault's key and a salt that is new with each writing; its
/// identifier is authenticated with it. Nothing is kept in memory, so that each process sees what
/// others have written; a lock on the folder orders their writings.
///
/// It protects keys at rest from who gets the entries without the vault's key, and from being
/// changed, exchanged or copied in from another vault. It does not protect them from who can read
/// the vault's key as its owner.
///
/// Entry: `HLKE`, version 1 (1 byte), length of the identifier (2 bytes, big-endian), identifier
/// (UTF-8), salt (32 bytes), sealed JSON, tag (16 bytes).
public struct KeyVault: Sendable {
    /// Bytes of the longest identifier.
    public static let longestIdentifier = 4096
    /// Bytes of the largest entry.
    static let largestEntry = 64 << 10

    private static let vaultKeyName = "vault.secret"
    private static let entrySuffix = ".key"
    private static let entryMark = Array("HLKE".utf8) + [1]
    private static let vaultMark = Array("HLKV".utf8) + [1]
    private static let saltLength = 32
    private static let keyLength = 32
    private static let tagLength = 16
    /// Bytes of a digest that find a damaged vault key.
    private static let checkLength = 8

    private let folder: VaultFolder
    private let vaultKey: SymmetricKey

    /// Opens the vault in a folder, or makes one; the folder above has to be there.
    /// - Throws: ``KeyVaultError``.
    public init(folder path: String) throws(KeyVaultError) {
        let folder = try VaultFolder(path)
        self.folder = folder
        vaultKey = try folder.locked { () throws(KeyVaultError) in
            try Self.vaultKey(in: folder)
        }
    }

    private static func vaultKey(in folder: VaultFolder) throws(KeyVaultError) -> SymmetricKey {
        let path = folder.absolute(vaultKeyName)
        if let bytes = try folder.read(vaultKeyName, atMost: largestEntry) {
            let secret = bytes.dropFirst(vaultMark.count).dropLast(checkLength)
            guard bytes.starts(with: vaultMark), secret.count == keyLength,
                SHA256.hash(data: secret).prefix(checkLength).elementsEqual(
                    bytes.suffix(checkLength))
            else { throw .damagedVaultKey(path: path) }
            return SymmetricKey(data: secret)
        }
        guard try folder.names(endingWith: entrySuffix).isEmpty else {
            throw .missingVaultKey(path: path)
        }
        let key = SymmetricKey(size: .bits256)
        let secret = key.withUnsafeBytes { [UInt8]($0) }
        try folder.write(
            vaultMark + secret + SHA256.hash(data: secret).prefix(checkLength), to: vaultKeyName)
        return key
    }
}

// MARK: - Entries

extension KeyVault {
    /// The key of that identifier; nil when there is none.
    /// - Throws: ``KeyVaultError`` when the entry is damaged.
    func key(_ identifier: String) throws(KeyVaultError) -> StoredKey? {
        try read(Self.name(of: identifier))
    }

    /// Writes a key in place of an earlier one, of which it takes over the proofs of erasure that
    /// no server has confirmed.
    func store(_ key: StoredKey) throws(KeyVaultError) {
        let name = Self.name(of: key.identifier)
        try folder.locked { () throws(KeyVaultError) in
            var key = key
            // An earlier one that cannot be read has nothing to take over, and is what is replaced.
            if let earlier = try? read(name) { key.unconfirmed = earlier.unconfirmed }
            try folder.write(try seal(key), to: name)
        }
    }

    /// Changes a key in one step, in the order of all processes. What `body` decides is in its
    /// value: what it left in the key is written in any case.
    /// - Returns: nil when there is no such key.
    func updateIfPresent<Value>(
        _ identifier: String, _ body: (inout StoredKey) -> Value
    ) throws(KeyVaultError) -> Value? {
        try folder.locked { () throws(KeyVaultError) in
            guard var key = try key(identifier) else { return nil }
            let before = key
            let value = body(&key)
            if key != before {
                try folder.write(try seal(key), to: Self.name(of: identifier))
            }
            return value
        }
    }

    /// Deletes a key.
    /// - Returns: whether there was one, damaged or not.
    /// - Throws: ``KeyVaultError``.
    @discardableResult
    public func remove(_ identifier: String) throws(KeyVaultError) -> Bool {
        try folder.locked { () throws(KeyVaultError) in
            try folder.remove(Self.name(of: identifier))
        }
    }

    /// Deletes a key in one step with the decision to.
    func remove(
        _ identifier: String, where isToGo: (StoredKey) -> Bool
    ) throws(KeyVaultError) {
        try folder.locked { () throws(KeyVaultError) in
            guard let key = try key(identifier), isToGo(key) else { return }
            _ = try folder.remove(Self.name(of: identifier))
        }
    }

    /// What the vault holds, with the files that are no keys of it.
    /// - Throws: ``KeyVaultError`` when the folder cannot be read.
    public func contents() throws(KeyVaultError) -> KeyVaultContents {
        var found = KeyVaultContents(entries: [], damaged: [])
        for name in try folder.names(endingWith: Self.entrySuffix) {
            do throws(KeyVaultError) {
                // Deleted since the folder was listed: nothing to tell.
                guard let key = try read(name) else { continue }
                found.entries.append(.init(key))
            } catch {
                found.damaged.append(.init(path: folder.absolute(name), error: error))
            }
        }
        found.entries.sort { $0.identifier < $1.identifier }
        return found
    }

    /// All keys that can be read, in the order of their identifiers.
    func keys() throws(KeyVaultError) -> [StoredKey] {
        var keys: [StoredKey] = []
        for entry in try contents().entries {
            if let key = try key(entry.identifier) { keys.append(key) }
        }
        return keys
    }

    private func read(_ name: String) throws(KeyVaultError) -> StoredKey? {
        guard let bytes = try folder.read(name, atMost: Self.largestEntry) else { return nil }
        let key = try open(bytes, path: folder.absolute(name))
        guard Self.name(of: key.identifier) == name else {
            throw .misplacedEntry(path: folder.absolute(name), identifier: key.identifier)
        }
        return key
    }

    /// Names come from digests: a server's text never names a file.
    private static func name(of identifier: String) -> String {
        SHA256.hash(data: Array(identifier.utf8)).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined() + entrySuffix
    }
}

// MARK: - Sealing

extension KeyVault {
    /// The entry's bytes, which nobody but this vault can open.
    func seal(_ key: StoredKey) throws(KeyVaultError) -> [UInt8] {
        let identifier = Array(key.identifier.utf8)
        guard (1...Self.longestIdentifier).contains(identifier.count) else {
            throw .badIdentifier(byteCount: identifier.count)
        }
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: Self.saltLength * 8))
        var head = Self.entryMark
        head += [UInt8(identifier.count >> 8), UInt8(identifier.count & 0xFF)] + identifier
        salt.withUnsafeBytes { head += $0 }
        do {
            let box = try AES.GCM.seal(
                JSONEncoder().encode(key), using: entryKey(head), nonce: entryNonce,
                authenticating: head)
            return head + box.ciphertext + box.tag
        } catch {
            preconditionFailure("a key can always be encoded and sealed: \(error)")
        }
    }

    /// Opens what ``seal(_:)`` made.
    func open(_ bytes: [UInt8], path: String) throws(KeyVaultError) -> StoredKey {
        let fixed = Self.entryMark.count + 2
        guard bytes.starts(with: Self.entryMark), bytes.count > fixed else {
            throw .notAnEntry(path: path)
        }
        let count = Int(bytes[fixed - 2]) << 8 | Int(bytes[fixed - 1])
        let headLength = fixed + count + Self.saltLength
        guard bytes.count >= headLength + Self.tagLength else { throw .notAnEntry(path: path) }
        let head = Array(bytes[..<headLength])
        do {
            let box = try AES.GCM.SealedBox(
                nonce: entryNonce, ciphertext: bytes[headLength...].dropLast(Self.tagLength),
                tag: bytes.suffix(Self.tagLength))
            let clear = try AES.GCM.open(box, using: entryKey(head), authenticating: head)
            let key = try JSONDecoder().decode(StoredKey.self, from: clear)
            guard key.identifier.utf8.elementsEqual(head[fixed..<fixed + count]) else {
                throw KeyVaultError.foreignEntry(path: path)
            }
            return key
        } catch {
            throw .foreignEntry(path: path)
        }
    }

    /// The salt makes the key new for each entry, so that the vector may always be the same.
    private var entryNonce: AES.GCM.Nonce {
        do {
            return try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
        } catch {
            preconditionFailure("twelve bytes are a vector")
        }
    }

    private func entryKey(_ head: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: vaultKey, salt: head.suffix(Self.saltLength),
            info: Array("hls key vault 1 entry".utf8), outputByteCount: Self.keyLength)
    }
}

extension KeyVault: CustomStringConvertible, CustomReflectable {
    /// The folder alone.
    public var description: String { "key vault in '\(folder.path)'" }
    /// Nothing for `dump` to show.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
