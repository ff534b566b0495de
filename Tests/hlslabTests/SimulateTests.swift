import Foundation
import Testing

@Suite struct `A run in virtual time` {
    /// Faults that make every seed's retries wait for other times.
    private static let rough = """
        link: { profile: wifi, via: simulate }
        faults:
          - { kind: segment, segment: 3, status: 503, times: 2 }
          - { kind: segment, segment: 4, truncate: 50 kB, times: 1 }
        expectations: { retries: at most 3 }
        """

    private func json(_ arguments: [String], exitCode: Int32 = 0) async throws -> [String: Any] {
        let run = try await Invocation(["run", "--format", "json"] + arguments)
        #expect(run.exitCode == exitCode, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }

    private func value<Value>(_ path: String, _ object: [String: Any]) -> Value? {
        var value: Any? = object
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? Value
    }

    private func contents(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path))
    }

    @Test func `leaves the origin's record, as a run over sockets does`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("rough.yaml", Self.rough)
        let summary = try await json([scenario, "--out", folder.path + "/run"])
        let record = try contents(folder.path + "/run/origin.jsonl")
        let lines = try record.split(separator: UInt8(ascii: "\n")).map {
            try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
        }
        #expect(lines.count == value("download.requests", summary))
        #expect(lines.compactMap { $0["status"] as? Int }.filter { $0 == 503 }.count == 2)
        #expect(lines.allSatisfy { $0["requestedAt"] is Double && $0["ending"] is String })
    }

    @Test func `has the same history for the same seed in every process`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("rough.yaml", Self.rough)
        var digests: [String] = []
        var timelines: [Data] = []
        for (name, seed) in [("a", "5"), ("b", "5"), ("c", "6")] {
            let out = "\(folder.path)/\(name)"
            let summary = try await json([scenario, "--seed", seed, "--out", out])
            digests.append(try #require(value("traceSHA256", summary)))
            timelines.append(try contents(out + "/timeline.jsonl"))
        }
        #expect(digests[0] == digests[1])
        #expect(timelines[0] == timelines[1])
        #expect(digests[0] != digests[2])
    }

    @Test func `ends as the same scenario over sockets does`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "picky.yaml",
            "link: { profile: wifi }\nfaults: [{ segment: 3, status: 503, times: 2 }]\n"
                + "expectations: { retries: at most 1 }\n")
        for (name, words, code) in [
            ("wifi", ["--profile", "wifi"], Int32(0)), ("picky", [scenario], 1),
        ] {
            var pair: [[String: Any]] = []
            for link in ["simulate", "throttle"] {
                pair.append(
                    try await json(
                        words + ["--link", link, "--out", "\(folder.path)/\(name)-\(link)"],
                        exitCode: code))
            }
            for key in [
                "verdict", "download.state", "download.requestedVariant", "onDisk.firstHole",
                "link.profile",
            ] {
                let values: [String?] = pair.map { value(key, $0) }
                #expect(values[0] == values[1], "\(name): \(key)")
            }
            for key in [
                "download.requests", "download.retries", "download.bytesStored",
                "onDisk.segmentsExpected", "onDisk.segmentsAtRequestedQuality",
                "onDisk.segmentsMissing", "onDisk.segmentsCorrupt",
            ] {
                let values: [Int?] = pair.map { value(key, $0) }
                #expect(values[0] != nil && values[0] == values[1], "\(name): \(key) \(values)")
            }
            let names = pair.map {
                ($0["expectations"] as? [[String: Any]])?.map { $0["name"] as? String }
            }
            #expect(names[0] == names[1])
            #expect(Set(pair[0].keys) == Set(pair[1].keys))
        }
    }

    @Test func `leaves summary, timeline and record, and says that there is no package`()
        async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let run = try await Invocation([
            "run", "--link", "simulate", "--profile", "wifi", "--out", out,
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            run.output.hasPrefix("PASS  ladder over nlc-wifi (simulate), quality best, seed 1\n"))
        #expect(
            run.output.contains("6 of 6 segments of v800, the origin's by file, version and range"))
        #expect(run.output.contains(" s in virtual time, "))
        #expect(run.output.contains(" of this machine's, "))
        #expect(run.output.contains("\(out) (no asset/: bytes are counted, not carried)\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: out).sorted()
                == [
                    "circumstances.json", "coverage.json", "link.json", "origin.jsonl", "recipe",
                    "report.html", "run.json", "session.har", "summary.json", "timeline.jsonl",
                ])
        let lines = String(decoding: try contents(out + "/timeline.jsonl"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"t":0.000000000,"event":"started","commands":["#) == true)
        #expect(lines.last?.hasSuffix(#""finish completed"]}"#) == true)
    }

    @Test func `written twice into one folder leaves one timeline`() async throws {
        let folder = try TemporaryFolder()
        let command = ["--link", "simulate", "--profile", "wifi", "--out", folder.path + "/run"]
        _ = try await json(command)
        let first = try contents(folder.path + "/run/timeline.jsonl")
        _ = try await json(command)
        #expect(try contents(folder.path + "/run/timeline.jsonl") == first)
    }

    @Test func `is not mixed with a package in one folder`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        _ = try await json(["--link", "simulate", "--profile", "wifi", "--out", out])
        let run = try await Invocation(["run", "--profile", "wifi", "--out", out])
        #expect(run.exitCode == 64)
        #expect(
            run.errors
                == "error: cannot go on in \(out): it holds a run in virtual time of asset "
                + "'ladder' with quality 'best'; choose another folder with --out\n")
    }

    @Test func `that gets no playlist is an error of one line`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "obstacle.yaml",
            "link: { profile: wifi, via: simulate }\n"
                + "faults: [{ kind: multivariantPlaylist, status: 404 }]\n")
        let run = try await Invocation(["run", scenario, "--out", folder.path + "/run"])
        #expect(run.exitCode == 2)
        #expect(
            run.errors
                == "error: cannot download the playlist (http://origin/index.m3u8): the server "
                + "answers 404\n")
    }

    // MARK: - Many seeds

    @Test func `of many seeds tells how they are distributed, the same in every process`()
        async throws
    {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("rough.yaml", Self.rough)
        let out = folder.path + "/run"
        let command = [scenario, "--seeds", "1...30,5,40", "--out", out]
        let summary = try await json(command)
        #expect(value("schema", summary) == "hlslab-seeds/1")
        #expect(value("verdict", summary) == "pass")
        #expect(value("counts.passed", summary) == 31)
        #expect(value("distribution.retries.median", summary) == 3)
        let (least, median, most): (Double?, Double?, Double?) = (
            value("distribution.seconds.min", summary),
            value("distribution.seconds.median", summary),
            value("distribution.seconds.max", summary)
        )
        #expect(try #require(least) < #require(median))
        #expect(try #require(median) < #require(most))
        let runs = try #require(summary["runs"] as? [[String: Any]])
        #expect(runs.map { $0["seed"] as? Int } == Array(1...30) + [40])
        let report = try contents(out + "/report.html")
        let written = try contents(out + "/summary.json")
        let again = try await json(command)
        #expect(NSDictionary(dictionary: again) == NSDictionary(dictionary: summary))
        #expect(try contents(out + "/report.html") == report)
        #expect(try contents(out + "/summary.json") == written)
    }

    @Test func `of many seeds plays each as it is played alone`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file("rough.yaml", Self.rough)
        let many = try await json([scenario, "--seeds", "11,12", "--out", folder.path + "/many"])
        let alone = try await json([scenario, "--seed", "12", "--out", folder.path + "/alone"])
        let runs = try #require(many["runs"] as? [[String: Any]])
        let digest: String = try #require(value("traceSHA256", alone))
        #expect(runs.last?["traceSHA256"] as? String == digest)
        #expect(runs.first?["traceSHA256"] as? String != digest)
    }

    @Test func `of many seeds fails when one fails, and says how to play it again`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "hole.yaml",
            "link: { profile: wifi, via: simulate }\nfaults: [{ segment: 3, status: 404 }]\n")
        let run = try await Invocation([
            "run", scenario, "--seeds", "1...7", "--out", folder.path + "/run",
        ])
        #expect(run.exitCode == 1)
        #expect(
            run.output.hasPrefix(
                "FAIL  ladder over nlc-wifi (simulate), quality best, 7 seeds: 1...7\n"))
        #expect(run.output.contains("  seeds     0 passed, 7 failed, 0 could not be carried out\n"))
        #expect(run.output.contains("  again     hlslab run \(scenario) --seed 5\n"))
        #expect(!run.output.contains("--seed 6\n"))
        #expect(run.output.contains("  and       2 more, see summary.json\n"))
    }
}
