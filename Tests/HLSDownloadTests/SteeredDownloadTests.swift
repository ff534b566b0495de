import DownloadCore
import FixtureOrigin
import HLSDownload
import NIOCore
import Scenarios
import Testing

/// A movie on two pathways of one origin, `A` at its root and `B` below `/b`, with a steering server.
private struct SteeredContent: OriginContent {
    let asset: OriginAsset

    private static let playlist = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="steer-1.json",PATHWAY-ID="A"
        #EXT-X-STREAM-INF:BANDWIDTH=450000,PATHWAY-ID="A"
        high/index.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=450000,PATHWAY-ID="B"
        b/high/index.m3u8

        """

    /// The first manifest stays with A, the next one turns to B. Ten seconds are the least that a
    /// download waits between the two.
    private static let files = [
        "/index.m3u8": playlist,
        "/steer-1.json":
            #"{"VERSION":1,"TTL":10,"RELOAD-URI":"steer-2.json","PATHWAY-PRIORITY":["A","B"]}"#,
        "/steer-2.json": #"{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["B","A"]}"#,
    ]

    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer {
        if let text = Self.files[path] { return ByteBuffer(bytes: Array(text.utf8)[range]) }
        let original = path.hasPrefix("/b/") ? String(path.dropFirst(2)) : path
        return try await asset.content.bytes(
            of: original, representation: representation, range: range)
    }

    private var resources: [OriginResource] {
        let files = Self.files.sorted { $0.key < $1.key }.map { path, text in
            OriginResource(
                path: path,
                contentType: path.hasSuffix("json") ? "application/json" : "application/x-mpegurl",
                entityTag: "\"steered\"", lastModified: 0, length: text.utf8.count,
                holdings: path.hasSuffix("json")
                    // What is asked for by name and is neither playlist nor media.
                    ? [.init(part: .key(id: path), range: 0..<text.utf8.count)] : [])
        }
        let copies = asset.resources.filter { $0.path != "/index.m3u8" }.map { resource in
            var copy = resource
            copy.path = "/b" + resource.path
            return copy
        }
        return files + asset.resources + copies
    }

    func origin(_ faults: [Fault]) throws -> FixtureOrigin {
        try FixtureOrigin(
            script: OriginScript(catalog: asset.catalog, resources: resources, faults: faults),
            content: self)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A steering server` {
    /// Longer than a manifest holds.
    static let silence = Fault(
        match: .init(stream: "high", segment: 1),
        effect: .stall(afterByte: 1000, for: .seconds(15)), times: 1)

    /// Downloads one part after the other, the first of which takes its time.
    private func download(
        _ faults: [Fault]
    ) async throws -> (entries: [OriginRecord.Entry], digests: [String?], asset: SyntheticAsset) {
        let asset = try TestAssets.movie()
        let origin = try SteeredContent(asset: .synthetic(asset)).origin(faults)
        return try await withOrigin(origin) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.parallelRequests = 1
            let result = try await download.run()
            #expect(result.failure == "")
            let entries = try await origin.settledRecord().entries
                .sorted { $0.sequence < $1.sequence }
            return (entries, try download.digests(), asset)
        }
    }

    private func segments(_ entries: [OriginRecord.Entry]) -> [String] {
        entries.filter { $0.part.map(FaultMatch.Kind.init(of:)) == .segment }.map(\.path)
    }

    @Test func `turns a download to another pathway while it runs`() async throws {
        let (entries, digests, asset) = try await download([Self.silence])
        let steering = entries.filter { $0.path.hasPrefix("/steer") }
        #expect(steering.map(\.path) == ["/steer-1.json", "/steer-2.json"])
        let pause = try #require(steering.last).requestedAt - steering[0].requestedAt
        #expect(pause > .milliseconds(9_900))
        // Where a request goes depends on whether it comes before the second manifest or after it, and
        // not on how many parts this machine downloads meanwhile.
        let turn = try #require(steering.last).sequence
        let (before, after) = (
            segments(entries.filter { $0.sequence < turn }),
            segments(entries.filter { $0.sequence > turn })
        )
        #expect(before.count + after.count == 6)
        #expect(!before.isEmpty && before.allSatisfy { $0.hasPrefix("/high/") }, "\(before)")
        #expect(!after.isEmpty && after.allSatisfy { $0.hasPrefix("/b/high/") }, "\(after)")
        #expect(digests == (try asset.digests(of: "high")))
    }

    @Test func `that is over is asked no more, and stops no download`() async throws {
        let gone = Fault(match: .init(kind: .key), effect: .status(410))
        let (entries, digests, asset) = try await download([gone, Self.silence])
        #expect(entries.filter { $0.path.hasPrefix("/steer") }.map(\.status) == [410])
        #expect(segments(entries).allSatisfy { $0.hasPrefix("/high/") })
        #expect(digests == (try asset.digests(of: "high")))
    }
}
