import DownloadCore
import FixtureOrigin
import GRDB
import Scenarios
import Testing

@Suite struct `A part that got its name before the journal knew` {
    /// Takes the download back to the moment between the two.
    /// - Returns: path of the part, below the folder.
    private static func forget(part index: Int, _ folder: TestFolder) throws -> String {
        let journal = try DatabaseQueue(path: folder.path + "/library.sqlite")
        return try journal.write { database in
            let path = try #require(
                try String.fetchOne(
                    database, sql: "SELECT path FROM part WHERE position = ?", arguments: [index]))
            try database.execute(
                sql: "INSERT INTO promised SELECT * FROM part WHERE position = ?",
                arguments: [index])
            try database.execute(sql: "DELETE FROM part WHERE position = ?", arguments: [index])
            return "package/" + path
        }
    }

    /// Downloads, forgets a part, does something to its file, and downloads again.
    /// - Returns: what the origin answered to the second download's requests of segments.
    private func answers(
        _ act: @escaping @Sendable (TestFolder, String) throws -> Void
    ) async throws -> [Int] {
        let asset = try TestAssets.movie()
        return try await withOrigin(.synthetic(asset)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().outcome == .completed)
            let path = try Self.forget(part: 2, download.folder)
            try act(download.folder, path)
            let first = origin.requestCount
            let again = try await download.run()
            #expect(again.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            return try await origin.settledRecord().segments
                .filter { $0.sequence > first }.map(\.status)
        }
    }

    @Test func `is not asked for again`() async throws {
        let statuses = try await answers { _, _ in }
        #expect(statuses.isEmpty)
    }

    @Test func `is fetched again when a power cut has taken its bytes`() async throws {
        let statuses = try await answers { folder, path in
            let length = try folder.bytes(of: path).count
            try folder.write(String(repeating: "\0", count: length), to: path)
        }
        #expect(statuses == [200])
    }
}
