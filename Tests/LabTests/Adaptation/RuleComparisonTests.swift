import Foundation
import Lab
import Testing

@Suite struct `A comparison of adaptation rules` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let workbench = Workbench(
        resources: LabResources(
            profiles: [root + "/Profiles"], fixtures: [root + "/Fixtures"]))

    private static func report(
        rules: String = "lowest,bola-e", profiles: String = "3g", seeds: String = "1...2",
        mode: String = "only"
    ) async throws -> RuleComparisonReport {
        try await workbench.prepareComparison(
            rules: rules, profiles: profiles, seeds: seeds, asset: "ladder", mode: mode
        ).run { _ in }
    }

    @Test(arguments: ["only", "with-download"])
    func `has every rule over every link, none better than the bound`(mode: String) async throws {
        let report = try await Self.report(
            rules: "lowest,bola-e,hlsjs,lowest", profiles: "3g, 3g-lossy", mode: mode)
        #expect(report.links.map(\.profile) == ["nlc-3g", "3g-lossy"])
        #expect(report.exitCode == 0)
        for link in report.links {
            #expect(link.rules.map(\.rule) == ["lowest", "bola-e", "hlsjs"])
            for row in link.rules {
                #expect((row.seeds, row.ended) == (2, 2))
                #expect(row.failure == nil)
                #expect(try #require(row.regret).min >= 0)
                #expect(try #require(row.startupSeconds).min > 0)
            }
            #expect(link.rules[0].switches?.max == 0)
        }
    }

    @Test func `comes to the same again`() async throws {
        let (first, second) = (try await Self.report(), try await Self.report())
        #expect(first.links == second.links)
    }

    @Test func `is one row of CSV for each rule and link, under names with units`() async throws {
        let lines = try await Self.report(profiles: "3g,edge", seeds: "7").csv
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
        #expect(lines.map(\.count) == [26, 26, 26, 26, 26])
        #expect(
            lines[0].prefix(6) == [
                "profile", "rule", "seeds", "ended", "bound_mbps", "startup_s_median",
            ])
        #expect(lines[1].prefix(4) == ["nlc-3g", "lowest", "1", "1"])
        #expect(lines[4].prefix(4) == ["nlc-edge", "bola-e", "1", "1"])
    }

    @Test func `says in every form what its bound is`() async throws {
        let report = try await Self.report(seeds: "1")
        for text in [report.text, report.html, try report.jsonText()] {
            #expect(text.contains("a bound that no player exceeds"))
        }
        #expect(report.text.contains("over nlc-3g, QoE_lin at most "))
    }

    @Test(arguments: [
        ("bola,bolae", "3g", "1", "only", "did you mean 'bola'?"),
        ("", "3g", "1", "only", "--rules is ''"), ("bola,,hlsjs", "3g", "1", "only", "--rules is"),
        ("bola", "4g", "1", "only", "4g"), ("bola", "3g", "x", "only", "--seeds is 'x'"),
        ("bola", "3g", "1", "after", "--playback is 'after'"),
    ])
    func `of what there is not is refused in one line`(
        rules: String, profiles: String, seeds: String, mode: String, words: String
    ) {
        let error = #expect(throws: LabError.self) {
            try Self.workbench.prepareComparison(
                rules: rules, profiles: profiles, seeds: seeds, asset: "ladder", mode: mode)
        }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }
}
