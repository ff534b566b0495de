import DownloadCore
import FixtureOrigin
import Foundation
@testable import HLSDownload
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Synchronization
import Testing

/// What ends or stops a download in the middle while someone plays its presentation.
@Suite(.timeLimit(.minutes(2)))
struct `Played while it is downloaded and ended in the middle, a movie` {
    static func asset() throws -> SyntheticAsset { try TestAssets.movie(segmentSeconds: 2) }

    /// A download slower than its player, who plays the lesser variant.
    static func download(_ url: String) throws -> TestDownload {
        var download = TestDownload(url: url, folder: try TestFolder())
        download.options.bandwidthLimit = 800_000
        return download
    }

    @Test(arguments: [1, 2, 4])
    func `goes on without a player and leaves nothing of what only the player wanted`(
        guests: Int
    ) async throws {
        let asset = try Self.asset()
        try await withOrigin(.synthetic(asset)) { origin, url in
            var download = try Self.download(url)
            let ended = try await download.run(playing: .init(mode: .withDownload)) {
                $0.storedParts(ofStream: 1).count == guests
            }
            #expect(ended.outcome == .cancelled)
            #expect(ended.playback?.state == .stopped)
            let left = download.folder.files().filter { $0.hasPrefix("package/1-") }
            #expect(left.contains { $0.hasSuffix(".ts") })
            #expect(!download.folder.has("package/index.m3u8"))
            #expect(try download.manifest().streams.count == 1)

            download.options.bandwidthLimit = nil
            let first = origin.requestCount
            let completed = try await download.run()
            #expect(completed.failure == "")
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
            let again = try await origin.settledRecord().segments.filter { $0.sequence > first }
            for index in ended.trace.storedParts(ofStream: 0) {
                #expect(!again.contains { $0.part == .segment(stream: "high", index: index) })
            }
        }
    }

    @Test func `goes on with a player, who plays from disk what he had`() async throws {
        let asset = try Self.asset()
        try await withOrigin(.synthetic(asset)) { origin, url in
            let download = try Self.download(url)
            let ended = try await download.run(playing: .init(mode: .withDownload)) {
                $0.storedParts(ofStream: 1).count == 3
            }
            let stored = ended.trace.storedParts(ofStream: 1)
            let gone = ended.trace.flatMap(\.commands).compactMap { command in
                if case .discardGuestPart(let resource) = command { resource } else { nil }
            }
            let first = origin.requestCount
            let completed = try await download.run(playing: .init(mode: .withDownload))
            #expect(completed.failure == "")
            #expect(completed.playback?.state == .ended)
            #expect(completed.playback?.faults == [])
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
            let again = try await origin.settledRecord().segments.filter { $0.sequence > first }
            for index in stored where !gone.contains(.part(stream: 1, index: index)) {
                #expect(!again.contains { $0.part == .segment(stream: "low", index: index) })
            }
        }
    }

    @Test func `loses nothing that stood in another folder's way`() async throws {
        let asset = try Self.asset()
        try await withOrigin(.synthetic(asset)) { _, url in
            var download = try Self.download(url)
            _ = try await download.run(playing: .init(mode: .withDownload)) {
                $0.storedParts(ofStream: 1).count == 2
            }
            // The lesser variant is asked for now: what was the player's alone is the package's.
            download.options.quality = .fast
            download.options.bandwidthLimit = nil
            let completed = try await download.run()
            #expect(completed.failure == "")
            let package = PlayedPackage(download: download, asset: asset, stream: "low")
            let fault = try await package.fault()
            #expect(fault == nil)
        }
    }

