import FixtureOrigin
import NIOCore
import Scenarios
import Testing

/// Runs an origin for as long as the body takes; hands it over with its URL.
func withOrigin<Result: Sendable>(
    _ asset: OriginAsset, _ faults: [Fault] = [],
    _ body: @Sendable @escaping (FixtureOrigin, String) async throws -> Result
) async throws -> Result {
    try await withOrigin(try FixtureOrigin(asset: asset, faults: faults), body)
}

func withOrigin<Result: Sendable>(
    _ origin: FixtureOrigin,
    _ body: @Sendable @escaping (FixtureOrigin, String) async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await origin.run() }
        let url = "http://127.0.0.1:\(try await origin.port)/index.m3u8"
        let result = try await body(origin, url)
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}

extension FixtureOrigin {
    /// The record, once all requests that have come have ended: the last entry may still be on its
    /// way when the client has the last byte.
    func settledRecord() async throws -> OriginRecord {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let record = record
            if record.entries.count == requestCount { return record }
            await Task.yield()
        }
        throw UnsettledRecord()
    }

    struct UnsettledRecord: Error {}
}

extension OriginRecord {
    /// Requests for segments, in the order in which they came.
    var segments: [Entry] {
        entries.filter { FaultMatch.Kind(of: $0.part ?? .multivariantPlaylist) == .segment }
            .sorted { $0.sequence < $1.sequence }
    }
}

/// Assets without files, small enough for a test.
enum TestAssets {
    /// Six segments of 4 s, 200 kB each in the better of the two variants.
    static func movie(
        seed: UInt64 = 1, seconds: Int = 24, segmentSeconds: Int = 4, bitsPerSecond: Int = 400_000
    ) throws -> SyntheticAsset {
        try SyntheticAsset(
            SyntheticDescription(
                id: "movie", title: "Movie", duration: .seconds(seconds),
                segmentDuration: .seconds(segmentSeconds), seed: seed,
                variants: [
                    .init(
                        id: "low", bitsPerSecond: bitsPerSecond / 4, width: 256, height: 144,
                        frameRate: 25),
                    .init(
                        id: "high", bitsPerSecond: bitsPerSecond, width: 640, height: 360,
                        frameRate: 25),
                ]))
    }
}

extension SyntheticAsset {
    /// SHA-256 of each segment of a stream, as the generator makes it.
    func digests(of stream: String) throws -> [String] {
        try #require(catalog.stream(stream)).segments.map { part in
            sha256(try #require(bytes(of: part.path, range: 0..<part.length)))
        }
    }

    /// Bytes of the segments of a stream.
    func byteCount(of stream: String) throws -> Int {
        try #require(catalog.stream(stream)).segments.reduce(0) { $0 + $1.length }
    }
}

/// The content of an asset whose multivariant playlist has been edited since.
struct EditedContent: OriginContent {
    let asset: OriginAsset
    let playlist: [UInt8]

    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer {
        guard path == "/index.m3u8" else {
            return try await asset.content.bytes(
                of: path, representation: representation, range: range)
        }
        return ByteBuffer(bytes: playlist[range])
    }

    /// What the origin holds now.
    var resources: [OriginResource] {
        asset.resources.map { resource in
            guard resource.path == "/index.m3u8" else { return resource }
            var edited = resource
            edited.entityTag = "\"edited\""
            edited.length = playlist.count
            edited.gzipLength = nil
            return edited
        }
    }
}
