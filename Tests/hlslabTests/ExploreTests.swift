import Foundation
import Testing

@Suite struct `hlslab explore` {
    private func json(_ arguments: [String]) async throws -> [String: Any] {
        let run = try await Invocation(["explore", "--format", "json"] + arguments)
        #expect(run.exitCode == 0, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }

    @Test func `comes to the same for the same seeds`() async throws {
        let first = try await json(["--seeds", "60", "--first-seed", "1000"])
        let second = try await json(["--seeds", "60", "--first-seed", "1000"])
        for key in ["seeds", "completed", "failed", "waiting", "runs", "requests", "events"] {
            #expect(first[key] as? Int == second[key] as? Int, "\(key)")
        }
        #expect(first["seeds"] as? Int == 60)
        #expect(first["broken"] as? Int == 0)
        #expect(first["verdict"] as? String == "pass")
    }

    @Test func `ends when its time is over`() async throws {
        let summary = try await json(["--minutes", "0.01"])
        #expect(try #require(summary["seeds"] as? Int) > 0)
    }

    @Test func `plays a failure that was written down`() async throws {
        let run = try await Invocation(
            ["explore", "--replay", "ci/scenarios/explore/closed-behind-the-end.yaml"])
        #expect(run.exitCode == 0)
        #expect(run.output == "closed-behind-the-end: every rule holds (completed)\n")
    }

    @Test func `tells what happens in a failure that was written down`() async throws {
        let folder = try TemporaryFolder()
        let kept = try String(
            contentsOfFile: "ci/scenarios/explore/replacement-that-is-stored.yaml", encoding: .utf8)
        let quoted = kept.replacing("name: replacement-that-is-stored", with: "name: a \"b\" c")
        let scenario = try folder.file("quoted.yaml", quoted)
        let file = folder.path + "/events.jsonl"
        let run = try await Invocation(["explore", "--timeline", file, "--replay", scenario])
        #expect(run.exitCode == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let objects = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let titles = objects.filter { $0["exploration"] as? String == "a \"b\" c" }
        #expect(titles.compactMap { $0["run"] as? Int } == [1, 2])
        #expect(objects.count { $0["event"] != nil } > 100)
        #expect(objects.count { $0["player"] != nil } > 10)
    }

    @Test func `ends a download at its points`() async throws {
        let summary = try await json(["--crash-points", "--asset", "tiny"])
        let assets = try #require(summary["assets"] as? [[String: Any]])
        #expect(assets.count == 1)
        #expect(try #require(assets[0]["commandPoints"] as? Int) > 20)
        #expect(try #require(assets[0]["eventPoints"] as? Int) > 50)
        #expect(assets[0]["failed"] as? Int == 0)
        #expect(assets[0]["twiceAfterKill"] as? Int == 0)
    }

    @Test(arguments: [
        ([], "error: explore needs --seeds or --minutes, or both\n"),
        (["--seeds", "0"], "error: --seeds is 0; explore at least one\n"),
        (
            ["--minutes", "0"],
            "error: --minutes is 0.0; it has to be more than 0, to 100000\n"
        ),
        (
            ["--crash-points", "--asset", "ladr"],
            "error: unknown asset 'ladr'; 'hlslab assets list' shows all\n"
        ),
    ])
    func `says what it needs`(arguments: [String], message: String) async throws {
        let run = try await Invocation(["explore"] + arguments)
        #expect(run.exitCode == 64)
        #expect(run.errors == message)
    }
}
