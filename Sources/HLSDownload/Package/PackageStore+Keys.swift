internal import DownloadCore

// Keys of the identity format lie in the package, for players that know nothing of this engine.
// Only the owner may read them; an app's keys belong into a ``KeyVault``.
extension PackageStore {
    /// Writes a key that has arrived. Durable when it returns. Of an app's key nothing is written.
    func keep(_ plan: KeyPlan, _ key: ContentKey) throws(StoreFailure) {
        guard !plan.isFromApp else {
            appKeys[plan.url] = key
            return
        }
        let number = keys[plan.identity]?.number ?? nextKeyNumber
        let path = PackageLayout.key(number)
        try DurableFolder.make(layout.absolute(PackageLayout.keyFolder))
        try DurableFolder.write(
            [(path: layout.absolute(path), bytes: key.exposedBytes())], mode: 0o600)
        try journal.keep(DownloadJournal.StoredKey(identity: plan.identity, number: number))
        keys[plan.identity] = StoredContentKey(number: number, key: key)
    }

    private var nextKeyNumber: Int { (keys.values.map(\.number).max() ?? -1) + 1 }

    /// How the bytes of a part are looked at while they arrive.
    func check(of part: PartPlan) throws(StoreFailure) -> PartCheck {
        guard part.needsKey, let encryption = part.encryption, let url = part.keyURL else {
            return .clear(ContainerCheck())
        }
        let stored = part.keyIsFromApp ? nil : key(at: url)
        guard let key = part.keyIsFromApp ? appKeys[url] : stored?.key else {
            preconditionFailure("the keys come before the parts")
        }
        do throws(SegmentDecryptionError) {
            return try PartCheck(encryption, key: key)
        } catch {
            let path = stored.map { PackageLayout.key($0.number) } ?? url
            throw .other(path: path, reason: "\(error)")
        }
    }

    /// Path of a part's key, relative to the package.
    func keyPath(of part: PartPlan) -> String? {
        guard !part.keyIsFromApp else { return nil }
        return part.keyURL.flatMap { key(at: $0) }.map { PackageLayout.key($0.number) }
    }

    private func key(at url: String) -> StoredContentKey? {
        keyIdentities[url].flatMap { keys[$0] }
    }

    /// Reads the keys that the journal speaks of. One that is not there, or has no length of a key,
    /// is fetched again.
    static func keys(
        in journal: DownloadJournal, _ layout: PackageLayout
    ) throws(StoreFailure) -> [String: StoredContentKey] {
        var keys: [String: StoredContentKey] = [:]
        for row in try journal.keys() {
            let path = layout.absolute(PackageLayout.key(row.number))
            guard let size = DurableFolder.size(of: path), [16, 32].contains(size) else {
                continue
            }
            var bytes: [UInt8] = []
            try DurableFile(at: path).read(size) { bytes.append(contentsOf: $0) }
            keys[row.identity] = StoredContentKey(number: row.number, key: ContentKey(bytes))
        }
        return keys
    }
}

/// A key of the package.
struct StoredContentKey: Sendable {
    /// Names its file.
    var number: Int
    var key: ContentKey
}
