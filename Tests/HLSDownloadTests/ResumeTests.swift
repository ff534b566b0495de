import DownloadCore
import FixtureOrigin
import HLSDownload
import Scenarios
import Testing

@Suite struct `A download that was ended in the middle` {
    /// Bytes of each segment after which the origin is silent.
    static let reach = 100_000
    /// The chunks in which bytes travel: what a connection may lose at most.
    static let chunk = 64 << 10

    /// Silence in the middle of the first four segments, once.
    static let stalls = (1...4).map { segment in
        Fault(
            match: .init(segment: segment), effect: .stall(afterByte: reach, for: .seconds(600)),
            times: 1)
    }

    @Test func `goes on inside the segments, fetching next to nothing twice`() async throws {
        let asset = try TestAssets.movie()
        let (origin, firstRun) = try await withOrigin(.synthetic(asset), Self.stalls) {
            origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let ended = try await download.run { $0.receivedBytes == 4 * Self.reach }
            #expect(ended.outcome == .cancelled)
            #expect(try download.manifest().isComplete == false)
            #expect(!download.folder.has("package/index.m3u8"))

            let firstRun = origin.requestCount
            let completed = try await download.run()
            #expect(completed.outcome == .completed)
            #expect(completed.requests.compactMap(\.ifRange).count == 4)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            return (origin, firstRun)
        }
        // The silent answers end with the origin only; now all of them are in the record.
        let segments = origin.record.segments
        let resumed = segments.filter { $0.sequence > firstRun }.prefix(4)
        #expect(resumed.map(\.status) == [206, 206, 206, 206])
        #expect(resumed.allSatisfy { $0.range == "bytes=\(Self.reach)-" })
        let twice =
            segments.reduce(0) { $0 + $1.bytesDelivered } - (try asset.byteCount(of: "high"))
        #expect((0...(4 * Self.chunk)).contains(twice))
    }

    @Test func `counts the bytes of all its runs`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset), Self.stalls) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let ended = try await download.run { $0.receivedBytes == 4 * Self.reach }
            let driver = try download.driver()
            let earlier = await driver.earlier
            #expect(earlier.bytesReceived == ended.progress.bytesReceived)
            #expect(earlier.bytesReceived >= 4 * Self.reach)
        }
    }

    @Test(arguments: [1, 300_000, 1_200_000])
    func `anywhere ends with the same bytes`(bytes: Int) async throws {
        let asset = try TestAssets.movie(bitsPerSecond: 1_000_000)
        try await withOrigin(.synthetic(asset)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let ended = try await download.run { $0.receivedBytes >= bytes }
            #expect(ended.outcome == .cancelled)
            let completed = try await download.run()
            #expect(completed.outcome == .completed)
            #expect(completed.progress.retries == 0)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let received = ended.trace.receivedBytes + completed.trace.receivedBytes
            let twice = received - (try asset.byteCount(of: "high"))
            #expect((0...(4 * Self.chunk)).contains(twice))
        }
    }

    @Test func `does not trust bytes that are no longer there`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run()
            let first = origin.requestCount
            let path = try #require(try download.manifest().streams[0].parts[3].path)
            try download.folder.write("short", to: "package/" + path)
            let result = try await download.run()
            #expect(result.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let again = try await origin.settledRecord().segments.filter { $0.sequence > first }
            #expect(again.map(\.part) == [.segment(stream: "high", index: 3)])
        }
    }

    @Test func `keeps no bytes of which nobody knows what they are`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset), Self.stalls) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            _ = try await download.run { $0.receivedBytes == 4 * Self.reach }
            let half = try #require(download.folder.files().first { $0.hasSuffix("00001.part") })
            let folder = half.dropLast("00001.part".count)
            // Of a process that ended before the journal was told, and of somebody else.
            try download.folder.write("lost", to: folder + "00099.part")
            try download.folder.write("notes", to: folder + "notes.part")
            #expect(try await download.run().outcome == .completed)
            #expect(!download.folder.has(folder + "00099.part"))
            #expect(download.folder.has(folder + "notes.part"))
            #expect(try download.digests() == (try asset.digests(of: "high")))
        }
    }
}

