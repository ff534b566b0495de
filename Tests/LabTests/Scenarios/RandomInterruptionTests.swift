import Foundation
import LinkModel
import Scenarios
import Testing

@testable import Lab

/// Interruptions of every kind, drawn for a seed and played over a link that loses packets.
@Suite struct `Interruptions at any moment` {
    private func draw(seed: UInt64) -> String {
        var random = StableRandom(seed: seed)
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        let entries = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let moment = pick([
                "at: \(Int.random(in: 0...9_000, using: &random)) ms",
                "after: \(Int.random(in: 1...6, using: &random)) segments",
                "after: \(Int.random(in: 1...9, using: &random)) requests",
            ])
            let length = "for: \(pick(["0 s", "1 ms", "300 ms", "7 s"]))"
            let what = pick([
                "kill: true, \(length)", "suspend: true, \(length)", "network: down, \(length)",
                "diskFull: true, \(length)", "profile: 3g", "clock: -1 h", "token: expires",
            ])
            return "  - { \(moment), \(what) }"
        }
        let playback = pick(["none", "with-download", "after"])
        return """
            asset: tiny
            link: { profile: wifi-lossy, via: simulate }
            download: { waitsForSpace: true, parallel: \(pick(["1", "2", "4"])) }
            playback: { mode: \(playback) }
            interruptions:

            """ + entries.joined(separator: "\n") + "\n"
    }

    @Test func `cost no segment and no quality`() async throws {
        let workbench = Workbench(
            resources: LabResources(
                profiles: [FaultSuite.root + "/Profiles"], fixtures: [FaultSuite.root + "/Fixtures"]
            ))
        let out = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: out)
        }
        var happened: Set<String> = []
        for seed in UInt64(1)...60 {
            let text = draw(seed: seed)
            try Data(text.utf8).write(to: URL(filePath: out + "/one.yaml"))
            let run = try workbench.prepareRun(
                file: out + "/one.yaml", overrides: .init(seed: seed), out: out + "/run\(seed)",
                now: Date(timeIntervalSince1970: 0))
            let summary = try await run.run { _ in }
            let failed = summary.expectations.filter { !$0.pass }
            #expect(failed == [], "seed \(seed): \(text)")
            #expect(summary.onDisk.isComplete, "seed \(seed): \(text)")
            happened.formUnion((summary.interruptions ?? []).filter { $0.at != nil }.map(\.what))
        }
        #expect(happened.count == 7)
    }
}
