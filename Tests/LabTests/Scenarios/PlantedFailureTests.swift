import Foundation
import Scenarios
import Testing

@testable import Lab

/// Each scenario has to fail, for exactly the expectation that was planted.
@Suite struct `A scenario with a planted failure` {
    private let workbench = Workbench(
        resources: LabResources(
            profiles: [FaultSuite.root + "/Profiles"], fixtures: [FaultSuite.root + "/Fixtures"]))

    private func write<Result>(
        _ text: String, _ body: (_ file: String, _ out: String) async throws -> Result
    ) async throws -> Result {
        let out = NSTemporaryDirectory() + "hlslab-planted-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: out)
        }
        let file = out + "/planted.yaml"
        try Data("asset: tiny\nlink: { profile: wifi, via: simulate }\n\(text)\n".utf8)
            .write(to: URL(filePath: file))
        return try await body(file, out + "/run")
    }

    @Test(arguments: [
        ("expectations: { retries: at least 1 }", ["retries"]),
        ("expectations: { requests: at most 1 }", ["requests"]),
        ("expectations: { time: under 1 ms }", ["time"]),
        ("expectations: { time: between 1 s and 2 h }", ["time"]),
        ("expectations: { waste: over 0 B }", ["waste"]),
        ("expectations: { waste: over 0 % }", ["waste"]),
        ("expectations: { retries: exactly 7 }", ["retries"]),
        ("expectations: { stalls: at most 2 }", ["stalls"]),
        ("expectations: { onDisk.segmentsMissing: at least 1 }", ["onDisk.segmentsMissing"]),
        ("expectations: { link.bytesDown: under 1 kB }", ["link.bytesDown"]),
        ("playback: { mode: with-download }\nexpectations: { startup: under 1 us }", ["startup"]),
        ("playback: { mode: after }\nexpectations: { switches: over 99 }", ["switches"]),
        (
            "playback: { mode: with-download }\nexpectations: { playback.averageBitrate: over 1 Gbit/s }",
            ["playback.averageBitrate"]
        ),
        ("playback: { mode: only }\nexpectations: { quality: requested }", ["quality"]),
        (
            "playback: { mode: only }\nfaults: [{ kind: segment, segment: 2, status: 404 }]",
            ["played"]
        ),
        ("ends: { error: segment 1 }", ["error"]),
        ("ends: unseenDamage", ["attested"]),
        (
            "faults: [{ kind: segment, segment: 2, status: 404 }]",
            ["complete", "quality", "playlists"]
        ),
        (
            "faults: [{ kind: segment, segment: 2, status: 404 }]\n"
                + "ends: { error: segment 2 }\nexpectations: { quality: requested }", ["quality"]
        ),
    ])
    func `fails for that and nothing else`(text: String, failed: [String]) async throws {
        let summary = try await write(text) { file, out in
            let run = try workbench.prepareRun(
                file: file, overrides: .init(), out: out, now: Date(timeIntervalSince1970: 0))
            return try await run.run { _ in }
        }
        #expect(summary.expectations.filter { !$0.pass }.map(\.name) == failed)
        #expect(summary.verdict == .fail)
        #expect(summary.exitCode == 1)
    }

    @Test(arguments: [
        ("p95(time): under 1 ms", false), ("p5(time): under 1 h", true),
        ("min(requests): at most 1", false), ("median(retries): at least 1", false),
        ("max(waste): under 100 %", true), ("max(startup): under 1 s", false),
    ])
    func `of many seeds fails for the expectation of all of them`(
        words: String, holds: Bool
    ) async throws {
        let summary = try await write("expectations: { \(words) }") { file, out in
            let run = try workbench.prepareSeeds(
                "1...5", file: file, overrides: .init(), out: out,
                now: Date(timeIntervalSince1970: 0))
            return try await run.run { _ in }
        }
        #expect(summary.counts.passed == 5)
        #expect(summary.expectations?.map(\.pass) == [holds])
        #expect(summary.verdict == (holds ? .pass : .fail))
        #expect(summary.exitCode == (holds ? 0 : 1))
    }

    @Test func `of many seeds is left open by a single run, which says so`() async throws {
        let summary = try await write("expectations: { p95(time): under 1 ms }") { file, out in
            let run = try workbench.prepareRun(
                file: file, overrides: .init(), out: out, now: Date(timeIntervalSince1970: 0))
            return try await run.run { _ in }
        }
        #expect(summary.verdict == .pass)
        #expect(summary.notJudged == ["p95(time)"])
        #expect(summary.text.contains("p95(time): of many seeds, add --link simulate --seeds"))
    }
}
