internal import DownloadCore
internal import Foundation
internal import GRDB

// The rows of the packages.
extension SessionLibrary {
    /// Oldest first.
    func packages() throws(AssetDownloadError) -> [PackageRecord] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM package ORDER BY number").map { row in
                PackageRecord(
                    number: row["number"], url: row["url"], title: row["title"],
                    isBegun: row["isBegun"], isDeleting: row["isDeleting"],
                    lastUse: Date(timeIntervalSince1970: row["lastUse"]),
                    policy: try (row["policy"] as String?).map {
                        try StoredJSON.value($0, as: AssetDownloadStorageManagementPolicy.self)
                    })
            }
        }
    }

    /// The highest number that a package has ever had; 0 when there was none.
    func highestPackageNumber() throws(AssetDownloadError) -> Int {
        try read { database in
            try Int.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'package'") ?? 0
        }
    }

    func save(_ package: PackageRecord) throws(AssetDownloadError) {
        try write { try Self.update(package, $0) }
    }

    private static func update(_ package: PackageRecord, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE package SET url = ?, title = ?, isBegun = ?, isDeleting = ?, lastUse = ?,
                policy = ? WHERE number = ?
                """,
            arguments: [
                package.url, package.title, package.isBegun, package.isDeleting,
                package.lastUse.timeIntervalSince1970, try package.policy.map(StoredJSON.text),
                package.number,
            ])
    }

    /// Forgets a package and its tasks; to be called when its files are gone.
    func forget(package number: Int) throws(AssetDownloadError) {
        try write {
            try $0.execute(sql: "DELETE FROM package WHERE number = ?", arguments: [number])
        }
    }

    static func insert(_ package: PackageRecord, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO package (number, url, title, isBegun, isDeleting, lastUse, policy)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                package.number, package.url, package.title, package.isBegun, package.isDeleting,
                package.lastUse.timeIntervalSince1970, try package.policy.map(StoredJSON.text),
            ])
    }
}
