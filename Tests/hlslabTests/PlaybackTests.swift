import Foundation
import Testing

@Suite struct `A run with a playback` {
    private func summary(_ words: [String], exitCode: Int32 = 0) async throws -> [String: Any] {
        let run = try await Invocation(["run", "--link", "simulate", "--format", "json"] + words)
        #expect(run.exitCode == exitCode, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }

    private func value<Value>(_ path: String, _ object: [String: Any]) -> Value? {
        var value: Any? = object
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? Value
    }

    @Test(arguments: [
        "3g", "dsl", "edge", "high-latency-dns", "lte", "very-bad", "wifi", "wifi-ac",
    ])
    func `beside its download ends at the requested quality, and wastes what was replaced`(
        profile: String
    ) async throws {
        let folder = try TemporaryFolder()
        let summary = try await summary([
            "--profile", profile, "--playback", "with-download", "--quality", "best", "--out",
            folder.path + "/run",
        ])
        #expect(value("verdict", summary) == "pass")
        #expect(value("playback.state", summary) == "ended")
        let switches: Int = try #require(value("playback.switches", summary))
        // Over these two the link carries no more than the lowest level.
        if !["edge", "very-bad"].contains(profile) { #expect(switches >= 1) }
        let (right, expected): (Int?, Int?) = (
            value("onDisk.segmentsAtRequestedQuality", summary),
            value("onDisk.segmentsExpected", summary)
        )
        #expect(right == expected && expected != nil)
        let waste: Int = try #require(value("download.wasteBytes", summary))
        #expect(waste > 0)
        #expect(value("playback.bytes.replaced", summary) == waste)
        #expect(value("playback.bytes.fetchedTwice", summary) == 0)
    }

    @Test func `has the player's lines in its timeline, the same for the same seed`() async throws {
        let folder = try TemporaryFolder()
        var digests: [String?] = []
        for (name, words) in [
            ("a", ["--playback", "with-download"]), ("b", ["--playback", "with-download"]),
            ("c", ["--playback", "with-download", "--abr", "hlsjs"]), ("d", []),
        ] {
            let out = "\(folder.path)/\(name)"
            let summary = try await summary(
                ["--profile", "3g-lossy", "--seed", "5", "--out", out] + words)
            digests.append(value("traceSHA256", summary))
            let timeline = try String(contentsOfFile: out + "/timeline.jsonl", encoding: .utf8)
            #expect(timeline.contains("\"player\":\"started\"") == (name != "d"))
        }
        #expect(digests[0] != nil && digests[0] == digests[1])
        #expect(Set(digests).count == 3)
    }

    @Test func `after the download comes from the package alone`() async throws {
        let folder = try TemporaryFolder()
        let summary = try await summary([
            "--profile", "3g", "--playback", "after", "--out", folder.path + "/run",
        ])
        #expect(value("verdict", summary) == "pass")
        #expect(value("playback.bytes.player", summary) == 0)
        #expect(value("playback.stalls", summary) == 0)
        #expect(value("download.wasteBytes", summary) == 0)
        let (seconds, model): (Double?, Double?) = (
            value("download.seconds", summary), value("link.allowedSeconds", summary)
        )
        // The playback that follows is none of the download's time.
        #expect(try #require(seconds) < 2 * #require(model))
    }

    @Test func `alone makes no package, and says so`() async throws {
        let folder = try TemporaryFolder()
        let words = ["--profile", "3g", "--playback", "only", "--abr", "fixed:1"]
        let summary = try await summary(words + ["--out", folder.path + "/json"])
        #expect(value("verdict", summary) == "pass")
        #expect(value("download.state", summary) == "played")
        #expect(value("onDisk.segmentsExpected", summary) == 0)
        #expect(value("playback.bytes.download", summary) == 0)
        #expect(value("playback.switches", summary) == 0)
        let run = try await Invocation(
            ["run", "--link", "simulate", "--out", folder.path + "/text"] + words)
        #expect(run.output.contains("  on disk   nothing: it was only to be played\n"))
        #expect(run.output.contains("  playback  fixed:1 (only), ended: starts after "))
    }

    @Test func `leaves what the lab knows of its link, and how far it is from the best`()
        async throws
    {
        let folder = try TemporaryFolder()
        for mode in ["only", "with-download", "after"] {
            let out = "\(folder.path)/\(mode)"
            _ = try await summary([
                "--profile", "3g", "--playback", mode, "--abr", "hlsjs", "--out", out,
            ])
            let run = try await Invocation(["qoe", out, "--format", "json"])
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let (regret, efficiency): (Double?, Double?) = (
                value("regret", report), value("networkEfficiency", report)
            )
            let reactions: [Double]? = value("reactionTimes", report)
            guard mode != "after" else {
                // From the disk: the link had no part in it.
                #expect(regret == nil && efficiency == nil && reactions == nil)
                continue
            }
            #expect(try #require(regret) >= 0)
            #expect((0.1...1).contains(try #require(efficiency)))
            // The link never changes.
            #expect(reactions == [])
        }
    }

    @Test func `under many seeds has figures of what was played, in text, JSON and report`()
        async throws
    {
        let folder = try TemporaryFolder()
        let words = [
            "run", "--link", "simulate", "--profile", "3g-lossy", "--seeds", "1...3", "--playback",
            "with-download", "--out", folder.path + "/run",
        ]
        let json = try await Invocation(words + ["--format", "json"])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        for figure in ["startupSeconds", "stalls", "stallSeconds", "switches", "averageBitrate"] {
            let median: Double? = value("distribution.\(figure).median", report)
            #expect(median != nil, "\(figure)")
        }
        let runs: [[String: Any]] = try #require(value("runs", report))
        #expect(runs.allSatisfy { value("playback.isEnded", $0) == true })
        let text = try await Invocation(words).output
        let page = try String(contentsOfFile: folder.path + "/run/report.html", encoding: .utf8)
        for name in ["startup", "stalls", "stalled", "switches", "bitrate"] {
            #expect(text.contains("\n  \(name)"), "\(name)")
            #expect(page.contains("<h2>\(name.prefix(1).uppercased() + name.dropFirst())</h2>"))
        }
    }

    @Test func `is asked for by a file too, and the command line comes before it`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "played.yaml",
            "link: { profile: wifi }\nplayback: { mode: after, rule: hlsjs }\n"
                + "expectations: { stalls: at most 0, switches: at least 90 }\n")
        let summary = try await summary(
            [
                scenario, "--playback", "with-download", "--abr", "exoplayer", "--out",
                folder.path + "/run",
            ], exitCode: 1)
        #expect(value("playback.mode", summary) == "with-download")
        #expect(value("playback.rule", summary) == "exoplayer")
        let replay: String = try #require(value("replay", summary))
        #expect(replay.hasSuffix(" --playback with-download --abr exoplayer --seed 1"))
    }

