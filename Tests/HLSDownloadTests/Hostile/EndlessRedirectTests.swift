import Scenarios
import Testing

@Suite struct `A redirect that leads on and on` {
    @Test(arguments: [
        (FaultMatch(kind: .multivariantPlaylist), "/index.m3u8"),
        (FaultMatch(kind: .mediaPlaylist, stream: "high"), "/high/index.m3u8"),
        (FaultMatch(segment: 2), "/high/2.ts"),
    ])
    func `is followed twenty times`(match: FaultMatch, target: String) async throws {
        let run = try await HostileOrigin.run([Fault(match: match, effect: .redirect(to: target))])
        #expect(run.failure.hasSuffix("more than 20 redirects"), "\(run.failure)")
        #expect(run.record.entries.count { $0.status == 302 } == 21)
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "//", "http://", "https:///x"])
    func `to where nobody can go is not followed`(target: String) async throws {
        let run = try await HostileOrigin.run([
            Fault(match: .init(kind: .mediaPlaylist), effect: .redirect(to: target))
        ])
        #expect(!run.isComplete)
        #expect(run.failure != "")
    }
}
