import Crypto
import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import HLSPlaylist
import Scenarios
import Testing

/// The encrypted fixtures, read as the engine reads a download: playlist, plan, key, segment.
@Suite struct `An encrypted fixture` {
    /// One asset in its folder.
    struct Asset {
        let folder: String
        let catalog: AssetCatalog

        init(_ name: String) throws {
            folder = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Fixtures/\(name)").standardized
                .path(percentEncoded: false)
            catalog = try JSONDecoder().decode(
                AssetCatalog.self,
                from: Data(contentsOf: URL(filePath: folder + "/asset.json")))
        }

        func bytes(_ path: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + path)))
        }

        func playlist(_ stream: AssetCatalog.Stream) throws -> MediaPlaylist {
            try MediaPlaylist(
                parsing: String(decoding: try bytes(stream.playlist), as: UTF8.self))
        }

        func key(_ reference: KeyReference) throws -> ContentKey {
            let uri = reference.uri.hasPrefix("../") ? String(reference.uri.dropFirst(3)) : nil
            let found = try #require(
                catalog.keys?.first { $0.uri == uri ?? reference.uri })
            return ContentKey(hex(found.bytes))
        }
    }

    static let systems = [KeySystem(keyFormat: "org.hlslab.test-keys")]

    static func plan(_ asset: Asset, _ stream: AssetCatalog.Stream) throws -> EncryptionPlan {
        try EncryptionPlan(
            of: try asset.playlist(stream), at: "http://h/\(stream.playlist)", systems: systems)
    }

    /// The parts of a stream that are encrypted as a whole, with how.
    static func parts(
        _ asset: Asset, _ stream: AssetCatalog.Stream
    ) throws -> [(part: AssetCatalog.Part, encryption: SegmentEncryption)] {
        let plan = try plan(asset, stream)
        var parts: [(AssetCatalog.Part, SegmentEncryption)] = []
        if let section = stream.initSection {
            parts.append((section, try #require(plan.initSections.first ?? nil)))
        }
        for (part, encryption) in zip(stream.segments, plan.segments) {
            parts.append((part, try #require(encryption)))
        }
        return parts
    }

    static func sha256(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: [
        ("aes128", 6), ("aes128-fmp4", 8), ("aes256-gcm", 6), ("key-server", 6),
    ])
    func `decrypts to what it was made of, part by part`(name: String, count: Int) throws {
        let asset = try Asset(name)
        var seen = 0
        for stream in asset.catalog.streams {
            for (part, encryption) in try Self.parts(asset, stream) {
                let bytes = try asset.bytes(part.path)
                let clear = try SegmentDecryptor.decrypt(
                    bytes, encryption, key: asset.key(encryption.key))
                #expect(Self.sha256(clear) == part.clearSha256, "\(part.path)")
                var check = try DecryptionCheck(encryption, key: asset.key(encryption.key))
                bytes.withUnsafeBytes { check.consume($0) }
                let container = part.path.hasSuffix(".ts") ? Container.mpegTS : .fragmentedMP4
                #expect(check.finish() == .whole(container), "\(part.path)")
                seen += 1
            }
        }
        #expect(seen == count)
    }

    static func finding(
        _ bytes: some Sequence<UInt8>, _ encryption: SegmentEncryption, key: ContentKey
    ) throws -> DecryptionFinding {
        var check = try DecryptionCheck(encryption, key: key)
        Array(bytes).withUnsafeBytes { check.consume($0) }
        return check.finish()
    }

    @Test(arguments: ["aes128", "aes128-fmp4", "aes256-gcm", "key-server"])
    func `is found undecryptable under another key, and never whole when it is cut`(
        name: String
    ) throws {
        let asset = try Asset(name)
        for stream in asset.catalog.streams {
            for (part, encryption) in try Self.parts(asset, stream) {
                let bytes = try asset.bytes(part.path)
                let key = try asset.key(encryption.key)
                // What is left may end in a byte 1 by chance, and then it is damaged, not cut.
                switch try Self.finding(bytes.dropLast(16), encryption, key: key) {
                case .whole: Issue.record("\(part.path), cut, passed")
                case .undecryptable, .damaged: break
                }
                var wrong = key.exposedBytes()
                wrong[9] ^= 0x10
                guard
                    case .undecryptable = try Self.finding(
                        bytes, encryption, key: ContentKey(wrong))
                else {
                    Issue.record("\(part.path) passed under a wrong key")
                    continue
                }
            }
        }
    }

    /// Keys in the order in which playback needs them, by stream.
    static let keys: [(String, String, [KeyReference.Source])] = [
        (
            "aes128", "v110",
            [.network(url: "http://h/keys/a.key"), .network(url: "http://h/keys/b.key")]
        ),
        (
            "aes128", "v240",
            [.network(url: "http://h/keys/c.key"), .network(url: "http://h/keys/a.key")]
        ),
        (
            "aes128-fmp4", "v250",
            [.network(url: "http://h/keys/init.key"), .network(url: "http://h/keys/video.key")]
        ),
        ("key-server", "v240", [.app(url: "skd://hlslab/movie-v240")]),
        (
            "sample-aes", "v110",
            [.network(url: "http://h/keys/a.key"), .network(url: "http://h/keys/b.key")]
        ),
        ("sample-aes-ctr", "v250", [.network(url: "http://h/keys/a.key")]),
    ]

    @Test(arguments: keys.indices)
    func `names its keys once each`(index: Int) throws {
        let (name, id, sources) = Self.keys[index]
        let asset = try Asset(name)
        let stream = try #require(asset.catalog.stream(id))
        #expect(try Self.plan(asset, stream).keys.map(\.source) == sources)
    }

    @Test func `takes its vectors from the sequence numbers where it has none`() throws {
        let asset = try Asset("aes128")
        let plan = try Self.plan(asset, try #require(asset.catalog.stream("v240")))
        #expect(
            plan.segments.map { $0?.initializationVector } == [
                .sequenceNumber(7), .sequenceNumber(8), .sequenceNumber(9),
            ])
    }

    @Test(arguments: [("sample-aes", Container.mpegTS), ("sample-aes-ctr", .fragmentedMP4)])
    func `can be walked without its key when only samples are encrypted`(
        name: String, container: Container
    ) throws {
        let asset = try Asset(name)
        for stream in asset.catalog.streams {
            let plan = try Self.plan(asset, stream)
            #expect(plan.segments.allSatisfy { $0?.scope == .samples })
            #expect(plan.initSections.allSatisfy { $0 == nil })
            for part in stream.segments + [stream.initSection].compactMap(\.self) {
                var check = ContainerCheck()
                try asset.bytes(part.path).withUnsafeBytes { check.consume($0) }
                #expect(check.finish() == .whole(container), "\(part.path)")
            }
        }
    }

    @Test(arguments: [
        "aes128", "aes128-fmp4", "aes256-gcm", "key-server", "sample-aes", "sample-aes-ctr",
    ])
    func `has playlists without a finding about keys`(name: String) throws {
        let asset = try Asset(name)
        for stream in asset.catalog.streams {
            #expect(try asset.playlist(stream).diagnostics.filter { $0.severity == .error } == [])
        }
        let text = String(
            decoding: try asset.bytes(asset.catalog.multivariantPlaylist), as: UTF8.self)
        let playlist = try MultivariantPlaylist(parsing: text)
        #expect(playlist.diagnostics.filter { $0.severity == .error } == [])
        let announced = KeyReference.announced(by: playlist, systems: Self.systems)
        #expect(announced.count == ["aes128": 1, "key-server": 2][name] ?? 0)
    }

    @Test func `gets its keys from the key server, and plays offline with them`() async throws {
        let asset = try Asset("key-server")
        var random = SystemRandomNumberGenerator()
        let contents = try #require(asset.catalog.keys).map { key in
            (
                Array((key.contentIdentifier ?? "").utf8),
                KeyServerContent(
                    key: hex(key.bytes), storageDuration: key.storageSeconds.map { .seconds($0) },
                    playbackDuration: key.playbackSeconds.map { .seconds($0) })
            )
        }
        let server = TestKeyServer(
            contents: Dictionary(uniqueKeysWithValues: contents), using: &random)
        let folder = try TestFolder()
        let vault = try KeyVault(folder: folder.path + "/keys")
        let app = StoringApp(server)
        let online = ContentKeySession(keySystem: .testServer, vault: vault, delegate: app)
        for stream in asset.catalog.streams {
            for needed in try Self.plan(asset, stream).keys {
                guard case .app(let url) = needed.source else { continue }
                _ = try await online.contentKey(for: ContentKeySpecifier(identifier: url))
            }
        }
        let offline = ContentKeySession(keySystem: .testServer, vault: vault)
        let playback = await offline.beginPlayback()
        for stream in asset.catalog.streams {
            for (part, encryption) in try Self.parts(asset, stream) {
                let key = try await offline.contentKey(
                    for: ContentKeySpecifier(identifier: encryption.key.uri), in: playback)
                let clear = try SegmentDecryptor.decrypt(
                    asset.bytes(part.path), encryption, key: key)
                #expect(Self.sha256(clear) == part.clearSha256, "\(part.path)")
            }
        }
        #expect(try vault.contents().entries.count == 2)
    }
}

/// The shortest app: stores every key, and posts its requests to a server.
private final class StoringApp: ContentKeySessionDelegate {
    private let service: KeyService
    private let certificate: [UInt8]

    init(_ server: TestKeyServer) {
        certificate = server.certificate
        service = KeyService(server) { .zero }
    }

    func contentKeySession(
        _ session: ContentKeySession, didProvide request: ContentKeyRequest
    ) async {
        do {
            try request.respondByRequestingPersistableContentKeyRequest()
        } catch {
            request.processContentKeyResponseError("\(error)")
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, didProvide request: PersistableContentKeyRequest
    ) async {
        do {
            let name = request.identifier.split(separator: "/").last ?? ""
            let data = try request.makeStreamingContentKeyRequestData(
                forApp: certificate, contentIdentifier: Array(name.utf8))
            let answer = service.respond(method: "POST", path: service.path, body: data)
            let key = try request.persistableContentKey(fromKeyVendorResponse: answer?.body ?? [])
            try request.processContentKeyResponse(ContentKeyResponse(persistableKey: key))
        } catch {
            request.processContentKeyResponseError("\(error)")
        }
    }
}
