import Foundation
import Lab
import Scenarios
import Testing

/// The rows of the fault suite that virtual time can play; `ci/faults` plays all of them over sockets.
enum FaultSuite {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let folder = root + "/ci/scenarios/faults"

    /// Names of the rows, without the runs that come before one.
    static let names: [String] = {
        // Without the folder the first test says that there are too few.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".before.yaml") }
            .map { String($0.dropLast(5)) }.sorted()
    }()

    static func scenario(_ name: String) throws -> Scenario {
        try ScenarioLoader.load("\(folder)/\(name).yaml")
    }

    static let simulated = names.filter { name in
        // One that cannot be read fails in the first test.
        (try? scenario(name))?.needsSockets == false
    }
}

@Suite struct `The fault suite` {
    @Test func `has at least forty rows, and each says its rule`() throws {
        #expect(FaultSuite.names.count >= 40)
        for name in FaultSuite.names {
            let scenario = try FaultSuite.scenario(name)
            #expect(scenario.rule?.hasSuffix(".") == true, "\(name)")
            #expect(scenario.name == name)
        }
    }

    @Test(arguments: FaultSuite.simulated)
    func `ends in virtual time as each row says`(name: String) async throws {
        let out = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: out)
        }
        let workbench = Workbench(
            resources: LabResources(
                profiles: [FaultSuite.root + "/Profiles"],
                fixtures: [FaultSuite.root + "/Fixtures"]))
        let run = try workbench.prepareRun(
            file: "\(FaultSuite.folder)/\(name).yaml", overrides: .init(link: "simulate"), out: out,
            now: Date(timeIntervalSince1970: 0))
        let summary = try await run.run { _ in }
        let failed = summary.expectations.filter { !$0.pass }.map { "\($0.name): \($0.detail)" }
        #expect(failed == [])
        #expect(summary.verdict == .pass)
    }

    @Test func `cannot be told to leave sockets where it needs them`() throws {
        let name = try #require(FaultSuite.names.first { !FaultSuite.simulated.contains($0) })
        let workbench = Workbench(
            resources: LabResources(
                profiles: [FaultSuite.root + "/Profiles"],
                fixtures: [FaultSuite.root + "/Fixtures"]))
        let error = #expect(throws: LabError.self) {
            _ = try workbench.prepareRun(
                file: "\(FaultSuite.folder)/\(name).yaml", overrides: .init(link: "simulate"),
                out: NSTemporaryDirectory() + "unused", now: Date(timeIntervalSince1970: 0))
        }
        #expect(error?.message.contains("needs sockets") == true)
    }
}
