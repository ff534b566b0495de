import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Synchronization
import Testing

/// An app that has playlists and keys, while segments are on a server.
private final class PlaylistApp: AssetResourceLoader {
    enum Habit: Sendable {
        case gives
        case redirects
        case fails
        case sleeps
        case givesTooMuch
    }

    let habit: Habit
    let origin: String
    let asked = Mutex<[AssetResourceRequest]>([])
    private let fetcher = PlaylistFetcher()

    /// - Parameter origin: URL of the folder that everything is in, with the final `/`.
    init(_ habit: Habit, origin: String) {
        self.habit = habit
        self.origin = origin
    }

    var responseTime: Duration { habit == .sleeps ? .milliseconds(50) : .seconds(30) }

    struct NoTicket: Error, CustomStringConvertible {
        var description: String { "no ticket" }
    }

    func load(_ request: AssetResourceRequest) async throws -> AssetResourceAnswer {
        asked.withLock { $0.append(request) }
        let path = request.url.replacing("movie://film/", with: "")
        switch habit {
        case .fails: throw NoTicket()
        case .sleeps: try await Task.sleep(for: .seconds(600))
        case .givesTooMuch: return .bytes(Array(repeating: 0, count: request.largestAnswer + 1))
        case .redirects where request.content == .playlist: return .redirect(to: origin + path)
        case .gives, .redirects: break
        }
        // Bytes of any kind: one attempt, and no more than a playlist may have.
        let bytes = try await fetcher.fetch(origin + path).bytes
        guard request.content == .playlist, path.contains("/") else { return .bytes(bytes) }
        // Segments have to be named where the engine can load them.
        let folder = origin + path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let named = lines.map { line in
            line.isEmpty || line.hasPrefix("#")
                ? line.replacing("URI=\"../", with: "URI=\"movie://film/") : folder + line
        }
        return .bytes(Array(named.joined(separator: "\n").utf8))
    }

    func shutDown() async { await fetcher.shutDown() }
}

@Suite struct `A loader of the app's` {
    private static func run(
        _ habit: PlaylistApp.Habit, _ asset: OriginAsset, loads: Bool = true
    ) async throws -> (result: RunResult, asked: [AssetResourceRequest], digests: [String?]) {
        try await withOrigin(asset) { _, url in
            let app = PlaylistApp(habit, origin: url.replacing("index.m3u8", with: ""))
            let download = TestDownload(
                url: "movie://film/index.m3u8", folder: try TestFolder())
            let result = try await download.run(resourceLoader: loads ? app : nil)
            await app.shutDown()
            let digests = result.outcome == .completed ? try download.digests() : []
            return (result, app.asked.withLock { $0 }, digests)
        }
    }

    @Test func `is asked for playlists and keys of schemes that the engine cannot load`()
        async throws
    {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture("aes128"))
        let run = try await Self.run(.gives, asset)
        #expect(run.result.failure == "")
        let stream = try #require(asset.catalog.streams.last)
        #expect(run.digests == stream.segments.map(\.sha256))
        #expect(run.asked.filter { $0.content == .playlist }.count == 2)
        let keys = run.asked.filter { $0.content == .key }.map(\.url)
        #expect(keys.count == 2)
        #expect(keys.allSatisfy { $0.hasPrefix("movie://film/keys/") })
    }

    @Test func `may send to a server`() async throws {
        let asset = try TestAssets.movie()
        let run = try await Self.run(.redirects, .synthetic(asset))
        #expect(run.result.failure == "")
        #expect(run.digests == (try asset.digests(of: "high")))
        // Where it led, relative addresses are the server's.
        #expect(run.asked.map(\.url) == ["movie://film/index.m3u8"])
    }

    @Test(arguments: [
        (PlaylistApp.Habit.fails, "the app cannot load it: no ticket"),
        (.sleeps, "no answer within 0.05 s"), (.givesTooMuch, "more than"),
    ])
    private func `ends the download with its reason`(
        habit: PlaylistApp.Habit, words: String
    ) async throws {
        let run = try await Self.run(habit, .synthetic(try TestAssets.movie()))
        #expect(run.result.failure.contains(words), "\(run.result.failure)")
        #expect(run.asked.count == 1)
    }

    @Test func `is needed for such a scheme`() async throws {
        let run = try await Self.run(.gives, .synthetic(try TestAssets.movie()), loads: false)
        #expect(run.result.failure.contains("only http and https"), "\(run.result.failure)")
    }

    @Test(arguments: ["file:///etc/passwd", "data:text/plain,x", "ftp://h/i.m3u8"])
    func `is not asked for schemes that mean something else`(url: String) async throws {
        let app = PlaylistApp(.gives, origin: "http://127.0.0.1:1/")
        let download = TestDownload(url: url, folder: try TestFolder())
        let result = try await download.run(resourceLoader: app)
        #expect(result.failure.contains("only http and https"), "\(result.failure)")
        #expect(app.asked.withLock { $0 }.isEmpty)
        await app.shutDown()
    }
}