    @Test func `leaves what an earlier download completed playing until the better is`()
        async throws
    {
        let asset = try Self.asset()
        try await withOrigin(.synthetic(asset)) { origin, url in
            var download = try Self.download(url)
            download.options.quality = .fast
            download.options.bandwidthLimit = nil
            #expect(try await download.run().outcome == .completed)
            let layout = PackageLayout(root: download.package)
            download.options.quality = .best
            download.options.bandwidthLimit = 1_600_000
            let ended = try await download.run(playing: .init(mode: .withDownload)) { entries in
                entries.contains { $0.commands.contains { $0.isDiscardOfGuest } }
            }
            #expect(ended.outcome == .cancelled)
            #expect(LocalPlaylists.playsWhole(layout))
            let completed = try await download.run(playing: .init(mode: .withDownload))
            #expect(completed.failure == "")
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
            let record = try await origin.settledRecord()
            #expect(record.wholeAnswers(of: "low").count == 12)
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct `Played while it is downloaded and killed, a movie` {
    @Test func `goes on from what is there whenever a part became durable`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.bandwidthLimit = 3_200_000
            let moments = try TestFolder()
            let path = download.folder.path
            let count = Mutex(0)
            let result = try await download.run(
                playing: .init(mode: .withDownload, speed: 16)
            ) { entries in
                // Nothing is being made durable while this is told, and its commands are to come.
                guard case .stored(.part) = entries[entries.count - 1].event else { return false }
                count.withLock { number in
                    Self.copy(path, to: "\(moments.path)/\(number)")
                    number += 1
                }
                return false
            }
            #expect(result.failure == "")
            #expect(result.trace.storedParts(ofStream: 1).count > 3)
            for moment in 0..<count.withLock({ $0 }) {
                let left = TestFolder(at: "\(moments.path)/\(moment)")
                let rest = TestDownload(url: url, folder: left)
                #expect(try await rest.run().failure == "", "moment \(moment)")
                let fault = try await PlayedPackage(download: rest, asset: asset).fault()
                #expect(fault == nil, "moment \(moment)")
            }
        }
    }

    /// Copies what a kill would leave: the package and its journal.
    private static func copy(_ folder: String, to target: String) {
        let files = FileManager.default
        // What cannot be copied is missed by the download that goes on from it.
        try? files.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in [
            "package", "library.sqlite", "library.sqlite-wal", "library.sqlite.begun",
        ] {
            // The same.
            try? files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(target)/\(name)")
        }
    }
}

extension DownloadCommand {
    fileprivate var waitsForDisk: Bool {
        if case .report(.waiting(.diskFull)) = self { true } else { false }
    }

    fileprivate var isDiscardOfGuest: Bool {
        if case .discardGuestPart = self { true } else { false }
    }
}

@Suite(
    .enabled(if: geteuid() == 0, "only root can mount a small disk"), .timeLimit(.minutes(2)))
struct `Played while it is downloaded onto a full disk, a movie` {
    @Test func `waits with what its player fetched, and is whole when there is space`()
        async throws
    {
        // 250 kB in each of the player's segments, 1 MB in those of the download.
        let asset = try TestAssets.movie(
            seconds: 12, segmentSeconds: 2, bitsPerSecond: 4_000_000)
        let disk = try SmallDisk(kilobytes: 700)
        try await withOrigin(.synthetic(asset)) { _, url in
            let folder = try TestFolder(in: disk.path)
            var download = TestDownload(url: url, folder: folder)
            download.options.waitsForSpace = true
            download.options.spaceInterval = .milliseconds(50)
            download.options.parallelRequests = 1
            let (full, signal) = AsyncStream<Never>.makeStream()
            async let result = download.run(playing: .init(mode: .withDownload)) { entries in
                let commands = entries[entries.count - 1].commands
                if commands.contains(where: \.waitsForDisk) { signal.finish() }
                return false
            }
            for await _ in full {}
            try disk.resize(kilobytes: 40_000)
            let completed = try await result
            #expect(completed.failure == "")
            #expect(completed.playback?.state == .ended)
            // The disk was full of what only the player wanted.
            let before = Array(
                completed.trace.prefix { !$0.commands.contains(where: \.waitsForDisk) })
            #expect(!before.storedParts(ofStream: 1).isEmpty)
            #expect(before.storedParts(ofStream: 0) == [])
            #expect(completed.playback?.account.fetchedTwice == 0)
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
        }
    }
}
