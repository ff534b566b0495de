import Foundation
import Testing

@Suite struct `hlslab doctor --limits` {
    private struct Report: Decodable {
        struct Limit: Decodable {
            var name: String
            var value: Int
            var unit: String
            var meaning: String
        }
        var schema: String
        var limits: [Limit]
    }

    @Test func `lists the limits as JSON`() async throws {
        let run = try await Invocation(["doctor", "--limits", "--format", "json"])
        #expect(run.exitCode == 0)
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.schema == "hlslab-limits/1")
        #expect(report.limits.count > 60)
        let redirects = try #require(
            report.limits.first { $0.name == "DownloadLimits.redirects" })
        #expect((redirects.value, redirects.unit) == (20, "number"))
        #expect(report.limits.allSatisfy { !$0.meaning.isEmpty })
    }

    @Test func `lists the limits in columns, bytes in units of 1024`() async throws {
        let run = try await Invocation(["doctor", "--limits"])
        #expect(run.exitCode == 0)
        let lines = run.output.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("DownloadLimits.playlistBytes ") })
        #expect(line.hasSuffix("  16 MiB  a playlist that is received, decompressed"))
    }
}
