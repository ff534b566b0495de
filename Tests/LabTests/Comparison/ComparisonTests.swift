import Foundation
import Lab
import Testing

@Suite struct `A comparison of downloads` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let workbench = Workbench(
        resources: LabResources(
            profiles: [root + "/Profiles"], fixtures: [root + "/Fixtures"]))

    private static func prepared(
        _ change: (inout ComparisonWishes) -> Void
    ) throws(LabError) -> Comparison {
        var wishes = ComparisonWishes()
        wishes.profiles = "3g"
        wishes.seeds = "1...2"
        change(&wishes)
        return try workbench.prepareComparison(wishes, now: Date(timeIntervalSince1970: 0))
    }

    private static func report(
        _ change: (inout ComparisonWishes) -> Void = { _ in }
    ) async throws -> ComparisonReport {
        try await prepared(change).run { _ in }
    }

    @Test func `holds the best quality against the fast one when nothing else is said`()
        async throws
    {
        let report = try await Self.report { $0.profiles = "3g,lte" }
        #expect(report.exitCode == 0)
        #expect(report.links.map(\.profile) == ["nlc-3g", "nlc-lte"])
        for link in report.links {
            #expect(link.candidates.map(\.candidate.label) == ["fast", "best"])
            #expect(link.candidates.allSatisfy { ($0.runs, $0.passed) == (2, 2) })
            #expect(link.candidates.map { $0.stored.map(\.height) } == [[144], [540]])
            let (fast, best) = (link.candidates[0], link.candidates[1])
            let seconds = (
                try #require(fast.figures["seconds"]), try #require(best.figures["seconds"])
            )
            #expect(seconds.0.median < seconds.1.median)
            #expect(best.ratios["seconds"] == seconds.1.median / seconds.0.median)
            #expect(fast.ratios.isEmpty)
        }
    }

    @Test func `says what it comes to in plain words`() async throws {
        let report = try await Self.report { $0.asset = "cmaf" }
        #expect(
            report.links[0].sentences == [
                "fast finishes 2.6 times sooner than best, can be watched to its end without a stall "
                    + "2.7 times sooner and stores 270p in SDR with en stereo instead of 540p in PQ "
                    + "with en stereo, en 6 channels."
            ])
    }

    @Test func `comes out the same in every form, byte for byte`() async throws {
        var forms: [[String]] = []
        for _ in 0..<2 {
            let report = try await Self.report {
                $0.profiles = "3g-lossy,lte"
                $0.playback = "with-download"
            }
            forms.append([
                report.text, report.markdown, report.csv, report.html, try report.jsonText(),
            ])
        }
        #expect(forms[0] == forms[1])
        #expect(forms[0].allSatisfy { !$0.hasSuffix("\n") })
    }

    @Test func `combines all values of all options`() async throws {
        let report = try await Self.report {
            $0.qualities = "fast,best"
            $0.sets = ["download.parallel=1,4"]
            $0.seeds = "1"
        }
        let labels = report.links[0].candidates.map(\.candidate.label)
        #expect(
            labels == [
                "download.parallel 1, fast", "download.parallel 1, best",
                "download.parallel 4, fast", "download.parallel 4, best",
            ])
        let seconds = report.links[0].candidates.compactMap { $0.figures["seconds"]?.median }
        #expect(seconds.count == 4)
        #expect(seconds[2] < seconds[0])
        #expect(report.links[0].sentences.count == 3)
    }

    @Test func `compares rules of a player, with what was played`() async throws {
        let report = try await Self.report {
            $0.playback = "with-download"
            $0.rules = "lowest,bola-e"
        }
        let candidates = report.links[0].candidates
        #expect(
            candidates.map(\.candidate.label) == ["playback.rule lowest", "playback.rule bola-e"])
        for figure in ["startupSeconds", "stalls", "stallSeconds", "switches", "playedBitrate"] {
            #expect(candidates.allSatisfy { $0.figures[figure] != nil }, "\(figure)")
        }
        #expect(candidates[0].figures["switches"]?.max == 0)
    }

    /// Over this link the seeds take 4.4 s to 6.6 s.
    @Test func `counts and names runs that did not pass, and leaves them out of the figures`()
        async throws
    {
        let file = NSTemporaryDirectory() + "compare-\(UUID().uuidString).yaml"
        try "expectations:\n  time: at most 4.8 s\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        defer {
            // The system cleans its folder of temporary files.
            try? FileManager.default.removeItem(atPath: file)
        }
        let report = try await Self.report {
            $0.file = file
            $0.profiles = "3g-lossy"
            $0.qualities = "fast"
            $0.seeds = "1...20"
        }
        let row = report.links[0].candidates[0]
        #expect(row.runs == 20)
        #expect((1..<20).contains(row.passed))
        #expect(try #require(row.figures["seconds"]).max <= 4.8)
        #expect(report.exitCode == 1)
        let first = try #require(row.notPassed.first)
        #expect(row.notPassed.count == min(5, row.runs - row.passed))
        #expect(first.reason.hasPrefix("time: "))
        #expect(
            first.replay
                == "hlslab run \(file) --profile 3g-lossy --link simulate --quality fast --seed \(first.seed)"
        )
        for form in [report.text, report.markdown, report.html] {
            #expect(form.contains("fast, seed \(first.seed): fail, time: "))
        }
    }

    @Test func `is one row of CSV for each link and candidate, under names with units`()
        async throws
    {
        let lines = try await Self.report { $0.profiles = "3g,edge" }.csv.split(separator: "\n")
        let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(cells.map(\.count) == Array(repeating: 87, count: 5))
        #expect(
            lines[0].hasPrefix("profile,candidate,runs,passed,time_s_median,time_s_p5,time_s_p95,"))
        #expect(lines[1].hasPrefix("nlc-3g,fast,2,2,4.6"))
        #expect(lines[4].hasPrefix("nlc-edge,best,2,2,"))
        #expect(lines[4].hasSuffix(",v800,960,540,SDR,with the picture"))
    }

    @Test(
        arguments: [
            ([], "best,slow", nil, "slow"), ([], ",", nil, "--quality is ','"),
            (["x"], nil, nil, "--set is 'x'; write it as in"),
            (["seed=1"], nil, nil, "an option of its own: --seeds"),
            (["link.profile=3g"], nil, nil, "an option of its own: --profile"),
            (["download.paralel=1"], nil, nil, "did you mean 'parallel'?"),
            (["download.parallel=1,99"], nil, nil, "'99'; it has to be at most 16"),
            (["download.parallel=1", "download.parallel=2"], nil, nil, "a second time"),
            ([], nil, "rubbish", "--client is 'rubbish'"),
            ([], nil, "wget {url}", "has no {out}"),
        ] as [([String], String?, String?, String)])
    func `of what there is not is refused in one line`(
        sets: [String], qualities: String?, client: String?, words: String
    ) {
        let error = #expect(throws: LabError.self) {
            try Self.prepared {
                $0.sets = sets
                $0.qualities = qualities
                $0.clients = client.map { [$0] } ?? []
            }
        }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }

    @Test(arguments: [("1...60000", "runs"), ("x", "--seeds is 'x'")])
    func `of too many runs or of no seeds is refused`(seeds: String, words: String) {
        let error = #expect(throws: LabError.self) {
            try Self.prepared { $0.seeds = seeds }
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `has no client in virtual time, where there is nothing to ask`() {
        let error = #expect(throws: LabError.self) {
            try Self.prepared {
                $0.clients = ["sh {url} {out}"]
                $0.link = "simulate"
            }
        }
        #expect(error?.message.contains("add --link throttle") == true)
    }
}
