import Foundation
import Lab
import Testing

@Suite struct `A failure that was found once` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "ci/scenarios/explore").path

    private static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".yaml") }
    }

    @Test func `is mended`() throws {
        let files = try Self.files().map { "\(Self.folder)/\($0)" }
        let workbench = Workbench(resources: LabResources(profiles: [], fixtures: []))
        let summary = try workbench.replay(files)
        #expect(summary.replays.count == files.count)
        for replay in summary.replays { #expect(replay.violations.isEmpty, "\(replay.name)") }
        #expect(summary.exitCode == 0)
    }
}
