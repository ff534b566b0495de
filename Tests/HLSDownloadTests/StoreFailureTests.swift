import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

@Suite struct `A package that cannot be opened` {
    @Test func `because another download has it says so in one line`() async throws {
        let download = TestDownload(url: "http://127.0.0.1:9/index.m3u8", folder: try TestFolder())
        do {
            let first = try download.driver()
            let failure = #expect(throws: StoreFailure.self) { _ = try download.driver() }
            #expect(
                failure?.description == "cannot store \(download.folder.path)/library.sqlite.lock: "
                    + "another process is downloading into this folder; wait for it to end")
            withExtendedLifetime(first) {}
        }
        _ = try download.driver()
    }

    @Test func `because its path leads through a file names the path`() throws {
        let folder = try TestFolder()
        try folder.write("", to: "file")
        let path = folder.path + "/file/package"
        let failure = #expect(throws: StoreFailure.self) {
            _ = try DownloadDriver(
                url: "http://127.0.0.1:9/index.m3u8", package: path,
                journal: path + "/library.sqlite", options: DownloadOptions(),
                random: SystemRandomNumberGenerator(), trace: { _, _, _ in })
        }
        #expect(failure?.description == "cannot write \(path): Not a directory")
    }

    @Test func `because the system forbids it names the path`() throws {
        let failure = #expect(throws: StoreFailure.self) {
            _ = try DownloadDriver(
                url: "http://127.0.0.1:9/index.m3u8", package: "/proc/package",
                journal: "/proc/package/library.sqlite", options: DownloadOptions(),
                random: SystemRandomNumberGenerator(), trace: { _, _, _ in })
        }
        #expect(failure?.description == "cannot write /proc/package: No such file or directory")
    }

    @Test func `because its journal is none says so`() throws {
        let folder = try TestFolder()
        try folder.write(String(repeating: "no database ", count: 100), to: "library.sqlite")
        let download = TestDownload(url: "http://127.0.0.1:9/index.m3u8", folder: folder)
        let failure = #expect(throws: StoreFailure.self) { _ = try download.driver() }
        #expect(
            failure?.description
                == "cannot store \(folder.path)/library.sqlite: file is not a database")
    }
}

@Suite struct `A package that cannot be written` {
    @Test func `ends the download with the reason in one line`() async throws {
        let asset = try TestAssets.movie()
        let peak = try #require(asset.catalog.variants.last).peakBitRate
        try await withOrigin(.synthetic(asset)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            try FileManager.default.createDirectory(
                atPath: download.package, withIntermediateDirectories: true)
            try download.folder.write("in the way", to: "package/0-\(peak)")
            let result = try await download.run()
            #expect(
                result.failure == "cannot download to the package: cannot write "
                    + "\(download.package)/0-\(peak): it is not a folder")
        }
    }
}
