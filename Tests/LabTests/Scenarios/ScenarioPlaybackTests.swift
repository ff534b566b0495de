import Scenarios
import Testing

@testable import Lab

@Suite struct `A playback in a scenario file` {
    private func load(_ text: String) throws -> Scenario {
        try ScenarioLoader.scenario(
            try ConfigurationDocument.parse(text, file: "one.yaml"), path: "one.yaml")
    }

    @Test(arguments: [
        ("asset: ladder", Scenario.Playback()),
        ("playback: { mode: none }", .init(mode: .none)),
        ("playback: { rule: hlsjs }", .init(mode: .withDownload, rule: "hlsjs")),
        (
            "playback: { mode: after, rule: \"fixed:2\", start: 10 s }",
            .init(mode: .after, rule: "fixed:2", startPosition: .seconds(10))
        ),
        ("playback: { mode: only }", .init(mode: .only)),
    ])
    func `has mode, rule and start`(text: String, playback: Scenario.Playback) throws {
        #expect(try load(text).playback == playback)
    }

    @Test(arguments: [
        ("{ mod: only }", "one.yaml:1: unknown key 'mod'; did you mean 'mode'?"),
        ("{ mode: ony }", "'none', 'with-download', 'after', 'only'; did you mean 'only'?"),
        (
            "{ rule: bolae }",
            "'rule' is 'bolae', which is no adaptation rule; did you mean 'bola'?"
        ),
        ("{ rule: oracle }", "'rule' is 'oracle', which is no adaptation rule; there are fixed:N"),
        ("{ rule: \"fixed:-1\" }", "'rule' is 'fixed:-1', which is no adaptation rule"),
        ("{ start: 10 }", "'start'"),
    ])
    func `that cannot be says why`(words: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try load("playback: \(words)")
        }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    @Test func `can be expected to be smooth`() throws {
        let scenario = try load(
            "expectations: { startup: at most 3 s, stalls: at most 1, stallTime: under 500 ms, "
                + "switches: at least 1 }")
        #expect(
            scenario.expectations == [
                Expectation("startup", .atMost(3)), Expectation("stalls", .atMost(1)),
                Expectation("stallTime", .under(0.5)), Expectation("switches", .atLeast(1)),
            ])
    }
}
