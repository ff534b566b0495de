import Foundation
import Lab
import Scenarios
import Testing

@Suite struct `A scenario file` {
    private func load(_ text: String) throws -> Scenario {
        let path = NSTemporaryDirectory() + "hlslab-scenario-\(UUID().uuidString).yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer {
            // A file that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: path)
        }
        return try ScenarioLoader.load(path)
    }

    @Test(arguments: [
        ("status: 503, retryAfter: 2 s", FaultEffect.status(503, retryAfter: .seconds(2))),
        (
            "status: 429, retryAfterDate: 3 s",
            .status(429, retryAfter: .date(secondsFromNow: 3))
        ),
        (
            "status: 429, retryAfterDate: 3 s, clockAhead: 1 h",
            .status(429, retryAfter: .date(secondsFromNow: 3, clockAhead: 3_600))
        ),
        ("delay: 2 s", .delay(.seconds(2))),
        ("stall: 2 s, after: 1 kB", .stall(afterByte: 1_000, for: .seconds(2))),
        ("truncate: 5 B", .truncate(afterByte: 5)),
        ("truncate: 5 B, withoutLength: true", .truncateWithoutLength(afterByte: 5)),
        ("reset: 5 B", .reset(afterByte: 5)),
        ("reset: head", .resetBeforeHead),
        ("wrongType: true", .wrongType),
        ("redirect: /x", .redirect(to: "/x")),
        ("redirect: /x, redirectStatus: 307", .redirect(to: "/x", status: 307)),
        ("empty: true", .empty),
        ("flip: 188 B", .flip(byte: 188)),
        ("declare: 9 B", .declare(length: 9)),
        ("shiftRange: 9 B", .shiftRange(by: 9)),
        ("ignoreRange: true", .ignoreRange),
        ("entityTag: v2", .entityTag("v2")),
        ("body: text", .body("text\n")),
        ("flood: gzip", .flood(.gzip)),
        ("flood: zeros, length: 2 kB", .flood(.zeros, length: 2_000)),
    ])
    func `knows every effect`(words: String, effect: FaultEffect) throws {
        let scenario = try load("faults: [{ segment: 3, \(words) }]")
        #expect(scenario.faults == [Fault(match: .init(segment: 3), effect: effect)])
    }

    @Test(arguments: [
        ("flood: water", "not one of 'playlist', 'line', 'zeros', 'gzip'"),
        ("empty: false", "can only be 'true'"),
        ("status: 503, length: 3 B", "'length' goes with 'flood' only"),
        ("status: 503, clockAhead: 3 s", "'clockAhead' goes with 'retryAfterDate' only"),
        ("status: 503, retryAfter: 3 s, retryAfterDate: 3 s", "excludes 'retryAfter'"),
        ("status: 503, delay: 3 s", "a fault has exactly one effect"),
        ("reset: tail", "'reset'"),
        ("status: 100", "has to be at least 200"),
    ])
    func `with an effect that cannot be says why`(words: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try load("faults: [{ \(words) }]")
        }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(arguments: [
        ("complete", Scenario.Ending.complete), ("unseenDamage", .unseenDamage),
        ("{ error: segment 3 }", .error(naming: "segment 3")),
    ])
    func `says how the run has to end`(words: String, ending: Scenario.Ending) throws {
        #expect(try load("ends: \(words)").ending == ending)
        #expect(try load("asset: ladder").ending == .complete)
    }

    @Test func `says its rule, and what it cannot do without`() throws {
        let scenario = try load("rule: \"One: two.\"\nneeds: sockets")
        #expect((scenario.rule, scenario.needsSockets) == ("One: two.", true))
        #expect(try load("asset: ladder").needsSockets == false)
    }
}
