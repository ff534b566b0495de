import Foundation
import FoundationXML
@testable import Lab
import LinkModel
import Scenarios
import Testing

@Suite struct `The report of many seeds` {
    /// 40 seeds of which seed 3 failed and seed 9 could not be carried out.
    static func summary(verdict: Verdict = .fail) -> SeedsSummary {
        let runs = (1...40).map { number in
            var run = SeedResult(
                seed: UInt64(number), verdict: .pass, isCompleted: true,
                seconds: 75 + Double(number) / 4, retries: number % 4,
                wasteBytes: number % 4 * 52_000, requests: 8 + number % 4,
                stallFreeStartSeconds: 50 + Double(number) / 8, traceSHA256: "00")
            guard verdict == .fail else { return run }
            if number == 3 {
                run.verdict = .fail
                run.reason = "retries: 3, expected at most 2"
            } else if number == 9 {
                run.verdict = .error
                run.isCompleted = false
                run.reason = "cannot download the playlist: <it> is \"not\" there & gone"
            }
            return run
        }
        let counts = SeedsSummary.Counts(runs)
        return SeedsSummary(
            scenario: "rough", asset: "ladder", quality: "best",
            link: .init(profile: "nlc-edge", via: .simulate), seeds: "1...40",
            verdict: counts.verdict, counts: counts, distribution: .init(runs),
            failures: runs.filter { $0.verdict != .pass }.map {
                .init(
                    seed: $0.seed, verdict: $0.verdict, reason: $0.reason ?? "",
                    replay: "hlslab run rough.yaml --link simulate --seed \($0.seed)")
            }, runs: runs, runFolder: "runs/x",
            replay: "hlslab run rough.yaml --link simulate --seeds 1...40",
            effort: .init(elapsed: .milliseconds(80), workers: 2))
    }

    private static let profile = LinkProfile(
        id: "nlc-edge", name: "EDGE & <more>",
        down: LinkDirection(rate: .bitsPerSecond(240_000), delay: .milliseconds(400)),
        up: LinkDirection(rate: .bitsPerSecond(200_000), delay: .milliseconds(440)))

    @Test func `tells a person the distribution, the first failures and how to play them again`() {
        #expect(
            Self.summary().text == """
                FAIL  ladder over nlc-edge (simulate), quality best, 40 seeds: 1...40
                  seeds     38 passed, 1 failed, 1 could not be carried out
                            median  p5      p95     min     max
                  time      80.3 s  75.5 s  84.8 s  75.3 s  85.0 s
                  retries   2       0       3       0       3
                  waste     104 kB  0 B     156 kB  0 B     156 kB
                  requests  10      8       11      8       11
                  playable  52.6 s  50.3 s  54.9 s  50.1 s  55.0 s
                  failed    seed 3, retries: 3, expected at most 2
                  again     hlslab run rough.yaml --link simulate --seed 3
                  error     seed 9, cannot download the playlist: <it> is "not" there & gone
                  again     hlslab run rough.yaml --link simulate --seed 9
                  speed     40 runs in 80.0 ms on 2 cores: 4.00 ms each, 40063 × real time
                  files     runs/x (report.html, summary.json)
                """)
    }

    @Test(arguments: [(Verdict.pass, Int32(0)), (.fail, 1)])
    func `exits with 1 when one seed failed`(verdict: Verdict, code: Int32) {
        #expect(Self.summary(verdict: verdict).exitCode == code)
    }

    @Test func `exits with 2 when a seed could not be carried out and none failed`() {
        let runs = [SeedResult(seed: 1, error: LabError(.run, "quiet"))]
        var summary = Self.summary()
        summary.verdict = SeedsSummary.Counts(runs).verdict
        #expect(summary.exitCode == 2)
    }

    @Test func `has no figures when no download came to its end`() {
        let runs = [SeedResult(seed: 1, error: LabError(.run, "quiet"))]
        var summary = Self.summary()
        summary.runs = runs
        summary.counts = .init(runs)
        summary.distribution = .init(runs)
        #expect(!summary.text.contains("median"))
        let page = SeedsReport(summary: summary, profile: Self.profile, source: "asset: ladder\n")
            .page
        #expect(!page.text.contains("<svg"))
    }

    @Test func `leaves the machine's time out of the JSON`() throws {
        let json = try Self.summary().jsonText()
        #expect(!json.contains("effort"))
        var read = try JSONDecoder().decode(SeedsSummary.self, from: Data(json.utf8))
        read.effort = Self.summary().effort
        #expect(read == Self.summary())
    }

    @Test func `is a page that is well-formed XML and needs nothing from the network`() throws {
        let page = SeedsReport(
            summary: Self.summary(), profile: Self.profile,
            source: "name: rough\nlink: { profile: edge } # <edge> & more\n"
        ).page.text
        let document = try XMLDocument(data: Data(page.utf8))
        #expect(document.rootElement()?.name == "html")
        #expect(try document.nodes(forXPath: "//*[local-name()='svg']").count == 10)
        #expect(try document.nodes(forXPath: "//*[local-name()='rect']/*").count > 20)
        #expect(page.contains("hlslab run rough.yaml --link simulate --seed 3"))
        #expect(page.contains("# &lt;edge&gt; &amp; more"))
        // The patterns are parts of the page.
        let rest = page.replacing("url(#", with: "")
        for fetching in ["src=", "href=", "url(", "@import", "<script", "<link"] {
            #expect(!rest.contains(fetching))
        }
    }

    @Test func `says in words what is the same for every seed`() throws {
        var summary = Self.summary()
        for index in summary.runs.indices { summary.runs[index].retries = 2 }
        summary.distribution = .init(summary.runs)
        let page = SeedsReport(summary: summary, profile: Self.profile, source: "asset: ladder\n")
            .page.text
        #expect(page.contains("<h2>Retries</h2><p>2 for every seed.</p>"))
        #expect(page.ranges(of: "<svg").count == 8)
    }

    @Test func `is the same page for the same runs, however long the machine took`() {
        var other = Self.summary()
        other.effort = .init(elapsed: .seconds(3), workers: 7)
        let pages = [Self.summary(), other].map {
            SeedsReport(summary: $0, profile: Self.profile, source: "asset: ladder\n").page.text
        }
        #expect(pages[0] == pages[1])
    }
}
