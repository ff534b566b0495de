import Foundation
@testable import Lab
import Scenarios
import Testing

@Suite struct `A page that is made anew` {
    private static let rough = """
        asset: tiny
        faults:
          - { kind: segment, segment: 2, status: 503, times: 2 }
          - { kind: segment, segment: 3, attempts: [1], redirect: /elsewhere.ts }
          - { kind: segment, segment: 4, attempts: [1], reset: 900 B }
        """

    private func play(
        _ suite: borrowing TestSuite, _ overrides: Workbench.Overrides
    ) async throws -> String {
        let folder = suite.folder + "/run"
        let run = try suite.workbench.prepareRun(
            file: suite.path + "/rough.yaml", overrides: overrides, out: folder,
            now: Date(timeIntervalSince1970: 0))
        _ = try await run.run { _ in }
        return folder
    }

    private static let runs: [Workbench.Overrides] = [
        .init(profile: "wifi", link: "simulate", seed: 3),
        .init(
            profile: "3g", link: "simulate", quality: "fast", playback: "with-download",
            rule: "hlsjs"),
        .init(profile: "lossy-wifi", link: "simulate", playback: "only", rule: "bola-e"),
        .init(profile: "wifi", link: "simulate", asset: "cmaf"),
        .init(profile: "wifi", link: "throttle", playback: "with-download", rule: "bola-e"),
    ]

    @Test(arguments: runs)
    func `of a run is the page and the HAR of its end, byte for byte`(
        overrides: Workbench.Overrides
    ) async throws {
        let suite = try TestSuite(["rough.yaml": Self.rough])
        let folder = try await play(suite, overrides)
        let page = try suite.bytes("run/report.html")
        let session = try suite.bytes("run/session.har")
        try FileManager.default.removeItem(atPath: folder + "/report.html")
        try FileManager.default.removeItem(atPath: folder + "/session.har")
        let report = try await suite.workbench.remakeReport(of: folder, out: nil)
        #expect(report.hasEnded && report.of == .run)
        #expect(try suite.bytes("run/report.html") == page)
        #expect(try suite.bytes("run/session.har") == session)
    }

    @Test func `of a run goes elsewhere when it is asked to, and leaves the folder as it is`()
        async throws
    {
        let suite = try TestSuite(["rough.yaml": Self.rough])
        let folder = try await play(suite, .init(profile: "wifi", link: "simulate"))
        let page = try suite.bytes("run/report.html")
        try FileManager.default.removeItem(atPath: folder + "/report.html")
        let report = try await suite.workbench.remakeReport(
            of: folder, out: suite.folder + "/page.html")
        #expect(report.session == nil)
        #expect(try suite.bytes("page.html") == page)
        #expect(!FileManager.default.fileExists(atPath: folder + "/report.html"))
    }

    @Test func `of a run that was killed says so first, and tells what there is`() async throws {
        let suite = try TestSuite(["rough.yaml": Self.rough])
        let folder = try await play(suite, .init(profile: "wifi", link: "throttle"))
        // As a kill leaves it: nothing of the end, and half a last line.
        for name in ["summary.json", "link.json", "coverage.json", "report.html", "session.har"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        let files = RunFolder(existing: folder)
        var circumstances = try RunCircumstances(of: files)
        circumstances.hasEnded = false
        try circumstances.write(to: files)
        for (name, share) in [("timeline.jsonl", 0.25), ("origin.jsonl", 0)] {
            let bytes = try suite.bytes("run/\(name)")
            let lost = max(10, Int(Double(bytes.count) * share))
            try Data(bytes.dropLast(lost)).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let report = try await suite.workbench.remakeReport(of: folder, out: nil)
        #expect(!report.hasEnded && report.verdict == nil && report.exitCode == 0)
        #expect(report.text.hasPrefix("NOT ENDED  run "))
        let page = String(decoding: try suite.bytes("run/report.html"), as: UTF8.self)
        let place = try #require(page.range(of: ">NOT ENDED<"))
        let heading = try #require(page.range(of: "<h1>"))
        #expect(place.upperBound < heading.lowerBound)
        #expect(page.contains("became durable before the timeline ends"))
        #expect(page.contains("fault: status 503"))
        #expect(page.contains("/recipe/scenario.yaml --profile "))
    }

    @Test func `of many seeds is the page of its end`() async throws {
        let suite = try TestSuite(["rough.yaml": Self.rough])
        let folder = suite.folder + "/run"
        let run = try suite.workbench.prepareSeeds(
            "1...5", file: suite.path + "/rough.yaml",
            overrides: .init(profile: "wifi", link: "simulate"), out: folder,
            now: Date(timeIntervalSince1970: 0))
        _ = try await run.run { _ in }
        let page = try suite.bytes("run/report.html")
        let report = try await suite.workbench.remakeReport(of: folder, out: nil)
        #expect(report.of == .seeds)
        #expect(try suite.bytes("run/report.html") == page)
    }

    @Test func `of what is no run, suite or comparison is refused in one line`() async throws {
        let suite = try TestSuite([
            "rough.yaml": Self.rough, "other.json": "{\"schema\": \"hlslab-qoe/1\"}",
            "broken.json": "[]",
        ])
        let folder = try await play(suite, .init(profile: "wifi", link: "simulate"))
        try Data("{\"t\":1}\n".utf8).write(to: URL(filePath: folder + "/timeline.jsonl"))
        for (path, words) in [
            (suite.folder + "/nowhere", "it is not there; name the folder of a run"),
            (suite.path, "it has neither run.json nor results.json"),
            (
                suite.path + "/other.json",
                "has the schema 'hlslab-qoe/1', of which there is no page"
            ),
            (suite.path + "/broken.json", "cannot use"),
            (folder, "line 1 of the run is no step of it"),
        ] {
            let error = try await #require(throws: LabError.self) {
                _ = try await suite.workbench.remakeReport(of: path, out: nil)
            }
            #expect(error.kind == .usage && error.message.contains(words), "\(error.message)")
            #expect(!error.message.contains("\n"))
        }
    }
}
