import DownloadCore
import FixtureOrigin
import GRDB
@testable import HLSDownload
import NIOCore
import Scenarios
import Testing

/// An asset whose playlists name what they lead to with a token.
struct TokenContent: OriginContent {
    let asset: SyntheticAsset
    let token: String

    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer {
        guard path.hasSuffix(".m3u8") else {
            return try await OriginAsset.synthetic(asset).content.bytes(
                of: path, representation: representation, range: range)
        }
        return ByteBuffer(bytes: playlist(path)[range])
    }

    private func playlist(_ path: String) -> [UInt8] {
        let bytes = asset.bytes(of: String(path.dropFirst()), range: 0..<length(path)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return Array(
            lines.map { ($0.hasPrefix("#") ? $0 : $0 + "?token=\(token)") + "\n" }.joined().utf8)
    }

    private func length(_ path: String) -> Int {
        OriginAsset.synthetic(asset).resources.first { $0.path == path }?.length ?? 0
    }

    /// An origin that serves it.
    func origin(_ faults: [Fault]) throws -> FixtureOrigin {
        var resources = OriginAsset.synthetic(asset).resources
        for index in resources.indices where resources[index].path.hasSuffix(".m3u8") {
            resources[index].length = playlist(resources[index].path).count
            resources[index].gzipLength = nil
            resources[index].entityTag = "\"\(token)\(index)\""
        }
        return try FixtureOrigin(
            script: OriginScript(catalog: asset.catalog, resources: resources, faults: faults),
            content: self)
    }
}

@Suite struct `A download whose token expires` {
    @Test(arguments: [403, 410]) func `goes on with another URL and fetches nothing twice`(
        status: Int
    ) async throws {
        let asset = try TestAssets.movie()
        let folder = try TestFolder()
        let refusals = (4...6).map { Fault(match: .init(segment: $0), effect: .status(status)) }
        let first = try await withOrigin(
            try TokenContent(asset: asset, token: "one").origin(refusals)
        ) { origin, url in
            var download = TestDownload(url: url + "?token=one", folder: folder)
            download.options.parallelRequests = 1
            let ended = try await download.run()
            guard case .needsNewURL(let failure) = ended.outcome else {
                Issue.record("ended otherwise: \(ended.outcome)")
                return 0
            }
            #expect(failure.subject == "segment 4 of high/index.m3u8?token=one")
            return try await origin.settledRecord().segments.count { $0.status == 200 }
        }
        #expect(first == 3)
        try await withOrigin(try TokenContent(asset: asset, token: "two").origin([])) {
            origin, url in
            // Another host, another query.
            let other = url.replacing("127.0.0.1", with: "localhost") + "?token=two"
            let download = TestDownload(url: other, folder: folder)
            let result = try await download.run()
            #expect(result.failure == "")
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let segments = try await origin.settledRecord().segments
            #expect(segments.count == 3)
            #expect(try download.manifest().isComplete)
        }
    }

    @Test func `goes on from a journal that names streams with their tokens`() async throws {
        let asset = try TestAssets.movie()
        let folder = try TestFolder()
        try await withOrigin(try TokenContent(asset: asset, token: "one").origin([])) { _, url in
            let result = try await TestDownload(url: url, folder: folder).run()
            #expect(result.outcome == .completed)
        }
        let database = try DatabaseQueue(path: folder.path + "/library.sqlite")
        try await database.write { database in
            // As the version before left it.
            try database.execute(
                sql: """
                    UPDATE part SET stream = stream || '?token=one';
                    UPDATE playlist SET key = key || '?token=one' WHERE key != '';
                    DELETE FROM grdb_migrations WHERE identifier = '4';
                    """)
        }
        try database.close()
        try await withOrigin(try TokenContent(asset: asset, token: "two").origin([])) {
            origin, url in
            let result = try await TestDownload(url: url, folder: folder).run()
            #expect(result.outcome == .completed)
            #expect(try await origin.settledRecord().segments.isEmpty)
        }
    }
}
