import Foundation
import Testing

@Suite struct `Lint` {
    private static let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXTINF:4,
        a.ts
        #EXT-X-ENDLIST

        """

    private static func multivariant(_ uris: [String]) -> String {
        let variants = uris.map { uri in
            """
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=900,CODECS="mp4a.40.2"
            \(uri)

            """
        }
        return "#EXTM3U\n" + variants.joined()
    }

    private func objects(_ run: Invocation) throws -> [[String: Any]] {
        try run.output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    private func rules(_ report: [String: Any], _ severity: String) -> [String] {
        let items = report["diagnostics"] as? [[String: Any]] ?? []
        return items.filter { $0["severity"] as? String == severity }
            .compactMap { $0["rule"] as? String }
    }

    @Test func `finds no errors in the fixtures`() async throws {
        let run = try await Invocation(
            ["lint", "Fixtures/ladder/index.m3u8", "Fixtures/cmaf/index.m3u8"])
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                Fixtures/ladder/index.m3u8:4: warning: the playlist has no EXT-X-I-FRAME-STREAM-INF \
                to scrub with [authoring.i-frames, section 4.4.6.3]
                    #EXT-X-STREAM-INF:BANDWIDTH=111000,AVERAGE-BANDWIDTH=106000,\
                CODECS="avc1.4d400c,mp4a.40.2",RESOLUTION=…
                Fixtures/ladder/index.m3u8: multivariant playlist with 4 media playlists, 0 errors, \
                1 warning
                Fixtures/cmaf/index.m3u8: multivariant playlist with 10 media playlists, 0 errors, \
                0 warnings
                2 playlists: 0 with errors

                """)
        #expect(run.errors == "")
    }

    @Test func `says line, column, rule and section as compilers do`() async throws {
        let text = Self.media.replacing("#EXTINF:4,", with: "#EXTINF:four,")
        let run = try await Invocation(["lint", "-", "--no-authoring"], input: text)
        #expect(run.exitCode == 1)
        #expect(
            run.output == """
                -:3:9: error: EXTINF needs a duration in seconds, found 'four,'; the target \
                duration is taken [extinf.duration, section 4.4.4.1]
                    #EXTINF:four,
                -: media playlist, 1 error, 0 warnings

                """)
    }

    @Test func `gives a line of JSON for each playlist`() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("good.m3u8", Self.media)
        let sloppy = try folder.file(
            "sloppy.m3u8", Self.media.replacing("EXTINF:4", with: "EXTINF:9"))
        let none = try folder.file("none.m3u8", "<html>")
        let run = try await Invocation(["lint", "--format", "json", good, sloppy, none])
        #expect(run.exitCode == 1)
        let reports = try objects(run)
        #expect(reports.map { $0["file"] as? String } == [good, sloppy, none])
        #expect(reports.map { $0["kind"] as? String } == ["media", "media", nil])
        #expect(reports.map { $0["tolerantAccepts"] as? Bool } == [true, true, false])
        #expect(reports.map { $0["strictAccepts"] as? Bool } == [true, false, false])
        #expect(reports.map { $0["roundTripEqual"] as? Bool } == [true, true, nil])
        #expect(
            reports.map { rules($0, "error") } == [
                [], ["targetduration.exceeded"], ["playlist.starts-with-extm3u"],
            ])
        #expect(rules(reports[0], "warning") == ["authoring.playlist-type"])
    }

    @Test func `compares the media playlists of a presentation`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.m3u8", Self.media)
        _ = try folder.file("b.m3u8", Self.media.replacing("DURATION:4", with: "DURATION:6"))
        let text = Self.multivariant(["a.m3u8", "b.m3u8?token=1"])
        let run = try await Invocation(
            ["lint", "--format", "json", try folder.file("index.m3u8", text)])
        #expect(run.exitCode == 1)
        let report = try #require(try objects(run).first)
        #expect(rules(report, "error") == ["presentation.target-duration"])
        #expect((report["members"] as? [[String: Any]])?.count == 2)
        #expect(report["errors"] as? Int == 1)
    }

    @Test func `counts the errors of the media playlists too`() async throws {
        let folder = try TemporaryFolder()
        let bad = Self.media.replacing("EXTINF:4", with: "EXTINF:9")
        _ = try folder.file("a.m3u8", bad)
        let text = Self.multivariant(["a.m3u8"])
        let run = try await Invocation([
            "lint", try folder.file("index.m3u8", text), "--no-authoring",
        ])
        #expect(run.exitCode == 1)
        #expect(run.output.hasPrefix("a.m3u8:3: error: the segment lasts 9 s"), "\(run.output)")
    }

    @Test func `notes what it could not check, and asks the network for nothing a file names`()
        async throws
    {
        let folder = try TemporaryFolder()
        let text = Self.multivariant(
            ["gone.m3u8", "lost.m3u8", "http://127.0.0.1:1/a.m3u8", "data:,x"])
        let file = try folder.file("index.m3u8", text)
        let run = try await Invocation(["lint", file, "--no-authoring"])
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                \(file): note: 'gone.m3u8' and 1 more are not checked: it is not there
                \(file): note: 'http://127.0.0.1:1/a.m3u8' is not checked: the network is asked \
                for nothing that a local file names
                \(file): note: 'data:,x' is not checked: data: is not read
                \(file): multivariant playlist, 0 errors, 0 warnings

                """)
    }

    @Test func `hands no control characters of a playlist to the terminal`() async throws {
        let text = Self.media.replacing("a.ts", with: "\u{1B}[31m\u{202E}a.ts")
        let run = try await Invocation(["lint", "-"], input: text)
        #expect(run.exitCode == 1)
        #expect(!run.output.unicodeScalars.contains("\u{1B}"))
        #expect(!run.output.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `ends with 2 when a playlist cannot be read, and reads the others`() async throws {
        let run = try await Invocation(
            [
                "lint", "nowhere.m3u8", "Fixtures", "http://127.0.0.1:1/a",
                "Fixtures/ladder/index.m3u8",
            ])
        #expect(run.exitCode == 2)
        #expect(
            run.errors == """
                error: cannot read 'nowhere.m3u8': it is not there
                error: cannot read 'Fixtures': it is a folder
                error: cannot read 'http://127.0.0.1:1/a': connection refused; is the server running?

                """)
        #expect(run.output.hasSuffix("4 playlists: 0 with errors, 3 not readable\n"))
    }

    @Test func `reads a presentation from a server, gone media playlists are no success`()
        async throws
    {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "gone.yaml", "faults: [{ kind: mediaPlaylist, stream: v430, status: 404 }]")
        try await withServer([scenario, "--profile", "wifi"]) { url in
            let run = try await Invocation(["lint", "--format", "json", url])
            #expect(run.exitCode == 2)
            let report = try #require(try objects(run).first)
            #expect(report["errors"] as? Int == 0)
            #expect((report["members"] as? [Any])?.count == 3)
            let unchecked = report["unchecked"] as? [[String: String]]
            #expect(unchecked == [["uri": "v430/index.m3u8", "reason": "the server answers 404"]])
        }
        try await withServer([]) { url in
            let run = try await Invocation(["lint", url])
            #expect(run.exitCode == 0, "\(run.output)")
        }
    }

    /// Runs `hlslab serve` for as long as the body takes.
    private func withServer(_ arguments: [String], _ body: (String) async throws -> Void)
        async throws
    {
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = ["serve"] + arguments
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        // Its first line is the URL, written at once.
        let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
        try await body(line.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
