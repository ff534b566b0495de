import Foundation
import Testing

@testable import Lab

@Suite struct `The schema of scenario files` {
    @Test func `is the one that is committed`() throws {
        // hlslab scenario schema > ci/scenarios/scenario.schema.json
        let path = FaultSuite.root + "/ci/scenarios/scenario.schema.json"
        let committed = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try ScenarioSchema.text() + "\n" == committed)
    }

    @Test func `has every key with a sentence about it`() throws {
        #expect(ScenarioShape.root.rows.allSatisfy { $0.about.hasSuffix(".") })
    }
}
