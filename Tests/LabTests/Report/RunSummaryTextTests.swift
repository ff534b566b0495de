@testable import Lab
import Scenarios
import Testing

@Suite struct `The summary of a run` {
    /// - Parameter failures: expectations that did not hold.
    static func summary(failures: Int, findings: [Coverage.Finding]) -> RunSummary {
        var onDisk = OnDisk()
        onDisk.segmentsExpected = findings.count
        onDisk.segmentsAtRequestedQuality = findings.count { $0 == .right }
        onDisk.segmentsMissing = findings.count { $0 == .missing }
        onDisk.segmentsCorrupt = findings.count { $0 == .corrupt }
        var summary = RunSummary(
            scenario: "rough", asset: "ladder", quality: "best", seed: 7,
            link: .init(
                profile: "nlc-3g", via: .throttle, bytesDown: 2_100_000, bytesUp: 1_000,
                allowedSeconds: 20),
            verdict: failures > 0 ? .fail : .pass,
            expectations: (0..<failures).map {
                .init(name: "figure \($0)", pass: false, detail: "\($0), expected at most 0")
            },
            download: .init(
                state: failures > 0 ? "failed" : "completed", seconds: 25, bytesReceived: 2_100_000,
                bytesStored: 2_000_000, wasteBytes: 1_000, requests: 9, retries: 1,
                recoverableErrors: 1, stallFreeStartSeconds: 3, requestedVariant: "v800",
                requestedStreams: ["v800"],
                error: failures > 0 ? "cannot download segment 3 of v800" : nil),
            onDisk: onDisk, attestations: [:], traceSHA256: "00", runFolder: "runs/x",
            replay: "hlslab run --seed 7")
        summary.coverage = Coverage(streams: [
            .init(
                id: "v800",
                segments: findings.enumerated().map {
                    .init(start: Double($0) * 4, seconds: 4, length: 100, finding: $1)
                })
        ])
        return summary
    }

    @Test(arguments: [0, 1, 3, 40])
    func `has at most 15 lines, and counts what it leaves out`(failures: Int) {
        let summary = Self.summary(failures: failures, findings: [.right, .missing])
        let lines = summary.text.split(separator: "\n")
        #expect(lines.count <= RunSummary.mostLines)
        let told = lines.count { $0.hasPrefix("  failed") }
        let untold = lines.firstIndex { $0.contains("more, see summary.json") }
        #expect(told == failures || untold != nil)
        if failures == 40 { #expect(summary.text.contains("and \(40 - told) more")) }
    }

    @Test func `shows where the presentation has holes, without colour`() throws {
        let summary = Self.summary(failures: 1, findings: [.right, .missing, .right, .corrupt])
        let row = try #require(
            summary.text.split(separator: "\n").first { $0.contains("coverage") })
        let bar = ["█", "·", "█", "×"].map { String(repeating: $0, count: 10) }.joined()
        #expect(row == "  coverage  [\(bar)]  16.0 s, · missing, × corrupt")
    }
}
