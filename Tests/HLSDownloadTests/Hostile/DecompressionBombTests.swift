import DownloadCore
import Scenarios
import Testing

/// Bodies that become 158 times as many bytes.
/// `ci/faults` holds the peak memory of the same rows below 96 MB.
@Suite struct `A compressed body that unfolds` {
    @Test(arguments: [FaultMatch.Kind.multivariantPlaylist, .mediaPlaylist])
    func `into more than a playlist may have ends the download`(kind: FaultMatch.Kind) async throws
    {
        let bomb = Fault(match: .init(kind: kind), effect: .flood(.gzip))
        let run = try await HostileOrigin.run(
            [bomb], limits: DownloadLimits(playlistBytes: 4 << 20))
        #expect(!run.isComplete)
        #expect(run.failure.hasSuffix("more than 4194304 bytes"), "\(run.failure)")
        #expect(run.record.requests(for: .multivariantPlaylist).count == 1)
    }

    /// Media is asked for as it is: a coding that comes all the same ends at the same limit.
    @Test func `in place of a segment ends the download by its name`() async throws {
        let bomb = Fault(
            match: .init(segment: 2), effect: .flood(.gzip, length: 300_000), times: 1)
        let run = try await HostileOrigin.run([bomb])
        #expect(run.failure.contains("segment 2 of high/index.m3u8"), "\(run.failure)")
        #expect(!run.isComplete)
    }
}