    @Test(arguments: [
        (
            ["--link", "simulate", "--playback", "with-download", "--abr", "bolae"],
            "error: '--abr' is 'bolae', which is no adaptation rule; did you mean 'bola'?"
        ),
        (
            ["--link", "simulate", "--playback", "during"],
            "error: '--playback' is 'during', not one of 'none', 'with-download', 'after', 'only'"
        ),
        (
            ["--link", "simulate", "--abr", "bola"],
            "error: --abr bola has nothing to play; add --playback with-download"
        ),
    ])
    func `that cannot be is an error of one line`(words: [String], message: String) async throws {
        let run = try await Invocation(["run"] + words)
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix(message), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `has rules that are listed and compared`() async throws {
        let rules = try await Invocation(["abr", "rules"])
        #expect(rules.exitCode == 0)
        #expect(rules.output.split(separator: "\n").count == 23)
        let compared = try await Invocation([
            "abr", "compare", "--rules", "bola-e,hlsjs", "--profile", "3g,edge", "--seeds", "1,2",
            "--asset", "ladder",
        ])
        #expect(compared.exitCode == 0, "\(compared.errors)")
        #expect(compared.errors == "")
        #expect(compared.output.contains("over nlc-edge, QoE_lin at most "))
        let unknown = try await Invocation(["abr", "compare", "--rules", "bolae"])
        #expect(unknown.exitCode == 64)
    }
}
