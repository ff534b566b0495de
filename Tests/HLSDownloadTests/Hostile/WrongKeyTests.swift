import DownloadCore
import FixtureOrigin
import Scenarios
import Testing

/// A key that is none: nothing may be stored as if it had been checked with it.
@Suite struct `A key of the wrong size` {
    @Test(arguments: [1, 15, 17, 32, 4_096])
    func `is no key, and no segment is asked for`(count: Int) async throws {
        let key = String(repeating: "k", count: count)
        let run = try await HostileOrigin.run(
            [Fault(match: .init(kind: .key), effect: .body(key))],
            asset: try .folder(`A download of the fixture`.fixture("aes128")))
        #expect(!run.isComplete)
        #expect(run.failure.contains("the key has \(count) bytes and needs 16"), "\(run.failure)")
        #expect(run.record.segments.isEmpty)
        #expect(!run.paths.contains { $0.hasSuffix(".key") })
    }

    @Test func `of nothing is no key`() async throws {
        let run = try await HostileOrigin.run(
            [Fault(match: .init(kind: .key), effect: .empty)],
            asset: try .folder(`A download of the fixture`.fixture("aes128")))
        #expect(run.failure.contains("the key has 0 bytes and needs 16"), "\(run.failure)")
    }

    @Test func `of the right size and wrong bytes opens no segment`() async throws {
        let run = try await HostileOrigin.run(
            [Fault(match: .init(kind: .key), effect: .body("sixteen bytes!!!"))],
            asset: try .folder(`A download of the fixture`.fixture("aes128")))
        #expect(!run.isComplete)
        #expect(run.failure.contains("segment"), "\(run.failure)")
    }
}
