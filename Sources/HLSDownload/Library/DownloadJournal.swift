internal import DownloadCore
internal import Foundation
internal import GRDB

/// What has to survive of a download, in SQLite: written after the files it speaks of are durable.
struct DownloadJournal: Sendable {
    private let database: DatabaseQueue

    /// A part that is durable in the package.
    struct StoredPart: Sendable, Hashable {
        var key: DownloadSnapshot.PartKey
        /// Relative to the package.
        var path: String
        var length: Int
        var sha256: String
        var attestation: Attestation
    }

    /// A part of which some bytes have arrived.
    struct PartialPart: Sendable, Hashable {
        var key: DownloadSnapshot.PartKey
        /// Relative to the package.
        var path: String
        var entityTag: String
        /// Names the running system: while it is the same, written bytes are there without a sync.
        var bootID: String
        /// Bytes that were made durable.
        var synced: Int
    }

    /// A key that is in the package.
    struct StoredKey: Sendable, Hashable {
        /// ``KeyPlan/identity``
        var identity: String
        /// Names its file.
        var number: Int
    }

    /// Opens or makes the journal.
    /// - Throws: ``StoreFailure``.
    init(at path: String) throws(StoreFailure) {
        do {
            var configuration = Configuration()
            // Who had it before may be about to close it.
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                // Enough where all that a power cut may undo can be found out again; what cannot is
                // committed with FULL.
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            try Self.migrator.migrate(database)
        } catch {
            throw StoreFailure(database: error, path: path)
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE download (
                        url TEXT NOT NULL, received INTEGER NOT NULL, retries INTEGER NOT NULL
                    );
                    CREATE TABLE playlist (
                        key TEXT PRIMARY KEY, url TEXT NOT NULL, entityTag TEXT, bytes BLOB NOT NULL
                    );
                    CREATE TABLE part (
                        stream TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL,
                        length INTEGER NOT NULL, sha256 TEXT NOT NULL, lengthAttested TEXT NOT NULL,
                        container TEXT NOT NULL, PRIMARY KEY (stream, position)
                    ) WITHOUT ROWID;
                    CREATE TABLE partial (
                        stream TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL,
                        entityTag TEXT NOT NULL, bootID TEXT NOT NULL, synced INTEGER NOT NULL,
                        PRIMARY KEY (stream, position)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2") { database in
            // The bytes are in the package.
            try database.execute(
                sql: """
                    CREATE TABLE key (
                        identity TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("3") { database in
            // What the package is to hold, and what was there before and goes then: JSON.
            try database.execute(
                sql: """
                    ALTER TABLE download ADD COLUMN selection TEXT;
                    ALTER TABLE download ADD COLUMN superseded TEXT;
                    """)
        }
        migrator.registerMigration("4", migrate: JournalIdentities.rename)
        migrator.registerMigration("5") { database in
            // Parts that are to be in the package and may not be there yet.
            try database.execute(
                sql: """
                    CREATE TABLE promised (
                        stream TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL,
                        length INTEGER NOT NULL, sha256 TEXT NOT NULL, lengthAttested TEXT NOT NULL,
                        container TEXT NOT NULL, PRIMARY KEY (stream, position)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("6") { database in
            // Servers that asked to be left alone: for so long, from then on. Times in nanoseconds.
            try database.execute(
                sql: """
                    CREATE TABLE pause (
                        host TEXT PRIMARY KEY, time INTEGER NOT NULL, bootID TEXT NOT NULL,
                        sinceBoot INTEGER NOT NULL, since1970 INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("7") { database in
            // Changes with everything that is made durable.
            try database.execute(
                sql: "ALTER TABLE download ADD COLUMN syncs INTEGER NOT NULL DEFAULT 0")
        }
        return migrator
    }

    func write(_ body: (Database) throws -> Void) throws(StoreFailure) {
        do {
            try database.write(body)
        } catch {
            throw StoreFailure(database: error, path: database.path)
        }
    }

    /// The same, on the medium when it returns, and so is all that was written before. It has to change
    /// something: SQLite syncs nothing when what is written is there already.
    func writeDurably(_ body: (Database) throws -> Void) throws(StoreFailure) {
        do {
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                defer {
                    // Too durable is no failure.
                    try? database.execute(sql: "PRAGMA synchronous = NORMAL")
                }
                try database.inTransaction {
                    try body(database)
                    return .commit
                }
            }
        } catch {
            throw StoreFailure(database: error, path: database.path)
        }
    }

    /// Executes a statement that is needed for every part: translated once.
    static func execute(
        _ sql: String, _ arguments: StatementArguments, _ database: Database
    ) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
        do {
            return try database.read(body)
        } catch {
            throw StoreFailure(database: error, path: database.path)
        }
    }
}

// MARK: - The download as a whole

extension DownloadJournal {
    struct Counts: Sendable, Hashable {
        var bytesReceived = 0
        var retries = 0
    }

    /// Begins the download, or goes on with the one that is there.
    /// - Returns: the URL it was last begun with, nil for a new one.
    func begin(url: String) throws(StoreFailure) -> String? {
        let earlier = try read { try String.fetchOne($0, sql: "SELECT url FROM download") }
        try write { database in
            if earlier == nil {
                try database.execute(
                    sql: "INSERT INTO download (url, received, retries) VALUES (?, 0, 0)",
                    arguments: [url])
            } else {
                try database.execute(sql: "UPDATE download SET url = ?", arguments: [url])
            }
        }
        return earlier
    }

    /// What earlier runs received.
    func counts() throws(StoreFailure) -> Counts {
        try read { database in
            let row = try Row.fetchOne(database, sql: "SELECT received, retries FROM download")
            return row.map { Counts(bytesReceived: $0["received"], retries: $0["retries"]) }
                ?? Counts()
        }
    }

    /// What the package is to hold, as it was last planned; nil when nothing was, or when it was by
    /// a version whose words mean nothing to this one.
    func content() throws(StoreFailure) -> (selection: Selection, superseded: [Selection.Stream])? {
        let row = try read {
            try Row.fetchOne($0, sql: "SELECT selection, superseded FROM download")
        }
        guard let row, let text = row["selection"] as String? else { return nil }
        let decoder = JSONDecoder()
        // Without it all is as in a package that was never planned: nothing is lost.
        guard let selection = try? decoder.decode(Selection.self, from: Data(text.utf8)) else {
            return nil
        }
        let others = Data((row["superseded"] as String? ?? "[]").utf8)
        // What cannot be read cannot be let go of; it stays, as any file that nobody knows.
        let superseded = try? decoder.decode([Selection.Stream].self, from: others)
        return (selection, superseded ?? [])
    }

    func keep(
        _ selection: Selection, superseding streams: [Selection.Stream]
    ) throws(StoreFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try write { database in
            try database.execute(
                sql: "UPDATE download SET selection = ?, superseded = ?",
                arguments: [
                    String(decoding: try encoder.encode(selection), as: UTF8.self),
                    String(decoding: try encoder.encode(streams), as: UTF8.self),
                ])
        }
    }

    func record(_ counts: Counts) throws(StoreFailure) {
        try write { try Self.update(counts, $0) }
    }

    /// The same, on the medium when it returns, and so is all that was written before.
    func recordDurably(_ counts: Counts) throws(StoreFailure) {
        try writeDurably { database in
            try Self.update(counts, database)
            try database.execute(sql: "UPDATE download SET syncs = syncs + 1")
        }
    }

    private static func update(_ counts: Counts, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE download SET received = ?, retries = ?",
            arguments: [counts.bytesReceived, counts.retries])
    }
}

// MARK: - Playlists and keys

extension DownloadJournal {
    func keep(_ copy: PlaylistCopy) throws(StoreFailure) {
        try write { database in
            try database.execute(
                sql:
                    "INSERT OR REPLACE INTO playlist (key, url, entityTag, bytes) VALUES (?, ?, ?, ?)",
                arguments: [copy.key, copy.url, copy.entityTag, Data(copy.bytes)])
        }
    }

    func playlists() throws(StoreFailure) -> [PlaylistCopy] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM playlist ORDER BY key").map { row in
                PlaylistCopy(
                    key: row["key"], url: row["url"], entityTag: row["entityTag"],
                    bytes: [UInt8](row["bytes"] as Data))
            }
        }
    }

    func keep(_ key: StoredKey) throws(StoreFailure) {
        try write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO key (identity, number) VALUES (?, ?)",
                arguments: [key.identity, key.number])
        }
    }

    func keys() throws(StoreFailure) -> [StoredKey] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM key ORDER BY number").map {
                StoredKey(identity: $0["identity"], number: $0["number"])
            }
        }
    }

    /// Forgets a key by its identity.
    func discardKey(_ identity: String) throws(StoreFailure) {
        try write { database in
            try database.execute(sql: "DELETE FROM key WHERE identity = ?", arguments: [identity])
        }
    }
}

extension StoreFailure {
    /// What SQLite says, as the disk's failure that it is.
    fileprivate init(database error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = .other(path: path, reason: "\(error)")
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = .notWritable(path: path, reason: error.message ?? "\(error.resultCode)")
        default: self = .other(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }
}
