import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import OfflinePlayback
import PlaybackCore
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Played while it is downloaded, the fixture` {
    @Test(arguments: [("ladder", 0), ("cmaf", 0), ("aes128", 2), ("aes128-fmp4", 3)])
    func `is whole in the end, with the keys that it needs and no other`(
        name: String, keys: Int
    ) async throws {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture(name))
        try await withOrigin(asset) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.bandwidthLimit = 4_000_000
            let result = try await download.run(playing: .init(mode: .withDownload, speed: 16))
            #expect(result.failure == "")
            let playback = try #require(result.playback)
            #expect(playback.state == .ended)
            #expect(playback.faults == [])
            #expect(playback.account.fetchedTwice == 0)
            #expect(playback.account.fetched == result.trace.receivedBytes)
            let verification = try await PackageVerifier(package: download.package).verify()
            #expect(verification.findings == [])
            #expect(verification.state == .complete)
            #expect(PackageLint.check(download.package) == [])
            let manifest = try download.manifest()
            let folders = try FileManager.default.contentsOfDirectory(atPath: download.package)
                .filter { $0.contains("-") }
            #expect(folders.sorted() == manifest.streams.map(\.folder).sorted())
            let files = download.folder.files().filter { $0.hasPrefix("package/Keys/") }
            #expect(files.count == keys)
        }
    }
}
