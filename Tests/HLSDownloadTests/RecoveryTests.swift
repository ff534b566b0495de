import DownloadCore
import FixtureOrigin
import HLSDownload
import Scenarios
import Testing

/// Something that goes wrong for a time, and what the download makes of it.
struct Trouble: Sendable, CustomTestStringConvertible {
    var name: String
    var faults: [Fault]
    var retries: Int
    /// In the reason of the first retry.
    var reason: String
    var timeouts = Timeouts()

    var testDescription: String { name }

    /// Segment 3 of any stream.
    private static func once(_ effect: FaultEffect) -> [Fault] {
        [Fault(match: .init(segment: 3), effect: effect, times: 1)]
    }

    static let all: [Trouble] = [
        Trouble(
            name: "503 twice",
            faults: [Fault(match: .init(segment: 3), effect: .status(503), times: 2)],
            retries: 2, reason: "status 503"),
        Trouble(
            name: "503 for a playlist",
            faults: [
                Fault(match: .init(kind: .mediaPlaylist), effect: .status(503), times: 1)
            ], retries: 1, reason: "status 503"),
        Trouble(
            name: "429 with Retry-After",
            faults: once(.status(429, retryAfter: .seconds(1))), retries: 1, reason: "status 429"),
        Trouble(
            name: "truncation", faults: once(.truncate(afterByte: 100_000)), retries: 1,
            reason: "connection lost"),
        Trouble(
            name: "truncation before the first byte", faults: once(.truncate(afterByte: 0)),
            retries: 1, reason: "connection lost"),
        Trouble(
            name: "truncation of a playlist",
            faults: [
                Fault(
                    match: .init(kind: .mediaPlaylist), effect: .truncate(afterByte: 30), times: 1)
            ], retries: 1, reason: "connection lost"),
        Trouble(
            name: "reset", faults: once(.reset(afterByte: 100_000)), retries: 1,
            reason: "connection lost: reset"),
        Trouble(
            name: "no head in time", faults: once(.delay(.seconds(60))), retries: 1,
            reason: "no response within 8 s", timeouts: Timeouts(firstByte: .seconds(8))),
        Trouble(
            name: "stall", faults: once(.stall(afterByte: 100_000, for: .seconds(60))),
            retries: 1, reason: "no byte for 8 s", timeouts: Timeouts(progress: .seconds(8))),
        Trouble(
            name: "a page in place of a segment", faults: once(.wrongType), retries: 1,
            reason: "HTML"),
        Trouble(
            name: "truncation without a length",
            faults: once(.truncateWithoutLength(afterByte: 1_000)),
            retries: 1, reason: "inside a packet"),
        Trouble(
            name: "a length that is too short", faults: once(.declare(length: 100_000)),
            retries: 1, reason: "more than it declared"),
        Trouble(
            name: "a length that ends between two packets", faults: once(.declare(length: 94_000)),
            retries: 1, reason: "more than it declared"),
        Trouble(
            // What is behind it comes with the next read.
            name: "a length of a read's bytes", faults: once(.declare(length: 65_536)),
            retries: 1, reason: ""),
        Trouble(
            name: "a length that is too short for a playlist",
            faults: [
                Fault(match: .init(kind: .mediaPlaylist), effect: .declare(length: 30), times: 1)
            ], retries: 1, reason: ""),
        Trouble(
            name: "all of it",
            faults: [
                Fault(match: .init(segment: 3), effect: .status(503), times: 2),
                Fault(match: .init(segment: 4), effect: .truncate(afterByte: 100_000), times: 1),
                Fault(match: .init(segment: 5), effect: .reset(afterByte: 100_000), times: 1),
            ], retries: 4, reason: ""),
    ]
}

