import Foundation
@testable import Lab
import Scenarios
import Testing

@Suite struct `A run's folder` {
    private static let slow = """
        name: Slow
        down: { rate: 2 Mbit/s, delay: 20 ms, loss: 1 % }
        up: { rate: 1 Mbit/s, delay: 20 ms }
        """
    private static let rough = """
        asset: tiny
        faults:
          - { kind: segment, segment: 2, status: 503, times: 2 }
          - kind: segment
            segment: 3
            attempts: [1]
            body: |
              no: segment
        expectations: { retries: at least 2 }
        """

    /// Plays the scenario over a link that only a file knows, and takes both files away.
    private func play(in suite: borrowing TestSuite) async throws -> RunSummary {
        let run = try suite.workbench.prepareRun(
            file: suite.path + "/rough.yaml",
            overrides: .init(
                profile: suite.path + "/slow.yaml", link: "simulate", quality: "fast", parallel: 2,
                seed: .max, playback: "with-download", rule: "hlsjs"),
            out: suite.folder + "/run", now: Date(timeIntervalSince1970: 0))
        let summary = try await run.run { _ in }
        try FileManager.default.removeItem(atPath: suite.path)
        return summary
    }

    private func replay(_ suite: borrowing TestSuite) async throws -> ReplayOutcome {
        let replay = try suite.workbench.prepareReplay(
            of: suite.folder + "/run", out: nil, now: Date(timeIntervalSince1970: 0))
        return try await replay.run { _ in }
    }

    private func suite() throws -> TestSuite {
        try TestSuite(["rough.yaml": Self.rough, "slow.yaml": Self.slow])
    }

    @Test func `holds all that it takes to play it again, line by line`() async throws {
        let suite = try suite()
        let summary = try await play(in: suite)
        let outcome = try await replay(suite)
        #expect(outcome.isSame, "\(outcome.text)")
        #expect(outcome.exitCode == 0)
        #expect((outcome.scenario, outcome.seed) == ("rough", .max))
        let lines = try suite.bytes("run/timeline.jsonl").split(separator: 0x0A).count
        #expect(outcome.lines == lines)
        #expect(
            outcome.text
                == "SAME   rough (simulate), seed \(UInt64.max): \(lines) lines of the timeline, "
                + "every one as it was")
        #expect(summary.download.retries >= 2)
    }

    @Test func `whose timeline is another one tells the first line that differs`() async throws {
        let suite = try suite()
        _ = try await play(in: suite)
        let file = URL(filePath: suite.folder + "/run/timeline.jsonl")
        var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let original = String(lines[4])
        lines[4] = "{}"
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        let outcome = try await replay(suite)
        #expect(outcome.exitCode == 1)
        #expect(outcome.difference?.line == 5)
        #expect(outcome.difference?.before == "{}")
        #expect(outcome.difference?.now == original)
        #expect(outcome.text.contains("\n  was  {}\n  is   \(original)\n"))

        try Data((lines.prefix(4).joined(separator: "\n") + "\n").utf8).write(to: file)
        #expect(try await replay(suite).difference?.before == nil)
    }

    @Test func `of many seeds plays each again, and names those that are not as they were`()
        async throws
    {
        let suite = try suite()
        let folder = suite.folder + "/seeds"
        let run = try suite.workbench.prepareSeeds(
            "1...6", file: suite.path + "/rough.yaml",
            overrides: .init(profile: suite.path + "/slow.yaml", link: "simulate"), out: folder,
            now: Date(timeIntervalSince1970: 0))
        _ = try await run.run { _ in }
        try FileManager.default.removeItem(atPath: suite.path)
        func replay(_ seeds: String?) async throws -> any CommandReport {
            let replay = try suite.workbench.prepareReplay(
                of: folder, seeds: seeds, out: nil, now: Date(timeIntervalSince1970: 0))
            return try await replay.play { _ in }
        }
        let same = try await replay(nil)
        #expect(same.text == "SAME   rough (simulate), 6 seeds: every trace as it was")
        #expect(same.exitCode == 0)
        #expect(try await replay("2,4...5").text.contains("3 seeds"))

        let file = folder + "/summary.json"
        var summary = try RunFolder.read(SeedsSummary.self, from: file)
        summary.runs[3].traceSHA256 = String(repeating: "0", count: 64)
        try RunFolder.put(summary.json(), in: file)
        let other = try await replay(nil)
        #expect(other.exitCode == 1)
        #expect(other.text.hasPrefix("OTHER  rough (simulate): 1 of 6 seeds are not as they were"))
        #expect(other.text.contains("\n  4     was  "))
        #expect(try await replay("1...3").exitCode == 0)

        let stranger = try await #require(throws: LabError.self) { _ = try await replay("9") }
        #expect(stranger.message.hasPrefix("--seed names 9, which "))
    }

    @Test func `that lacks something says what`() async throws {
        let suite = try suite()
        let folder = suite.folder + "/run"
        let nothing = try #require(throws: LabError.self) {
            _ = try suite.workbench.prepareReplay(
                of: folder, out: nil, now: Date(timeIntervalSince1970: 0))
        }
        #expect(
            nothing.message
                == "cannot play \(folder) again: there is no \(folder)/recipe/recipe.json: it is "
                + "not there; name the folder of one run")
        _ = try await play(in: suite)
        let recipe = folder + "/recipe/recipe.json"
        let text = try String(contentsOfFile: recipe, encoding: .utf8)
        try text.replacing("\"assetDigest\" : \"", with: "\"assetDigest\" : \"0").write(
            toFile: recipe, atomically: true, encoding: .utf8)
        let other = try #require(throws: LabError.self) {
            _ = try suite.workbench.prepareReplay(
                of: folder, out: nil, now: Date(timeIntervalSince1970: 0))
        }
        #expect(other.message.contains("the asset 'tiny' is not what it was then"))
    }

    @Test func `has every scenario of the fault suite as it was read`() throws {
        for name in FaultSuite.names {
            let file = "\(FaultSuite.folder)/\(name).yaml"
            let text = try ScenarioDocument(path: file).text()
            let suite = try TestSuite(["\(name).yaml": text])
            #expect(
                try ScenarioLoader.load("\(suite.path)/\(name).yaml") == ScenarioLoader.load(file))
        }
    }
}
