import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

/// Downloads whose keys only an app can get: the fixture with its test key server.
@Suite struct `A download whose keys the app has` {
    /// An app that carries everything to the origin's key server, and its session.
    struct App {
        let app: KeyServerApp
        let session: ContentKeySession

        init(_ url: String, vault: KeyVault?, habit: KeyServerApp.Habit = .stores) async throws {
            app = try await KeyServerApp(
                askingForCertificateAt: url.replacing("index.m3u8", with: "key-server"),
                habit: habit)
            session = ContentKeySession(keySystem: .testServer, vault: vault, delegate: app)
        }

        func run(_ download: TestDownload) async throws -> RunResult {
            defer { withExtendedLifetime(app) {} }
            return try await download.run(keySession: session)
        }
    }

    static func asset() throws -> OriginAsset {
        try .folder(`A download of the fixture`.fixture("key-server"))
    }

    @Test(arguments: [KeyServerApp.Habit.stores, .streams])
    func `is stored as it came, with no key in the package`(habit: KeyServerApp.Habit) async throws
    {
        let catalog = try Self.asset().catalog
        try await withOrigin(try Self.asset()) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let vault = try KeyVault(folder: download.folder.path + "/vault")
            let result = try await App(url, vault: vault, habit: habit).run(download)
            #expect(result.failure == "")
            let stream = try #require(try download.manifest().streams.first)
            let expected = try #require(catalog.streams.first { $0.playlist == stream.uri })
            #expect(stream.parts.map(\.sha256) == expected.segments.map(\.sha256))
            #expect(stream.parts.allSatisfy { $0.encryption == "AES-128" && $0.key == nil })
            #expect(!download.folder.files().contains { $0.contains("/Keys/") })
            let secret = try #require(catalog.keys?.last).bytes
            for file in download.folder.files() {
                let bytes = try download.folder.bytes(of: file)
                let text = bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
                #expect(!text.contains(secret), "the key is in \(file)")
            }
            let local = try download.folder.text(of: "package/\(stream.playlist)")
            #expect(local.contains("URI=\"skd://hlslab/movie-v240\""))
            #expect(local.contains("KEYFORMAT=\"org.hlslab.test-keys\""))
        }
    }

    @Test func `goes on with the stored key when the key server is gone`() async throws {
        // Its last segment does not come the first time, so that there is something left to do.
        let stall = Fault(
            match: .init(kind: .segment, segment: 3),
            effect: .delay(.seconds(5)),
            times: 1)
        try await withOrigin(try Self.asset(), [stall]) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let vault = try KeyVault(folder: download.folder.path + "/vault")
            let app = try await App(url, vault: vault)
            let first = try await download.run(keySession: app.session) { entries in
                entries.contains {
                    if case .stored(.part) = $0.event { true } else { false }
                }
            }
            #expect(first.outcome == .cancelled)
            // An app without a server: whatever it asks fails.
            let offline = ContentKeySession(keySystem: .testServer, vault: vault)
            let rest = try await download.run(keySession: offline)
            #expect(rest.failure == "")
            let asked = try await origin.settledRecord().entries.filter {
                $0.path.hasPrefix("/key-server")
            }
            #expect(asked.filter { $0.method == "POST" }.count == 1)
        }
    }

    @Test func `without an app is refused before any media is asked for`() async throws {
        try await withOrigin(try Self.asset()) { origin, url in
            let result = try await TestDownload(url: url, folder: try TestFolder()).run()
            #expect(result.failure.contains("key"), "\(result.failure)")
            #expect(try await origin.settledRecord().segments.isEmpty)
        }
    }

    @Test(arguments: [
        (KeyServerContent.Fault.missingKey, "refuses"), (.shortKey(byteCount: 5), "5"),
        (.badSignature, "not signed by"), (.oldAnswer, "another request"),
        (.flippedByte(40), "not signed by"),
    ])
    func `ends with the reason when the key server does wrong`(
        fault: KeyServerContent.Fault, word: String
    ) async throws {
        let asset = try Self.asset()
        let service = try #require(KeyService(serving: asset.catalog))
        service.withServer { $0.contents[Array("movie-v240".utf8)]?.fault = fault }
        try await withOrigin(try FixtureOrigin(asset: asset, keyService: service)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let vault = try KeyVault(folder: download.folder.path + "/vault")
            let app = try await App(url, vault: vault)
            if fault == .oldAnswer {
                // One that was given to somebody else.
                service.withServer { $0.contents[Array("movie-v240".utf8)]?.fault = nil }
                let other = try KeyVault(folder: download.folder.path + "/other")
                let somebody = try await App(url, vault: other)
                _ = try await somebody.session.contentKey(
                    for: .init(identifier: "skd://hlslab/movie-v240"))
                withExtendedLifetime(somebody.app) {}
                service.withServer { $0.contents[Array("movie-v240".utf8)]?.fault = fault }
            }
            let result = try await app.run(download)
            #expect(result.failure.contains("no key: "), "\(result.failure)")
            #expect(result.failure.contains(word), "\(result.failure)")
            #expect(try await origin.settledRecord().segments.isEmpty)
        }
    }

    @Test func `with the wrong key ends, naming key or vector`() async throws {
        let asset = try Self.asset()
        let service = try #require(KeyService(serving: asset.catalog))
        service.withServer { $0.contents[Array("movie-v240".utf8)]?.fault = .wrongKey }
        try await withOrigin(try FixtureOrigin(asset: asset, keyService: service)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let vault = try KeyVault(folder: download.folder.path + "/vault")
            let result = try await App(url, vault: vault).run(download)
            #expect(result.failure.contains("the key or the IV is wrong"), "\(result.failure)")
        }
    }
}
