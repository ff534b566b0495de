import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

@Suite struct `A download of encrypted media` {
    private static func fixture(_ name: String) throws -> OriginAsset {
        try .folder(`A download of the fixture`.fixture(name))
    }

    @Test(arguments: [
        ("aes128", 2, "AES-128"), ("aes128-fmp4", 3, "AES-128"), ("aes256-gcm", 1, "AES-256-GCM"),
        ("sample-aes", 2, "SAMPLE-AES"), ("sample-aes-ctr", 1, "SAMPLE-AES-CTR"),
    ])
    func `stores it as it came, with its keys for the owner's eyes`(
        name: String, keys: Int, method: String
    ) async throws {
        let catalog = try Self.fixture(name).catalog
        try await withOrigin(try Self.fixture(name)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run()
            #expect(result.failure == "")
            let manifest = try download.manifest()
            for stream in manifest.streams {
                let expected = try #require(catalog.streams.first { stream.uri == $0.playlist })
                let digests = [expected.initSection?.sha256] + expected.segments.map(\.sha256)
                #expect(stream.parts.map(\.sha256) == digests.compactMap { $0 })
                #expect(stream.parts.contains { $0.encryption == method && $0.key != nil })
            }
            let files = download.folder.files().filter { $0.hasPrefix("package/Keys/") }
            #expect(files.count == keys)
            let known = try #require(catalog.keys).map(\.bytes)
            for file in files {
                let path = download.folder.path + "/" + file
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                #expect(mode as? Int == 0o600)
                let bytes = try download.folder.bytes(of: file)
                #expect(
                    known.contains(
                        bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()))
            }
        }
    }

    @Test(
        .enabled(if: Tool.find("ffmpeg") != nil, "ffmpeg is not installed"),
        arguments: ["aes128", "aes128-fmp4"])
    func `plays from its package, decrypted by a player that knows nothing of it`(
        name: String
    ) async throws {
        try await withOrigin(try Self.fixture(name)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().outcome == .completed)
            let play = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", download.package + "/index.m3u8", "-map", "0:v", "-c",
                    "copy", "-f", "framemd5", "-",
                ])
            #expect(play.errors == "")
            // 12 s at 25 frames a second.
            #expect(play.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 300)
        }
    }

    @Test func `with the wrong key ends, naming key or vector`() async throws {
        let wrong = Fault(match: .init(kind: .key), effect: .redirect(to: "/keys/b.key"), times: 1)
        try await withOrigin(try Self.fixture("aes128"), [wrong]) { _, url in
            let result = try await TestDownload(url: url, folder: try TestFolder()).run()
            #expect(result.failure.contains("segment"), "\(result.failure)")
            #expect(result.failure.contains("the key or the IV is wrong"), "\(result.failure)")
        }
    }

    @Test(arguments: [
        (FaultEffect.status(404), "the server answers 404"),
        (.truncateWithoutLength(afterByte: 5), "the key has 5 bytes and needs 16"),
        (.wrongType, "bytes and needs 16"),
    ])
    func `without a key that fits ends as an error`(
        effect: FaultEffect, reason: String
    ) async throws {
        let fault = Fault(match: .init(kind: .key), effect: effect)
        try await withOrigin(try Self.fixture("aes128"), [fault]) { origin, url in
            let result = try await TestDownload(url: url, folder: try TestFolder()).run()
            // Both are asked for at the same time.
            #expect(result.failure.contains("download key "), "\(result.failure)")
            #expect(result.failure.contains(reason), "\(result.failure)")
            #expect(!origin.record.entries.contains { $0.path.hasSuffix(".ts") })
        }
    }

    @Test func `that was ended goes on without asking for its keys again`() async throws {
        try await withOrigin(try Self.fixture("aes128")) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let first = try await download.run(until: { $0.receivedBytes > 60_000 })
            #expect(first.outcome == .cancelled)
            let second = try await download.run()
            #expect(second.outcome == .completed)
            #expect(!second.requests.contains { $0.url.hasSuffix(".key") })
        }
    }

    @Test func `asks again for a key whose file is no key any more`() async throws {
        try await withOrigin(try Self.fixture("aes256-gcm")) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().outcome == .completed)
            try download.folder.write("gone", to: "package/Keys/00000.ts")
            let second = try await download.run()
            #expect(second.outcome == .completed)
            #expect(second.requests.filter { $0.url.hasSuffix(".key") }.count == 1)
            #expect(try download.folder.bytes(of: "package/Keys/00000.ts").count == 32)
        }
    }
}
