internal import DownloadCore
internal import GRDB

// Parts: what has arrived of them, what they are to be, what they are.
extension DownloadJournal {
    /// Notes that bytes of parts under these entity tags are about to be written, or are.
    func begin(_ partials: [PartialPart]) throws(StoreFailure) {
        try write { database in
            for partial in partials { try Self.insert(partial, database) }
        }
    }

    /// Notes how many bytes of a part are durable, if `holds` says that it is still so when nothing else
    /// can be written any more; durable itself when it returns.
    func synced(_ partial: PartialPart, if holds: () -> Bool) throws(StoreFailure) {
        try writeDurably { database in
            if holds() { try Self.insert(partial, database) }
        }
    }

    private static func insert(_ partial: PartialPart, _ database: Database) throws {
        try execute(
            """
            INSERT OR REPLACE INTO partial (stream, position, path, entityTag, bootID, synced)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                partial.key.stream, partial.key.index, partial.path, partial.entityTag,
                partial.bootID, partial.synced,
            ], database)
    }

    func discard(_ key: DownloadSnapshot.PartKey) throws(StoreFailure) {
        try write { try Self.delete(key, from: "partial", $0) }
    }

    /// Notes parts that all bytes have arrived of, before they are made durable. Whoever finds the promise
    /// finds out by the digest whether it was kept. Durable with ``recordDurably(_:)``.
    func promise(_ parts: [StoredPart]) throws(StoreFailure) {
        try write { database in
            for part in parts {
                try Self.insert(part, into: "promised", database)
                // What is there of another version is not what this row says any more.
                try Self.delete(part.key, from: "part", database)
            }
        }
    }

    /// Promises that nobody has kept yet, as far as this version knows.
    func promised() throws(StoreFailure) -> [StoredPart] { try parts(of: "promised") }

    /// The part is not there.
    func breakPromise(_ key: DownloadSnapshot.PartKey) throws(StoreFailure) {
        try write { try Self.delete(key, from: "promised", $0) }
    }

    /// Notes that parts are durable in the package.
    func store(_ parts: [StoredPart]) throws(StoreFailure) {
        try write { database in
            for part in parts {
                try Self.insert(part, into: "part", database)
                try Self.delete(part.key, from: "promised", database)
                try Self.delete(part.key, from: "partial", database)
            }
        }
    }

    private static func insert(
        _ part: StoredPart, into table: String, _ database: Database
    ) throws {
        try execute(
            """
            INSERT OR REPLACE INTO \(table)
            (stream, position, path, length, sha256, lengthAttested, container)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                part.key.stream, part.key.index, part.path, part.length, part.sha256,
                part.attestation.length.rawValue, part.attestation.container.rawValue,
            ], database)
    }

    private static func delete(
        _ key: DownloadSnapshot.PartKey, from table: String, _ database: Database
    ) throws {
        try execute(
            "DELETE FROM \(table) WHERE stream = ? AND position = ?", [key.stream, key.index],
            database)
    }

    /// Forgets a part that was durable.
    func discardStored(_ key: DownloadSnapshot.PartKey) throws(StoreFailure) {
        try write { try Self.delete(key, from: "part", $0) }
    }

    /// Forgets the parts of a stream.
    func discardStream(_ identity: String) throws(StoreFailure) {
        try write { database in
            for table in ["part", "promised", "partial"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE stream = ?", arguments: [identity])
            }
        }
    }

    /// Forgets a stream that the package no longer is to hold.
    func letGo(of uri: String) throws(StoreFailure) {
        try discardStream(uri)
        try write { database in
            try database.execute(sql: "DELETE FROM playlist WHERE key = ?", arguments: [uri])
        }
    }

    func partials() throws(StoreFailure) -> [PartialPart] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM partial ORDER BY stream, position").map {
                PartialPart(
                    key: .init(stream: $0["stream"], index: $0["position"]), path: $0["path"],
                    entityTag: $0["entityTag"], bootID: $0["bootID"], synced: $0["synced"])
            }
        }
    }

    /// Parts whose rows mean something to this version.
    func parts() throws(StoreFailure) -> [StoredPart] { try parts(of: "part") }

    private func parts(of table: String) throws(StoreFailure) -> [StoredPart] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY stream, position")
                .compactMap { row -> StoredPart? in
                    guard let length = Attestation.Length(rawValue: row["lengthAttested"]),
                        let container = Container(rawValue: row["container"])
                    else { return nil }
                    return StoredPart(
                        key: .init(stream: row["stream"], index: row["position"]),
                        path: row["path"], length: row["length"], sha256: row["sha256"],
                        attestation: Attestation(length: length, container: container))
                }
        }
    }
}
