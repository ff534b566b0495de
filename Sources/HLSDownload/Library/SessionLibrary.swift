internal import DownloadCore
internal import Foundation
internal import GRDB

/// What a session keeps, in SQLite: its tasks and its packages.
///
/// What was written survives the end of the process at any moment. A power cut may undo the last
/// writes, never damage what is older (write-ahead log, synced at its checkpoints).
struct SessionLibrary: Sendable {
    private let database: DatabaseQueue

    /// Opens or makes the library.
    /// - Throws: ``AssetDownloadError`` when it is damaged, of a later version, or cannot be used;
    ///   nothing is changed then.
    init(at path: String) throws(AssetDownloadError) {
        do {
            database = try DatabaseQueue(path: path)
            let isSuperseded = try database.read { database in
                guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw Damage(reason: "SQLite finds its pages inconsistent")
                }
                return try Self.migrator.hasBeenSuperseded(database)
            }
            guard !isSuperseded else { throw AssetDownloadError.libraryIsNewer(path: path) }
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            try Self.migrator.migrate(database)
        } catch {
            throw AssetDownloadError(library: error, path: path)
        }
    }

    /// What is read makes no sense.
    struct Damage: Error {
        var reason: String
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE package (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL,
                        title TEXT NOT NULL, isBegun INTEGER NOT NULL, isDeleting INTEGER NOT NULL,
                        lastUse REAL NOT NULL, policy TEXT
                    );
                    CREATE TABLE task (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        package INTEGER NOT NULL REFERENCES package (number) ON DELETE CASCADE,
                        kind TEXT NOT NULL, isOfStoredAsset INTEGER NOT NULL, url TEXT NOT NULL,
                        request TEXT, options TEXT, description TEXT, state TEXT NOT NULL,
                        priority REAL NOT NULL, resumeOrder INTEGER NOT NULL,
                        progress TEXT NOT NULL, summary TEXT NOT NULL,
                        completedSelections TEXT NOT NULL, error TEXT,
                        resolvedSelection TEXT
                    );
                    CREATE INDEX taskByState ON task (state);
                    CREATE INDEX taskByPackage ON task (package);
                    """)
        }
        return migrator
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(AssetDownloadError) -> Value {
        do {
            return try database.write(body)
        } catch {
            throw AssetDownloadError(library: error, path: database.path)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(AssetDownloadError) -> Value {
        do {
            return try database.read(body)
        } catch {
            throw AssetDownloadError(library: error, path: database.path)
        }
    }

    /// Ends the use of the file. Everything throws from then on.
    func close() {
        // What was written is in the file; a close that fails loses nothing.
        try? database.close()
    }
}

extension AssetDownloadError {
    /// What SQLite or a column says.
    fileprivate init(library error: any Error, path: String) {
        switch error {
        case let error as AssetDownloadError: self = error
        case let error as DatabaseError:
            let reason = error.message ?? "\(error.resultCode)"
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                self = .libraryDamaged(path: path, reason: reason)
            default: self = .libraryUnusable(path: path, reason: reason)
            }
        case let damage as SessionLibrary.Damage:
            self = .libraryDamaged(path: path, reason: damage.reason)
        case let error as DecodingError:
            self = .libraryDamaged(path: path, reason: "\(error)")
        default: self = .libraryUnusable(path: path, reason: "\(error)")
        }
    }
}
