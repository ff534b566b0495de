@testable import DownloadCore
import Foundation
import FoundationXML
@testable import Lab
import LinkModel
import Scenarios
import Testing

@Suite struct `The report of a run` {
    static let catalog = AssetCatalog(
        id: "ladder", title: "a & <b>", multivariantPlaylist: "index.m3u8",
        streams: [.init(id: "v800", kind: .video, playlist: "v800/index.m3u8", segments: [])],
        variants: [.init(stream: "v800", peakBitRate: 803_000)])

    private static let profile = LinkProfile(
        id: "nlc-3g", name: "3G <& more>",
        down: LinkDirection(rate: .bitsPerSecond(780_000), delay: .milliseconds(100)),
        up: LinkDirection(rate: .bitsPerSecond(330_000), delay: .milliseconds(100)))

    /// - Parameter requests: each a tenth of a second long, every hundredth refused.
    static func report(requests: Int, failures: Int = 0, begin: Double? = nil) -> RunReport {
        var circumstances = RunCircumstances.virtual
        circumstances.begin = begin
        circumstances.facts = [.init(name: "system", value: "Linux <&>")]
        var chronicle = RunChronicle()
        for number in 1...max(1, requests) {
            let (id, sent) = (RequestID(number), Duration.milliseconds(number * 100))
            let request = FetchRequest(
                id: id, resource: .part(stream: 0, index: number),
                url: "http://o/v800/\(number).ts?<\"&>", acceptsCompression: false, priority: 0)
            chronicle.take(sent, .woke, [.fetch(request)])
            let status = number % 100 == 0 ? 503 : 200
            chronicle.take(
                sent + .milliseconds(40), .responded(id, ResponseHead(status: status)))
            chronicle.take(sent + .milliseconds(90), .received(id, byteCount: 1_000))
            chronicle.take(sent + .milliseconds(90), .ended(id, container: .whole(.mpegTS)))
        }
        var summary = RunSummaryTests.summary(failures: failures, findings: [.right, .missing])
        summary.replay = "hlslab run '<x> & y' --seed 7"
        return RunReport(
            summary: summary, profile: profile, catalog: catalog, chronicle: chronicle,
            record: [], circumstances: circumstances)
    }

    private typealias RunSummaryTests = `The summary of a run`

    @Test(arguments: [0, 3])
    func `is well-formed, needs nothing from the network, and shows words as they are`(
        failures: Int
    ) throws {
        let page = Self.report(requests: 20, failures: failures).page.text
        let document = try XMLDocument(data: Data(page.utf8))
        #expect(document.rootElement()?.name == "html")
        let rest = page.replacing("url(#", with: "")
        for fetching in ["src=", "href=", "url(", "@import", "<script", "<link"] {
            #expect(!rest.contains(fetching))
        }
        for words in [
            "3G &lt;&amp; more&gt;", "Linux &lt;&amp;&gt;",
            "hlslab run '&lt;x&gt; &amp; y' --seed 7",
        ] { #expect(page.contains(words)) }
        #expect(page.contains(failures > 0 ? ">FAIL<" : ">PASS<"))
    }

    @Test func `says the reason before anything else`() throws {
        let page = Self.report(requests: 2, failures: 2).page.text
        let reason = try #require(page.range(of: "figure 0: 0, expected at most 0; and 1 more"))
        let first = try #require(page.range(of: "<h2>"))
        #expect(reason.upperBound <= first.lowerBound)
    }

    @Test func `has a bounded size, draws what had trouble, and says what it left out`() throws {
        let page = Self.report(requests: 12_000).page.text
        #expect(page.utf8.count < 1_000_000)
        #expect(page.contains("120 of 12000 requests are drawn"))
        #expect(page.contains("session.har has the first 10000."))
        // Those of the requests that are kept: 100, 200, …, 10000.
        #expect(page.contains("/v800/10000.ts"))
        #expect(!page.contains("/v800/10100.ts"))
    }

    @Test func `is the same page for the same run`() {
        #expect(
            Self.report(requests: 30).page.text == Self.report(requests: 30).page.text)
    }
}
