import Foundation
import Scenarios
import Testing

@testable import Lab

@Suite struct `An interruption` {
    static let folder = FaultSuite.root + "/ci/scenarios/interruptions"
    static let names: [String] = {
        // Without the folder the first test says that there are too few.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    private let workbench = Workbench(
        resources: LabResources(
            profiles: [FaultSuite.root + "/Profiles"], fixtures: [FaultSuite.root + "/Fixtures"]))

    private func run(
        _ name: String, link: String = "simulate", playback: String? = nil,
        look: (String) throws -> Void = { _ in }
    ) async throws -> RunSummary {
        let out = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: out)
        }
        let run = try workbench.prepareRun(
            file: "\(Self.folder)/\(name)", overrides: .init(link: link, playback: playback),
            out: out, now: Date(timeIntervalSince1970: 0))
        let summary = try await run.run { _ in }
        try look(out)
        return summary
    }

    @Test func `of every kind ships as a scenario`() throws {
        var kinds: Set<String> = []
        for name in Self.names {
            let scenario = try ScenarioLoader.load("\(Self.folder)/\(name)")
            kinds.formUnion(scenario.interruptions.map(\.what.name))
        }
        #expect(
            kinds == ["kill", "suspend", "network", "profile", "diskFull", "clock", "token"])
    }

    @Test(arguments: names)
    func `ends in virtual time as its file says, each time alike`(name: String) async throws {
        let scenario = try ScenarioLoader.load("\(Self.folder)/\(name)")
        let summary = try await run(name)
        let failed = summary.expectations.filter { !$0.pass }.map { "\($0.name): \($0.detail)" }
        #expect(failed == [])
        #expect(summary.verdict == .pass)
        let happened = summary.interruptions ?? []
        #expect(happened.compactMap(\.at).count == scenario.interruptions.count)
        let again = try await run(name)
        #expect(again.traceSHA256 == summary.traceSHA256)
        #expect(again.interruptions == summary.interruptions)
    }

    @Test(arguments: ["network-down.yaml", "token-expires.yaml", "profile-change.yaml"])
    func `ends over sockets as its file says`(name: String) async throws {
        let summary = try await run(name, link: "throttle")
        let failed = summary.expectations.filter { !$0.pass }.map { "\($0.name): \($0.detail)" }
        #expect(failed == [])
        #expect(summary.interruptions?.allSatisfy { $0.at != nil } == true)
    }

    @Test(arguments: [
        ("profile-change.yaml", false), ("network-down.yaml", false), ("kill.yaml", false),
        ("suspend.yaml", true),
    ])
    func `that changes the link leaves nothing to hold a playback against`(
        name: String, isKnown: Bool
    ) async throws {
        _ = try await run(name, playback: "with-download") { folder in
            let data = try Data(contentsOf: URL(filePath: folder + "/playback.json"))
            let file = try JSONDecoder().decode(PlaybackFile.self, from: data)
            #expect((file.capacity != nil) == isKnown)
            #expect(file.oracle == nil || isKnown)
        }
    }

    @Test func `that needs a disk of its own is refused where others use it too`() async throws {
        let error = await #expect(throws: LabError.self) {
            _ = try await run("disk-full.yaml", link: "throttle")
        }
        #expect(
            error?.message
                == "cannot fill the disk of this process, which others use too: run 'disk-full' as "
                + "hlslab run, which has one of its own, or add --link simulate")
    }

    @Test(arguments: [
        ("at: 3 s, kill: true, for: 0 s", Interruption(.at(.seconds(3)), .kill(for: .zero))),
        (
            "after: 1 segment, suspend: true, for: 2 s",
            Interruption(.segments(1), .suspend(for: .seconds(2)))
        ),
        (
            "after: 9 requests, network: down, for: 2 s",
            Interruption(.requests(9), .networkDown(for: .seconds(2)))
        ),
        ("at: 3 s, profile: lte", Interruption(.at(.seconds(3)), .profile("lte"))),
        (
            "at: 3 s, diskFull: true, for: 1 min",
            Interruption(.at(.seconds(3)), .diskFull(for: .seconds(60)))
        ),
        ("at: 3 s, clock: -1 h", Interruption(.at(.seconds(3)), .clock(by: .seconds(-3_600)))),
        ("at: 3 s, clock: +2 s", Interruption(.at(.seconds(3)), .clock(by: .seconds(2)))),
        ("at: 3 s, token: expires", Interruption(.at(.seconds(3)), .tokenExpires)),
    ])
    func `is written with its moment`(words: String, interruption: Interruption) throws {
        #expect(try load(words) == [interruption])
    }

    @Test(arguments: [
        ("at: 3 s", "an interruption is exactly one of: kill, suspend,"),
        ("at: 3 s, kill: true", "missing key 'for'"),
        (
            "at: 3 s, profile: lte, for: 3 s",
            "'for' goes with 'kill', 'suspend', 'network' or 'diskFull'"
        ),
        ("kill: true, for: 1 s", "has exactly one moment: at or after"),
        ("at: 3 s, after: 2 segments, token: expires", "has exactly one moment: at or after"),
        ("after: 0 segments, token: expires", "it has to be at least 1"),
        ("at: 3 s, clock: 1 h", "it has to say '+' or '-'"),
        ("at: 3 s, clock: +1 ms", "a clock jumps by whole seconds"),
        ("at: 3 s, network: up, for: 1 s", "not one of 'down'"),
    ])
    func `that cannot be says why`(words: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try load(words) }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }

    private func load(_ words: String) throws -> [Interruption] {
        try ScenarioLoader.scenario(
            try ConfigurationDocument.parse("interruptions: [{ \(words) }]", file: "one.yaml"),
            path: "one.yaml"
        ).interruptions
    }
}
