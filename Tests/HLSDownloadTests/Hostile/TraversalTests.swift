import Foundation
import Scenarios
import Testing

/// Names from the server, as in youtube-dl's advisory of 2024-07-02 (its issue 32831) and in the many
/// tools that write what a URI ends in.
@Suite struct `A segment whose address climbs` {
    /// All lead to segments that the origin has.
    static let uris = [
        "1.ts?name=../../../../../../tmp/evil", "../high/2.ts", "../../../../high/3.ts",
        "./././4.ts#/../../etc/cron.d/evil", "/high/5.ts?..\\..\\evil.exe", "%36.ts",
    ]

    @Test func `is stored under a name of the package's own`() async throws {
        let run = try await HostileOrigin.run([
            HostileOrigin.media(HostileOrigin.playlist(Self.uris))
        ])
        #expect(run.failure == "")
        #expect(run.record.segments.map(\.path).sorted() == (1...6).map { "/high/\($0).ts" })
        let allowed = /[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*/
        for path in run.paths {
            #expect(path.wholeMatch(of: allowed) != nil, "\(path)")
            #expect(!path.contains("..") && !path.contains("evil"), "\(path)")
        }
        #expect(run.paths.count { $0.hasSuffix(".ts") } == 6)
    }

    @Test func `above the root stays on the server, where nothing is`() async throws {
        let run = try await HostileOrigin.run([
            HostileOrigin.media(
                HostileOrigin.playlist(["1.ts", "..%2f..%2f..%2fetc/passwd", "../../../etc/passwd"])
            )
        ])
        #expect(run.failure.contains("of high/index.m3u8"))
        #expect(run.failure.contains("the server answers 404"))
        #expect(run.paths.count { $0.hasSuffix(".ts") || $0.contains("passwd") } <= 1)
    }
}
