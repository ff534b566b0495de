import Foundation
import Testing

@testable import Lab

@Suite struct `The check of scenario files` {
    private let workbench = Workbench(
        resources: LabResources(
            profiles: [FaultSuite.root + "/Profiles"], fixtures: [FaultSuite.root + "/Fixtures"]))

    private func lines(_ text: String) throws -> [String] {
        let path = NSTemporaryDirectory() + "hlslab-check-\(UUID().uuidString).yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer {
            // A file that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: path)
        }
        return workbench.check(scenarios: [path]).text.replacing(path, with: "one.yaml")
            .split(separator: "\n").map(String.init)
    }

    @Test func `tells every error of a file with line, column and the nearest name`() throws {
        let text = """
            asset: ladder
            lnk: { profile: edge }
            download: { quality: bst, parallel: 17 }
            faults:
              - { kind: segmnt, status: 503 }
              - { segment: 3, status: 503, delay: 2 s }
              - { segment: 3, stall: 2 s }
            interruptions:
              - { at: 3 s, suspend: true }
              - { after: 5 segmens, token: expires }
            expectations:
              tme: under 3 s
              stalls: under 3 s
            """
        #expect(
            try lines(text) == [
                "one.yaml:2:1: error: unknown key 'lnk'; did you mean 'link'?",
                "one.yaml:3:13: error: 'quality' is 'bst', not 'best', 'fast' or a bitrate; "
                    + "did you mean 'best'?",
                "one.yaml:3:27: error: 'parallel' is '17'; it has to be at most 16",
                "one.yaml:5:7: error: 'kind' is 'segmnt', not one of 'multivariantPlaylist', "
                    + "'mediaPlaylist', 'initSection', 'segment', 'key'; did you mean 'segment'?",
                "one.yaml:6:5: error: a fault has exactly one effect: status, delay, stall, "
                    + "truncate, reset, wrongType, redirect, empty, flip, declare, shiftRange, "
                    + "ignoreRange, entityTag, body or flood",
                "one.yaml:7:5: error: missing key 'after' in 'faults[3]'",
                "one.yaml:9:5: error: missing key 'for' in 'interruptions[1]'",
                "one.yaml:10:7: error: 'after' is '5 segmens', not '5 segments' or '5 requests'; "
                    + "did you mean 'segments'?",
                "one.yaml:12:3: error: unknown figure 'tme'; did you mean 'time'?",
                "one.yaml:13:3: error: 'stalls' is '3 s', not a whole number; it has no unit",
            ])
    }

    @Test(arguments: [
        (
            "asset: laddr",
            "one.yaml:1:1: error: unknown asset 'laddr'; did you mean 'ladder'?"
        ),
        (
            "link: { profile: edg }",
            "one.yaml:1:9: error: unknown profile 'edg'; did you mean 'edge'?"
        ),
        (
            "faults: [{ stream: v80, status: 404 }]",
            "one.yaml:1:12: error: a fault names the stream 'v80', which the asset 'ladder' does "
                + "not have; did you mean 'v800'?"
        ),
        (
            "interruptions: [{ at: 3 s, profile: let }]",
            "one.yaml:1:28: error: unknown profile 'let'; did you mean 'lte'?"
        ),
        ("playback: { rule: bolae }", "one.yaml:1:13: error: 'rule' is 'bolae', which is no"),
        (
            "faults: [{ status: 503, retryAfter: 1 s, retryAfterDate: 1 s }]",
            "one.yaml:1:42: error: 'retryAfterDate' excludes 'retryAfter'"
        ),
        (
            "link: { via: simulate }\nneeds: sockets",
            "one.yaml:1:1: error: the scenario 'hlslab-check"
        ),
        ("asset: [", "one.yaml:2:1: error: not YAML"),
        ("- a", "one.yaml:1:1: error: the file has to"),
    ])
    func `looks up what a file names`(text: String, message: String) throws {
        let lines = try lines(text)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(message) == true, "\(lines)")
    }

    @Test func `finds nothing in the scenarios that ship`() throws {
        let root = FaultSuite.root + "/ci/scenarios"
        let files = try FileManager.default.contentsOfDirectory(atPath: root)
            .filter { $0.hasSuffix(".yaml") }.map { "\(root)/\($0)" }
        let faults = FaultSuite.names.map { "\(FaultSuite.folder)/\($0).yaml" }
        let report = workbench.check(scenarios: files + faults)
        #expect(report.files.flatMap(\.errors) == [])
        #expect(report.exitCode == 0)
    }
}
