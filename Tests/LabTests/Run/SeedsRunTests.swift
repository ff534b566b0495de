import Foundation
import Lab
import Testing

@Suite struct `Many seeds` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    @Test func `end early when they are interrupted, and leave no report`() async throws {
        let out = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: out)
        }
        let workbench = Workbench(
            resources: LabResources(
                profiles: [Self.root + "/Profiles"], fixtures: [Self.root + "/Fixtures"]))
        let run = try workbench.prepareSeeds(
            "1...100000", file: nil,
            overrides: .init(profile: "wifi", link: "simulate", asset: "tiny"), out: out,
            now: Date(timeIntervalSince1970: 0))
        let task = Task { try await run.run { _ in } }
        task.cancel()
        await #expect(throws: LabError(.run, "interrupted; no report was written")) {
            try await task.value
        }
        #expect(!FileManager.default.fileExists(atPath: out + "/report.html"))
    }
}
