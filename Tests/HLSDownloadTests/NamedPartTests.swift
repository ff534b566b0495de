import DownloadCore
import FixtureOrigin
import GRDB
import Scenarios
import Testing

@Suite struct `A part that got its name before the journal knew` {
    /// Takes the download back to the moment between the two.
    private static func forget(part index: Int, tag: String, _ folder: TestFolder) throws {
        let journal = try DatabaseQueue(path: folder.path + "/library.sqlite")
        try journal.write { database in
            let row = try #require(
                try Row.fetchOne(
                    database, sql: "SELECT stream, path FROM part WHERE position = ?",
                    arguments: [index]))
            let path = row["path"] as String
            try database.execute(sql: "DELETE FROM part WHERE position = ?", arguments: [index])
            // Of another start of the system, and never synced: only the name says that it was.
            try database.execute(
                sql: "INSERT INTO partial VALUES (?, ?, ?, ?, 'another', 0)",
                arguments: [
                    row["stream"] as String, index, path.replacing(".ts", with: ".part"), tag,
                ])
        }
    }

    private static func tag(_ asset: SyntheticAsset, segment: Int) throws -> String {
        let path = try #require(asset.catalog.stream("high")).segments[segment].path
        return try #require(asset.resources.first { $0.path == "/" + path }).entityTag
    }

    @Test func `is not fetched again`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().outcome == .completed)
            try Self.forget(part: 2, tag: try Self.tag(asset, segment: 2), download.folder)
            let first = origin.requestCount
            let again = try await download.run()
            #expect(again.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let requests = try await origin.settledRecord().segments.filter { $0.sequence > first }
            // The origin is only asked whether there is more.
            #expect(requests.map(\.status) == [416])
        }
    }

    @Test func `is fetched again when the origin has another version now`() async throws {
        let (old, new) = (try TestAssets.movie(seed: 1), try TestAssets.movie(seed: 2))
        let folder = try TestFolder()
        try await withOrigin(.synthetic(old)) { _, url in
            let run = try await TestDownload(url: url, folder: folder).run()
            #expect(run.outcome == .completed)
        }
        try Self.forget(part: 2, tag: try Self.tag(old, segment: 2), folder)
        let expected = try new.digests(of: "high")
        try await withOrigin(.synthetic(new)) { _, url in
            let download = TestDownload(url: url, folder: folder)
            let run = try await download.run()
            #expect(run.outcome == .completed)
            let digests = try download.digests()
            #expect(digests[2] == expected[2])
        }
    }
}
