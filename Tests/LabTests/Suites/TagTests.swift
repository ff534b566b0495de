import Foundation
import Lab
import Testing

@Suite struct `Tags` {
    private func suite() throws -> TestSuite {
        try TestSuite([
            "one.yaml": "asset: tiny\ntags: [quick, wifi]\n",
            "two.yaml": "asset: tiny\ntags: slow\n",
            "none.yaml": "asset: tiny\n",
            "all.yaml": "scenarios: [one.yaml, two.yaml]\ntags: whole\n",
        ])
    }

    @Test func `of a scenario's own file choose as those of a suite do, and both add up`() throws {
        let suite = try suite()
        #expect(try suite.names { $0.tags = ["quick"] } == ["all/one", "one"])
        #expect(try suite.names { $0.tags = ["whole"] } == ["all/one", "all/two"])
        #expect(
            try suite.names { $0.withoutTags = ["quick", "slow"] } == ["none"])
        #expect(
            try suite.names {
                $0.tags = ["whole"]
                $0.withoutTags = ["slow"]
            } == ["all/one"])
    }

    @Test func `are words`() throws {
        let suite = try TestSuite(["one.yaml": "tags: { a: b }\n"])
        let error = try #require(throws: LabError.self) {
            _ = try suite.workbench.prepareRun(
                file: suite.path + "/one.yaml", overrides: .init(link: "simulate"),
                out: suite.folder + "/run", now: Date(timeIntervalSince1970: 0))
        }
        #expect(error.message.contains("one.yaml:1: 'tags'"))
    }
}
