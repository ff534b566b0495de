import DownloadCore
import FixtureOrigin
import Foundation
import FoundationXML
import HLSDownload
import HLSPlaylist
import Scenarios
import Testing

@Suite struct `A download without faults` {
    @Test(arguments: [(Quality.best, "high"), (.fast, "low"), (.minimumBitrate(90_000), "low")])
    func `stores every segment of the requested variant, byte for byte`(
        quality: Quality, stream: String
    ) async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.quality = quality
            let result = try await download.run()
            #expect(result.outcome == .completed)
            #expect(result.progress.retries == 0)
            #expect(result.progress.secondsStored == .seconds(24))
            #expect(result.progress.fraction == 1)
            #expect(try download.digests() == (try asset.digests(of: stream)))
            let requests = try await origin.settledRecord().entries
            #expect(requests.count == 2 + 6)
            #expect(requests.allSatisfy { $0.ending == .complete })
        }
    }

    @Test func `describes what it stored`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run()
            let manifest = try download.manifest()
            #expect(manifest.format == PackageManifest.currentFormat)
            #expect(manifest.isComplete)
            #expect(manifest.firstHole == nil)
            #expect(manifest.url == url)
            #expect(manifest.variant?.uri == "high/index.m3u8")
            #expect(manifest.variant?.width == 640)
            let stream = try #require(manifest.streams.first)
            #expect(stream.parts.map(\.number) == Array(1...6))
            #expect(stream.parts.allSatisfy { $0.kind == "segment" && $0.seconds == 4 })
            #expect(stream.parts.map(\.sha256) == (try asset.digests(of: "high")))
            #expect(
                stream.parts.map(\.length)
                    == (try #require(asset.catalog.stream("high"))).segments.map(\.length))
            #expect(
                stream.parts.allSatisfy { $0.attestation == "length and container (MPEG-TS)" })
        }
    }

    @Test func `leaves playlists that list every file and nothing else`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run()
            let stream = try #require(try download.manifest().streams.first)
            let multivariant = try Playlist(
                parsing: download.folder.bytes(of: "package/index.m3u8"))
            guard case .multivariant(let multivariant) = multivariant else {
                Issue.record("index.m3u8 is no multivariant playlist")
                return
            }
            #expect(multivariant.variants.map(\.uri) == [stream.playlist])
            let media = try Playlist(
                parsing: download.folder.bytes(of: "package/" + stream.playlist))
            guard case .media(let media) = media else {
                Issue.record("\(stream.playlist) is no media playlist")
                return
            }
            #expect(media.hasEndList)
            #expect(media.segments.totalDuration == .seconds(24))
            #expect(
                media.segments.map { "\(stream.folder)/\($0.uri)" } == stream.parts.map(\.path))
            let described = [
                "Data/0.m3u8", "Data/multivariant.m3u8", "boot.xml", "index.m3u8", "manifest.json",
                "root.xml", "\(stream.folder)/StreamInfoBoot.xml", stream.playlist,
            ]
            let listed = described + stream.parts.compactMap(\.path)
            #expect(
                download.folder.files().filter { $0.hasPrefix("package/") }
                    == listed.map { "package/" + $0 }.sorted())
        }
    }

    @Test func `leaves well-formed XML that names every segment`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run()
            let stream = try #require(try download.manifest().streams.first)
            for name in ["root.xml", "boot.xml", "\(stream.folder)/StreamInfoBoot.xml"] {
                let names = XMLNames()
                let parser = XMLParser(
                    data: Data(try download.folder.bytes(of: "package/" + name)))
                parser.delegate = names
                #expect(parser.parse(), "\(name) is not well-formed")
                if name.hasSuffix("StreamInfoBoot.xml") {
                    let paths = names.attributes["SEG"]?.map { "\(stream.folder)/\($0)" }
                    #expect(paths == stream.parts.compactMap(\.path))
                }
            }
        }
    }

    @Test func `of a media playlist alone stores its one stream`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            let media = url.replacing("/index.m3u8", with: "/low/index.m3u8")
            let download = TestDownload(url: media, folder: try TestFolder())
            let result = try await download.run()
            #expect(result.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "low")))
        }
    }

    @Test func `done again asks for playlists only`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run()
            let before = download.folder.files()
            let result = try await download.run()
            #expect(result.outcome == .completed)
            let requests = try await origin.settledRecord().entries.sorted {
                $0.sequence < $1.sequence
            }
            #expect(requests.dropFirst(8).map(\.status) == [304, 304])
            #expect(download.folder.files() == before)
            #expect(try download.manifest().isComplete)
        }
    }

    @Test func `stays described when the origin is gone later`() async throws {
        let folder = try TestFolder()
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            _ = try await TestDownload(url: url, folder: folder).run()
        }
        let before = try folder.text(of: "package/manifest.json")
        let download = TestDownload(url: "http://127.0.0.1:1/index.m3u8", folder: folder)
        #expect(try await download.run().outcome != .completed)
        #expect(try folder.text(of: "package/manifest.json") == before)
        #expect(folder.has("package/index.m3u8"))
    }
}

/// The `PATH` attributes of a document, by the element that has them.
private final class XMLNames: NSObject, XMLParserDelegate {
    var attributes: [String: [String]] = [:]

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        if let path = attributes["PATH"] { self.attributes[element, default: []].append(path) }
    }
}
