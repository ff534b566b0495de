import Foundation
import Testing

@Suite struct `hlslab compare` {
    /// What JSON of a comparison says of one candidate.
    private struct Report: Decodable {
        struct Link: Decodable {
            var candidates: [Row]
        }
        struct Row: Decodable {
            struct Figure: Decodable {
                var median: Double
            }
            struct Failure: Decodable {
                var reason: String
            }
            var passed: Int
            var figures: [String: Figure]
            var notPassed: [Failure]
        }
        var links: [Link]
        var notes: [String]
    }

    private static func rows(_ run: Invocation) throws -> [Report.Row] {
        try #require(
            try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).links.first
        ).candidates
    }

    @Test func `holds two builds against each other by their own summaries`() async throws {
        let folder = try TemporaryFolder()
        let run = try await Invocation([
            "compare", "--engine", Invocation.program, "--profile", "3g", "--seeds", "1...2",
            "--set", "download.parallel=2", "--format", "json", "--runs", folder.path + "/runs",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let rows = try Self.rows(run)
        try #require(rows.count == 2)
        #expect(rows.map(\.passed) == [2, 2])
        #expect(rows[0].figures.count == 8)
        #expect(rows[0].figures.mapValues(\.median) == rows[1].figures.mapValues(\.median))
    }

    @Test func `runs a build that prints no summary in no other's name`() async throws {
        let folder = try TemporaryFolder()
        let run = try await Invocation([
            "compare", "--engine", "/bin/true", "--profile", "wifi", "--seeds", "1",
            "--format", "json", "--runs", folder.path + "/runs",
        ])
        #expect(run.exitCode == 2, "\(run.errors)")
        let rows = try Self.rows(run)
        #expect(rows.map(\.passed) == [1, 0])
        #expect(rows.last?.notPassed.first?.reason.contains("printed no summary") == true)
    }

    /// The client fetches what a script says; no other one is needed on the machine.
    @Test func `judges a client by what the origin sent it`() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.file(
            "client",
            """
            base=${1%/*}; : > "$2"
            for stream in $3; do
                for name in $(curl -sf "$base/$stream/index.m3u8" | grep -v '^#'); do
                    curl -sf "$base/$stream/$name" >> "$2" || exit 1
                done
            done
            """)
        for (streams, passed) in [("v110", 1), ("", 0)] {
            let run = try await Invocation([
                "compare", "--client", "sh \(script) {url} {out} '\(streams)'", "--profile", "wifi",
                "--format", "json", "--runs", "\(folder.path)/\(passed)",
            ])
            #expect(run.exitCode == 1 - Int32(passed), "\(run.errors)")
            let rows = try Self.rows(run)
            try #require(rows.count == 2)
            #expect(rows.map(\.passed) == [1, passed])
            #expect(rows[1].figures["bytesStored"]?.median == (passed == 1 ? 316_968 : nil))
            #expect(
                passed == 1 || rows[1].notPassed.first?.reason.contains("wrote nothing") == true)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `ends a client whose time is over, and says so`()
        async throws
    {
        let folder = try TemporaryFolder()
        let run = try await Invocation([
            "compare", "--client", "sh -c 'exec sleep 600' {url} {out}", "--patience", "100 ms",
            "--profile", "wifi", "--format", "json", "--runs", folder.path + "/runs",
        ])
        #expect(run.exitCode == 1, "\(run.errors)")
        let reason = try Self.rows(run).last?.notPassed.first?.reason
        #expect(reason == "it was not through after 100 ms")
    }

    @Test func `writes its page into a file, and nothing else`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/compare.html"
        let run = try await Invocation([
            "compare", "--profile", "wifi", "--seeds", "1", "--format", "html", "--out", file,
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        // The name of SVG's vocabulary is no address that anything is fetched from.
        let rest = page.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!rest.contains("http://") && !rest.contains("https://"))
    }

    @Test func `goes on in no folder that holds something`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("x", "")
        let run = try await Invocation([
            "compare", "--link", "throttle", "--profile", "wifi", "--runs", folder.path,
        ])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("which is not empty"))
    }
}
