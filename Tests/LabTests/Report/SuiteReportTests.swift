import Foundation
import FoundationXML
@testable import Lab
import Scenarios
import Testing

@Suite struct `The overview of a suite` {
    /// Cases of two profiles and two qualities; every seventh failed under its second seed.
    static func results(cases: Int) -> SuiteResults {
        SuiteResults(
            engine: "00", plan: "11",
            cases: (0..<cases).map { number in
                let name = "presets/<case> & \(1000 + number)"
                let isBad = number % 7 == 3
                let runs = (1...2).map { seed in
                    let isPassed = !isBad || seed == 1
                    return SuiteResults.Run(
                        seed: UInt64(seed), verdict: isPassed ? .pass : .fail,
                        reason: isPassed ? nil : "retries: 9, expected at most 2", expectations: [],
                        figures: .init(
                            seconds: 10 + Double(number % 5), stallFreeStartSeconds: 3,
                            bytesReceived: 1_000, bytesStored: 900, wasteBytes: number * 10,
                            requests: 8, retries: number % 3, segmentsExpected: 6,
                            segmentsAtRequestedQuality: 6),
                        folder: isPassed ? nil : "runs/\(number)",
                        replay: "hlslab run '<x>' --seed \(seed)")
                }
                return SuiteResults.Case(
                    name: name, file: "a.yaml", line: number, tags: ["fast", "t\(number % 2)"],
                    asset: "ladder", profile: number % 2 == 0 ? "nlc-3g" : "nlc-lte",
                    via: .simulate, quality: number % 4 < 2 ? "best" : "fast", playback: .none,
                    digest: "22", skipped: number == 5 ? "needs sockets" : nil,
                    verdict: isBad ? .fail : .pass, runs: number == 5 ? [] : runs)
            })
    }

    @Test func `lists every case, what did not pass first, and needs no script to be read`() throws
    {
        let page = SuiteReport(results: Self.results(cases: 40)).page.text
        let document = try XMLDocument(data: Data(page.utf8))
        let rows = try document.nodes(forXPath: "//*[local-name()='tr'][@data-verdict]")
        #expect(rows.count == 40)
        #expect(page.contains("&lt;case&gt; &amp; 1003"))
        let failures = try #require(page.range(of: "Runs that did not pass</h2>"))
        let cases = try #require(page.range(of: "<h2>Cases</h2>"))
        #expect(failures.upperBound < cases.lowerBound)
        #expect(page.contains("href=\"runs/3/report.html\""))
        #expect(page.contains("needs sockets"))
        #expect(page.contains("class=\"filters\" hidden=\"hidden\""))
    }

    @Test func `has rows that say what a person may choose by`() {
        let page = SuiteReport(results: Self.results(cases: 8)).page.text
        for choice in ["verdict", "tags", "profile"] {
            #expect(page.contains("data-filter=\"\(choice)\""))
            #expect(page.contains("data-\(choice)=\""))
        }
        #expect(page.contains(">flaky</option>") && page.contains(">skipped</option>"))
    }

    @Test func `has a bounded size`() {
        let page = SuiteReport(results: Self.results(cases: 6_000)).page.text
        #expect(page.utf8.count < 6_000_000)
        #expect(page.contains("The first 5000 of 6000 cases"))
        #expect(page.contains("The first 200 of 857"))
    }
}
