import Foundation
import Testing

@Suite struct `The suite command` {
    private static let suite = """
        base: { asset: tiny, link: { profile: wifi, via: simulate } }
        matrix:
          retries: { any: {}, many: { expectations: { retries: at least 9 } } }
          seeds: 1...2
        """

    /// The words of a command that was printed, but for the program.
    private func words(of command: Substring) -> [String] {
        command.split(separator: " ").dropFirst().map(String.init)
    }

    @Test func `ends red for a failing case, whose command plays it again`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("planted.yaml", Self.suite)
        let run = try await Invocation([
            "suite", file, "--out", folder.path + "/out", "--junit", folder.path + "/junit.xml",
            "--report", folder.path + "/report.html",
        ])
        #expect(run.exitCode == 1)
        #expect(run.output.hasPrefix("FAIL  2 cases\n  runs      4: 2 passed, 2 failed"))
        for name in ["junit.xml", "report.html"] {
            let text = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
            #expect(text.contains("planted/many"))
        }
        let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("  again") })
        let command = line.dropFirst("  again     ".count)
        let again = try await Invocation(words(of: command) + ["--out", folder.path + "/again"])
        #expect(again.exitCode == 1)
        #expect(again.output.hasPrefix("FAIL  1 case\n  runs      1: 0 passed, 1 failed"))
        let replay = try await Invocation([
            "replay", folder.path + "/again/runs/planted/many/seed-1",
        ])
        #expect(replay.exitCode == 0, "\(replay.errors)")
        #expect(replay.output.hasPrefix("SAME   planted/many (simulate), seed 1: "))
    }

    @Test func `annotates what failed on GitHub, and leaves JSON whole`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("planted.yaml", Self.suite)
        let words = [
            "GITHUB_ACTIONS=true", Invocation.program, "suite", file, "--seeds", "1", "--out",
            folder.path + "/out",
        ]
        let text = try await Invocation(words, of: "/usr/bin/env")
        #expect(text.output.hasPrefix("::error file=\(file),line=2,title=planted/many seed 1::"))
        let json = try await Invocation(words + ["--format", "json"], of: "/usr/bin/env")
        #expect(json.errors.hasPrefix("::error file=\(file)"))
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        #expect((object as? [String: Any])?["schema"] as? String == "hlslab-suite/1")
        #expect(
            Data(json.output.utf8)
                == FileManager.default.contents(
                    atPath: folder.path + "/out/results.json"))
    }

    @Test func `plays over sockets, and a run there can be played again`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("one.yaml", "asset: tiny\nlink: { profile: wifi }\n")
        let words = ["suite", file, "--out", folder.path + "/out"]
        let run = try await Invocation(words)
        #expect(run.exitCode == 0, "\(run.output)")
        let one = folder.path + "/out/runs/one/seed-1"
        #expect(FileManager.default.fileExists(atPath: one + "/asset/index.m3u8"))
        let again = try await Invocation(["replay", one, "--out", folder.path + "/again"])
        #expect(again.exitCode == 0, "\(again.output)")
        #expect(
            again.output.hasPrefix("SAME   one (throttle), seed 1: verdict and what is on disk"))
        let refused = try await Invocation(words)
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("it has runs already, which would go on where they were"))
    }

    @Test func `is what its shards are when they are merged`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("planted.yaml", Self.suite)
        for index in 1...2 {
            _ = try await Invocation([
                "suite", file, "--shard", "\(index)/2", "--out", "\(folder.path)/\(index)",
            ])
        }
        _ = try await Invocation(["suite", file, "--out", folder.path + "/whole"])
        let merged = try await Invocation([
            "merge", folder.path + "/1", folder.path + "/2", "--out", folder.path + "/merged.json",
        ])
        #expect(merged.exitCode == 1, "\(merged.errors)")
        let contents = FileManager.default.contents
        #expect(
            contents(folder.path + "/merged.json") == contents(folder.path + "/whole/results.json"))
        #expect(contents(folder.path + "/merged.json") != nil)
    }
}
