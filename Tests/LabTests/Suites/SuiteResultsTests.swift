import Foundation
import Lab
import Scenarios
import Testing

@Suite struct `A suite that is played` {
    /// Three cases pass, one fails, one cannot be carried out, one needs sockets.
    private static let files: KeyValuePairs<String, String> = [
        "good/links.yaml": """
        base: { asset: tiny }
        matrix: { profile: [wifi, lte, 3g-lossy], seeds: 1...3 }
        """,
        "planted.yaml":
            "asset: tiny\nlink: { profile: wifi }\nexpectations: { retries: at least 4 }\n",
        "none.yaml":
            "asset: tiny\nlink: { profile: wifi }\nfaults: [{ kind: mediaPlaylist, status: 404 }]\n",
        "sockets.yaml": "asset: tiny\nneeds: sockets\n",
    ]

    @Test func `ends red for what was planted, with the command that plays it again`() async throws
    {
        let suite = try TestSuite(Self.files)
        let outcome = try await suite.play()
        let counts = outcome.results.counts
        #expect(outcome.exitCode == 1)
        #expect((counts.cases, counts.skipped, counts.runs) == (6, 1, 11))
        #expect((counts.passed, counts.failed, counts.errors) == (9, 1, 1))
        let failed = try #require(outcome.results.cases.first { $0.name == "planted" })
        #expect(failed.runs.first?.reason == "retries: 0, expected at least 4")
        #expect(
            failed.runs.first?.replay
                == "hlslab run \(suite.path)/planted.yaml --link simulate --seed 1")
        #expect(outcome.text.contains("  failed    planted, seed 1: retries: 0"))
        #expect(outcome.text.contains("  skipped   1 case: it needs sockets"))
    }

    @Test func `leaves the same bytes whenever and wherever it is played`() async throws {
        let suite = try TestSuite(Self.files)
        _ = try await suite.play(out: "a")
        _ = try await suite.play(out: "b") { $0.jobs = 1 }
        #expect(try suite.bytes("a/results.json") == suite.bytes("b/results.json"))
    }

    @Test func `is the same when it is played in shards and merged`() async throws {
        let suite = try TestSuite(Self.files)
        let whole = try await suite.play(out: "whole")
        var parts: [String] = []
        var sizes: [Int] = []
        for index in 1...3 {
            let part = try await suite.play(out: "\(index)") { $0.shard = "\(index)/3" }
            sizes.append(part.results.cases.count)
            parts.append("\(suite.folder)/\(index)")
        }
        #expect(sizes.reduce(0, +) == whole.results.cases.count)
        let merged = try suite.workbench.merge(parts, out: suite.folder + "/merged.json")
        #expect(merged.exitCode == whole.exitCode)
        #expect(try suite.bytes("merged.json") == suite.bytes("whole/results.json"))
        #expect(merged.results.junit == whole.results.junit)
    }

    @Test func `has the same cases in a shard when others come`() throws {
        let suite = try TestSuite([
            "a.yaml": "base: { asset: tiny }\nmatrix: { seed: [1, 2, 3, 4, 5, 6, 7, 8] }\n"
        ])
        let before = try suite.names { $0.shard = "2/3" }
        try Data("base: { asset: tiny }\nmatrix: { seed: [9, 10, 1, 2, 3, 4, 5, 6, 7, 8] }\n".utf8)
            .write(to: URL(filePath: suite.path + "/a.yaml"))
        let after = try suite.names { $0.shard = "2/3" }
        #expect(!before.isEmpty)
        #expect(after.filter { !["a/9", "a/10"].contains($0) } == before)
    }

    @Test func `is not merged of parts that are not one whole`() async throws {
        let suite = try TestSuite(Self.files)
        for index in 1...2 {
            _ = try await suite.play(out: "\(index)") { $0.shard = "\(index)/2" }
        }
        _ = try await suite.play(out: "whole")
        _ = try await suite.play(engine: "other", out: "other") { $0.shard = "2/2" }
        _ = try await suite.play(out: "foreign") {
            $0.shard = "2/2"
            $0.seeds = "5"
        }
        _ = try await suite.play(out: "third") { $0.shard = "2/3" }
        try Data("{}".utf8).write(to: URL(filePath: suite.folder + "/empty.json"))
        func refusal(_ names: String...) throws -> String {
            let folder = suite.folder
            let error = try #require(throws: LabError.self) {
                _ = try suite.workbench.merge(
                    names.map { "\(folder)/\($0)" }, out: folder + "/merged.json")
            }
            #expect(error.kind == .usage)
            return error.message.replacing(folder + "/", with: "")
        }
        #expect(try refusal("1") == "1 of 2 shards is missing: 2/2")
        #expect(try refusal("1", "1") == "1 and 1 are both shard 1/2")
        #expect(try refusal("whole") == "whole is no shard: it was played without --shard")
        #expect(try refusal("1", "third") == "third is shard 2/3, 1 one of 2")
        #expect(
            try refusal("1", "other")
                == "other and 1 were played by different programs; play all shards with one build")
        #expect(
            try refusal("1", "foreign")
                == "foreign and 1 are of different suites: their scenarios, profiles, assets, "
                + "seeds or options differ")
        #expect(
            try refusal("1", "nowhere") == "cannot read the results nowhere: it is not there")
        #expect(try refusal("1", "empty.json").hasPrefix("empty.json has no results of a suite: "))
    }

    @Test(arguments: [
        (#""count" : 2"#, #""count" : 0"#, "shard.index: there is no shard 1 of 0"),
        (#""count" : 2"#, #""count" : 1000000000000"#, "there is no shard 1 of 1000000000000"),
        (
            #""index" : 1"#, #""index" : -9223372036854775808"#,
            "there is no shard -9223372036854775808 of 2"
        ),
        (#"hlslab-suite/1"#, #"hlslab-suite/9"#, "has the schema 'hlslab-suite/9'"),
        (#""verdict" : "pass""#, #""verdict" : "well""#, "Cannot initialize Verdict"),
    ])
    func `is not merged of a file that cannot be`(
        part: String, other: String, message: String
    ) async throws {
        let suite = try TestSuite(["a.yaml": "base: { asset: tiny }\nmatrix: { seed: [1, 2, 3] }\n"]
        )
        _ = try await suite.play(out: "1") { $0.shard = "1/2" }
        let text = String(decoding: try suite.bytes("1/results.json"), as: UTF8.self)
        let file = suite.folder + "/wrong.json"
        try Data(text.replacing(part, with: other).utf8).write(to: URL(filePath: file))
        let error = try #require(throws: LabError.self) {
            _ = try suite.workbench.merge([file], out: suite.folder + "/merged.json")
        }
        #expect(error.kind == .usage)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test func `plays again only what is new, changed or did not pass`() async throws {
        let suite = try TestSuite(Self.files)
        let first = try await suite.play(out: "a")
        let again = try await suite.play(out: "b") {
            $0.changedSince = $0.out.map { $0.dropLast() + "a" }
        }
        #expect(first.takenOver == 0)
        #expect(again.takenOver == 3)
        #expect(try suite.bytes("a/results.json") == suite.bytes("b/results.json"))
        #expect(again.text.contains("unchanged 3 of 6 cases, taken over"))

        try Data("base: { asset: tiny }\nmatrix: { profile: [wifi, dsl], seeds: 1...3 }\n".utf8)
            .write(to: URL(filePath: suite.path + "/good/links.yaml"))
        let changed = try await suite.play(out: "c") {
            $0.changedSince = $0.out.map { $0.dropLast() + "a" }
        }
        #expect(changed.takenOver == 1)
        let other = try await suite.play(engine: "other", out: "d") {
            $0.changedSince = $0.out.map { $0.dropLast() + "a" }
        }
        #expect(other.takenOver == 0)
    }

    @Test func `tells a case whose seeds do not agree`() async throws {
        let suite = try TestSuite([
            "luck.yaml":
                "asset: tiny\nlink: { profile: wifi-lossy-bursty }\nexpectations: { time: under 1500 ms }\n"
        ])
        let outcome = try await suite.play { $0.seeds = "1...20" }
        let one = try #require(outcome.results.flakes.first)
        let bad = one.runs.filter { $0.verdict != .pass }
        #expect((1..<20).contains(bad.count))
        #expect(
            outcome.text.contains(
                "  flaky     luck: \(bad.count) of 20 seeds did not pass, the first is \(bad[0].seed)"
            ))
        #expect(outcome.results.counts.flaky == 1)
    }

    @Test func `holds what is expected of all seeds together`() async throws {
        let suite = try TestSuite([
            "a.yaml":
                "asset: tiny\nlink: { profile: wifi }\nexpectations: { p95(time): under 1 ms }\n",
            "b.yaml":
                "asset: tiny\nlink: { profile: wifi }\nexpectations: { p95(time): under 1 h }\n",
        ])
        let outcome = try await suite.play { $0.seeds = "1...4" }
        #expect(outcome.results.cases.map(\.verdict) == [.fail, .pass])
        #expect(outcome.results.counts.passed == 8)
        #expect(outcome.exitCode == 1)
        #expect(outcome.text.contains("  failed    a, p95(time): "))
        let results = outcome.results
        #expect(results.annotations.count == 1)
        #expect(results.annotations.first?.contains("title=a all seeds::p95(time): ") == true)
        #expect(results.junit.contains("<testsuites name=\"hlslab\" tests=\"10\" failures=\"1\""))
        #expect(results.junit.contains("<testcase name=\"a (all seeds: p95(time))\""))
        #expect(results.junit.contains("type=\"p95(time)\">a</failure>"))
        #expect(results.page.contains("a, all seeds: p95(time): "))
    }

    @Test func `tells GitHub where it failed`() async throws {
        let suite = try TestSuite(Self.files)
        let lines = try await suite.play().results.annotations
        #expect(lines.count == 2)
        #expect(
            lines.last
                == "::error file=\(suite.path)/planted.yaml,line=1,title=planted seed 1::retries: 0, "
                + "expected at least 4%0Aagain: hlslab run \(suite.path)/planted.yaml "
                + "--link simulate --seed 1")
    }

    @Test func `tells JUnit's readers of failures, errors and what was skipped`() async throws {
        let suite = try TestSuite(Self.files)
        let text = try await suite.play().results.junit
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hlslab\" tests=\"12\" failures=\"1\" errors=\"1\" skipped=\"1\""
            ))
        #expect(
            text.contains("<testcase name=\"good/links/wifi (seed 2)\" classname=\"good/links\""))
        #expect(
            text.contains("<failure message=\"retries: 0, expected at least 4\" type=\"retries\">"))
        #expect(text.contains("<skipped message=\"it needs sockets"))
    }

    @Test(arguments: ["0/3", "4/3", "1", "a/b", "1/1001", "-1/3"])
    func `takes no shard that cannot be`(text: String) throws {
        let error = try #require(throws: LabError.self) { _ = try Shard(commandLine: text) }
        #expect(error.message.hasPrefix("--shard is '\(text)'; it has to be a number"))
    }
}
