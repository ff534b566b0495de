import DownloadCore
import FixtureOrigin
import Scenarios
import Testing

/// Bodies that never end; `ci/faults` holds the peak memory of the same rows below 96 MB.
@Suite struct `A body that does not end` {
    @Test(arguments: [
        (FaultMatch.Kind.multivariantPlaylist, Flood.playlist), (.multivariantPlaylist, .line),
        (.mediaPlaylist, .playlist), (.mediaPlaylist, .line), (.mediaPlaylist, .zeros),
    ])
    func `of a playlist is cut off at the limit`(
        kind: FaultMatch.Kind, flood: Flood
    ) async throws {
        let run = try await HostileOrigin.run(
            [Fault(match: .init(kind: kind), effect: .flood(flood))],
            limits: DownloadLimits(playlistBytes: 2 << 20))
        #expect(run.failure.hasSuffix("more than 2097152 bytes"), "\(run.failure)")
        #expect(!run.isComplete)
    }

    @Test func `of a segment is cut off at the limit, and what came of it is not kept`()
        async throws
    {
        let run = try await HostileOrigin.run(
            [Fault(match: .init(segment: 2), effect: .flood(.zeros))],
            limits: DownloadLimits(partBytes: 2 << 20))
        #expect(run.failure.contains("segment 2 of high/index.m3u8"))
        #expect(run.failure.hasSuffix("more than 2097152 bytes"), "\(run.failure)")
        #expect(!run.isComplete)
    }

    @Test func `of a segment is refused by the length it declares`() async throws {
        let run = try await HostileOrigin.run([
            Fault(match: .init(segment: 2), effect: .flood(.zeros, length: 3_000_000_000))
        ])
        #expect(run.failure.hasSuffix("it has more than 2147483648 bytes"), "\(run.failure)")
    }

    @Test func `of a key is cut off at the limit`() async throws {
        let run = try await HostileOrigin.run(
            [Fault(match: .init(kind: .key), effect: .flood(.zeros))],
            asset: try .folder(`A download of the fixture`.fixture("aes128")))
        #expect(run.failure.hasSuffix("more than 4096 bytes"), "\(run.failure)")
        #expect(run.record.segments.isEmpty)
    }
}