@Suite struct `A download whose origin has changed meanwhile` {
    /// Ends a download of `earlier` in the middle of its first four segments and completes it from
    /// an origin that has `later`.
    static func change(
        from earlier: SyntheticAsset, to later: SyntheticAsset, upTo reach: Int
    ) async throws -> (TestDownload, [OriginRecord.Entry]) {
        let folder = try TestFolder()
        let stalls = (1...8).map {
            Fault(
                match: .init(segment: $0), effect: .stall(afterByte: reach, for: .seconds(600)),
                times: 1)
        }
        try await withOrigin(.synthetic(earlier), stalls) { _, url in
            let download = TestDownload(url: url, folder: folder)
            let ended = try await download.run { $0.receivedBytes == 4 * reach }
            #expect(ended.outcome == .cancelled)
        }
        return try await withOrigin(.synthetic(later)) { origin, url in
            let download = TestDownload(url: url, folder: folder)
            let result = try await download.run()
            #expect(result.failure == "")
            #expect(result.outcome == .completed)
            #expect(try download.digests() == (try later.digests(of: "high")))
            return (download, try await origin.settledRecord().segments)
        }
    }

    @Test func `takes no byte of a segment's other version`() async throws {
        let (_, requests) = try await Self.change(
            from: TestAssets.movie(seed: 1), to: TestAssets.movie(seed: 2), upTo: 100_000)
        // The origin sends the whole in answer to a range only where If-Range names another tag.
        let resumed = requests.filter { $0.range == "bytes=100000-" }
        #expect(resumed.map(\.status) == [200, 200, 200, 200])
    }

    @Test(arguments: [(4, 3), (3, 4)])
    func `starts a stream anew when its playlist has other segments`(
        before: Int, after: Int
    ) async throws {
        let later = try TestAssets.movie(seed: 2, segmentSeconds: after)
        let (download, requests) = try await Self.change(
            from: TestAssets.movie(seed: 1, segmentSeconds: before), to: later, upTo: 100_000)
        #expect(requests.allSatisfy { $0.range == nil })
        #expect(requests.count == 24 / after)
        #expect(download.folder.files().filter { $0.hasSuffix(".part") } == [])
    }

    @Test func `is not playable until the new version is whole`() async throws {
        let folder = try TestFolder()
        try await withOrigin(.synthetic(TestAssets.movie(segmentSeconds: 4))) { _, url in
            _ = try await TestDownload(url: url, folder: folder).run()
        }
        #expect(folder.has("package/index.m3u8"))
        let gone = Fault(match: .init(segment: 3), effect: .status(404))
        try await withOrigin(.synthetic(TestAssets.movie(segmentSeconds: 3)), [gone]) { _, url in
            let download = TestDownload(url: url, folder: folder)
            let result = try await download.run()
            #expect(result.outcome != .completed)
            #expect(try download.manifest().isComplete == false)
        }
        #expect(!folder.has("package/index.m3u8"))
    }

    @Test func `keeps its bytes when only the declared bitrate is another`() async throws {
        let folder = try TestFolder()
        let asset = try TestAssets.movie()
        let declared = try #require(asset.catalog.variants.last).peakBitRate
        let stall = FaultEffect.stall(afterByte: 50_000, for: .seconds(600))
        let silence = Fault(match: .init(segment: 4), effect: stall)
        let enough = try #require(asset.catalog.stream("high")).segments.prefix(3)
            .reduce(50_000) { $0 + $1.length }
        let playlist = try await withOrigin(.synthetic(asset), [silence]) { _, url in
            var download = TestDownload(url: url, folder: folder)
            download.options.parallelRequests = 1
            let ended = try await download.run { $0.receivedBytes == enough }
            #expect(ended.outcome == .cancelled)
            return try folder.text(of: "package/Data/multivariant.m3u8")
        }
        let edited = EditedContent(
            asset: .synthetic(asset),
            playlist: Array(playlist.replacing("=\(declared),", with: "=\(declared + 7),").utf8))
        let origin = try FixtureOrigin(
            script: OriginScript(catalog: asset.catalog, resources: edited.resources),
            content: edited)
        try await withOrigin(origin) { origin, url in
            let download = TestDownload(url: url, folder: folder)
            let result = try await download.run()
            #expect(result.failure == "")
            let manifest = try download.manifest()
            #expect(manifest.variant?.peakBitRate == declared + 7)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let stream = manifest.streams[0]
            let media = try folder.text(of: "package/" + stream.playlist)
            for path in stream.parts.compactMap(\.path) {
                #expect(path.hasPrefix(stream.folder + "/"))
                #expect(media.contains(path.dropFirst(stream.folder.count + 1)))
            }
            let segments = try await origin.settledRecord().segments
            #expect(segments.count == 3)
            #expect(segments.compactMap(\.range) == ["bytes=50000-"])
        }
    }
}