@Suite struct `A download with passing trouble` {
    @Test(arguments: Trouble.all)
    func `ends complete, with the right bytes and no retry too many`(trouble: Trouble) async throws
    {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset), trouble.faults) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.timeouts = trouble.timeouts
            let result = try await download.run()
            #expect(result.failure == "")
            #expect(result.outcome == .completed)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            #expect(result.retryReasons.count == trouble.retries, "\(result.retryReasons)")
            #expect(result.progress.retries == trouble.retries)
            #expect(result.retryReasons.first?.contains(trouble.reason) != false)
            #expect(try download.manifest().isComplete)
        }
    }

    @Test(arguments: [FaultEffect.truncate(afterByte: 900_000), .reset(afterByte: 900_000)])
    func `goes on inside the segment`(effect: FaultEffect) async throws {
        let fault = Fault(match: .init(segment: 3), effect: effect, times: 1)
        let asset = try TestAssets.movie(bitsPerSecond: 2_000_000)
        try await withOrigin(.synthetic(asset), [fault]) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            #expect(try await download.run().outcome == .completed)
            let record = try await origin.settledRecord()
            let requests = record.requests(for: .segment(stream: "high", index: 2))
            #expect(requests.map(\.status) == [200, 206])
            // Bytes that had arrived when the connection broke, and were not read yet, are lost.
            let start = try #require(requests.last?.range?.firstMatch(of: /^bytes=(\d+)-$/)?.1)
            #expect((1...900_000).contains(Int(start) ?? 0))
        }
    }

    @Test func `waits as long as Retry-After asks, for the whole host`() async throws {
        let fault = Fault(
            match: .init(segment: 1), effect: .status(503, retryAfter: .seconds(2)), times: 1)
        try await withOrigin(.synthetic(TestAssets.movie()), [fault]) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.parallelRequests = 1
            #expect(try await download.run().outcome == .completed)
            let segments = try await origin.settledRecord().segments
            let earliest = try #require(segments.first?.retryNotBefore)
            #expect(segments.count == 7)
            #expect(segments.dropFirst().allSatisfy { $0.requestedAt >= earliest })
        }
    }
}

@Suite struct `A download that cannot be completed` {
    static let gone = Fault(match: .init(segment: 3), effect: .status(404))

    @Test func `names the segment and keeps the rest`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset), [Self.gone]) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.parallelRequests = 1
            let result = try await download.run()
            let address = url.replacing("index.m3u8", with: "high/3.ts")
            #expect(
                result.failure == "cannot download segment 3 of high/index.m3u8 (\(address)): "
                    + "the server answers 404")
            #expect(result.progress.retries == 0)
            let manifest = try download.manifest()
            #expect(!manifest.isComplete)
            #expect(manifest.firstHole == "segment 3 of high/index.m3u8")
            #expect(!download.folder.has("package/index.m3u8"))
            let digests = try asset.digests(of: "high")
            #expect(try download.digests() == [digests[0], digests[1], nil, nil, nil, nil])
        }
    }

    @Test func `goes on when the fault is gone, without fetching anything twice`() async throws {
        let asset = try TestAssets.movie()
        var passing = Self.gone
        passing.times = 1
        try await withOrigin(.synthetic(asset), [passing]) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.parallelRequests = 1
            let failed = try await download.run()
            #expect(failed.outcome != .completed)
            let completed = try await download.run()
            #expect(completed.outcome == .completed)
            #expect(completed.progress.partsStored == 6)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            #expect(try download.manifest().isComplete)
            let parts = try await origin.settledRecord().segments.map(\.part)
            #expect(
                parts == [0, 1, 2, 2, 3, 4, 5].map { .segment(stream: "high", index: $0) })
        }
    }

    @Test func `gives up on a segment after the failures allowed`() async throws {
        let fault = Fault(match: .init(segment: 2), effect: .status(503))
        try await withOrigin(.synthetic(TestAssets.movie()), [fault]) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.retry.failuresWithoutProgress = 3
            let result = try await download.run()
            #expect(
                result.failure.hasSuffix("given up after 3 failures, the last: status 503"))
            #expect(result.failure.contains("segment 2 of high/index.m3u8"))
        }
    }

    @Test func `says that nobody answers`() async throws {
        let url = try await withOrigin(.synthetic(TestAssets.movie())) { _, url in url }
        let download = TestDownload(url: url, folder: try TestFolder())
        let result = try await download.run()
        #expect(
            result.failure == "cannot download the playlist (\(url)): "
                + "connection refused; is the server running?")
        #expect(result.progress.retries == 2)
    }

    @Test func `says that a page came in place of the playlist`() async throws {
        let fault = Fault(match: .init(kind: .multivariantPlaylist), effect: .wrongType)
        try await withOrigin(.synthetic(TestAssets.movie()), [fault]) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run()
            #expect(
                result.failure == "cannot download the playlist (\(url)): "
                    + "this is no HLS playlist: it is an HTML or XML page")
            #expect(try download.manifest().firstHole == "nothing is planned yet")
        }
    }

    /// The origin sends it compressed, to fewer bytes than the limit.
    @Test func `ends at once when a playlist unfolds to more than the limit`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.limits.playlistBytes = 250
            let result = try await download.run()
            #expect(
                result.failure == "cannot download the playlist (\(url)): more than 250 bytes")
            #expect(result.progress.retries == 0)
        }
    }
}
