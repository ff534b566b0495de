import DownloadCore
import FixtureOrigin
import HLSDownload
import HLSPlaylist
import Scenarios
import Testing

@Suite struct `Several downloads on one package` {
    /// The media playlists that a package's own multivariant playlist names.
    static func local(_ download: TestDownload) throws -> [String] {
        guard
            case .multivariant(let playlist) = try Playlist(
                parsing: download.folder.bytes(of: "package/index.m3u8"))
        else { return [] }
        return playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
    }

    @Test func `leave the better variant, and nothing of the lesser`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            for (quality, stream) in [(Quality.fast, "low"), (.best, "high"), (.fast, "high")] {
                download.options.quality = quality
                #expect(try await download.run().outcome == .completed)
                #expect(try download.digests() == (try asset.digests(of: stream)))
                #expect(try Self.local(download) == [try download.manifest().streams[0].playlist])
            }
            #expect(try await origin.settledRecord().segments.count == 12)
            let media = download.folder.files().filter { $0.hasSuffix(".ts") }
            #expect(media.count == 6)
            let folders = Set(media.map { $0.split(separator: "/")[1] })
            #expect(
                folders == [Substring(try download.manifest().streams[0].folder)],
                "a folder with nothing in it is gone too")
        }
    }

    @Test func `leave what was complete playing until the better is`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.quality = .fast
            _ = try await download.run()
            let before = try Self.local(download)
            download.options.quality = .best
            let stopped = try await download.run { entries in
                entries.contains { entry in
                    if case .stored = entry.event { true } else { false }
                }
            }
            #expect(stopped.outcome == .cancelled)
            #expect(try Self.local(download) == before)
            for path in download.folder.files() where path.hasSuffix(".ts") && path.contains("0-") {
                #expect(download.folder.has(path))
            }
            let rest = try await download.run()
            #expect(rest.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            #expect(try Self.local(download) != before)
        }
    }
}
