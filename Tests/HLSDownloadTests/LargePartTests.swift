import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

@Suite struct `A download of large parts` {
    /// MPEG-TS packets of four segments of 3 MB, of a size that is no multiple of anything.
    private static let segments: [[UInt8]] = (1...4).map { segment in
        let packet = [0x47] + (1..<188).map { UInt8(($0 * segment) & 0x7F) }
        return (0..<(16_001 + segment)).flatMap { _ in packet }
    }

    /// A folder to be served.
    private static func media() throws -> TestFolder {
        let folder = try TestFolder()
        let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=6100000\nmedia.m3u8\n"
        try folder.write(multivariant, to: "index.m3u8")
        var playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        var parts: [AssetCatalog.Part] = []
        for (index, bytes) in segments.enumerated() {
            try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(index).ts")
            playlist += "#EXTINF:4,\n\(index).ts\n"
            parts.append(.init(path: "\(index).ts", length: bytes.count, seconds: 4))
        }
        try folder.write(playlist + "#EXT-X-ENDLIST\n", to: "media.m3u8")
        let catalog = AssetCatalog(
            id: "large", title: "Large", multivariantPlaylist: "index.m3u8",
            streams: [.init(id: "v", kind: .video, playlist: "media.m3u8", segments: parts)],
            variants: [.init(stream: "v", peakBitRate: 6_100_000)])
        try folder.write(
            String(decoding: try JSONEncoder().encode(catalog), as: UTF8.self), to: "asset.json")
        return folder
    }

    private static func download(
        _ faults: [Fault] = [], endingAt bytes: Int? = nil
    ) async throws -> [RunResult] {
        let media = try media()
        let results = try await withOrigin(.folder(media.path), faults) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            var results: [RunResult] = []
            if let bytes {
                results.append(try await download.run { $0.receivedBytes >= bytes })
            }
            results.append(try await download.run())
            #expect(try download.digests() == segments.map { sha256($0) })
            return results
        }
        withExtendedLifetime(media) {}
        return results
    }

    @Test func `stores what the origin has`() async throws {
        let results = try await Self.download()
        #expect(results.map(\.outcome) == [.completed])
    }

    @Test(arguments: [700_000, 3_000_000, 9_000_000])
    func `has all on disk that has arrived when it is ended`(bytes: Int) async throws {
        let results = try await Self.download(endingAt: bytes)
        #expect(results.map(\.outcome) == [.cancelled, .completed])
        let received = results.reduce(0) { $0 + $1.trace.receivedBytes }
        #expect(received == Self.segments.reduce(0) { $0 + $1.count })
    }

    @Test(arguments: [
        Fault(match: .init(segment: 1), effect: .truncate(afterByte: 2_000_001), times: 1),
        Fault(match: .init(segment: 1), effect: .reset(afterByte: 1_234_567), times: 1),
    ])
    func `goes on where one was cut off`(fault: Fault) async throws {
        let results = try await Self.download([fault])
        #expect(results.map(\.outcome) == [.completed])
        #expect(results.map(\.progress.retries) == [1])
    }

    /// Bytes of unfinished parts that are on disk.
    private static func partialBytes(in package: String) -> Int {
        let paths = FileManager.default.enumerator(atPath: package)?.allObjects ?? []
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".part") }
            .compactMap { try? FileManager.default.attributesOfItem(atPath: package + "/" + $0) }
            .reduce(0) { $0 + ($1[.size] as? Int ?? 0) }
    }

    @Test func `has on disk what came of one that has fallen silent`() async throws {
        let silence = Fault(
            match: .init(segment: 1), effect: .stall(afterByte: 700_001, for: .seconds(600)))
        let media = try Self.media()
        try await withOrigin(.folder(media.path), [silence]) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.parallelRequests = 1
            let driver = try download.driver()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = await driver.run() }
                let deadline = ContinuousClock.now + .seconds(20)
                while Self.partialBytes(in: download.package) != 700_001 {
                    try #require(ContinuousClock.now < deadline)
                    await Task.yield()
                }
                group.cancelAll()
            }
        }
        withExtendedLifetime(media) {}
    }
}
