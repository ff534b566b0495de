import Foundation
import Testing

@Suite struct `The library of packages` {
    private func object(_ run: Invocation) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    /// Serves an asset by `hlslab serve`; hands its URL over.
    private func withServer(
        of asset: String, _ body: (String) async throws -> Void
    ) async throws {
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = ["serve", "--asset", asset]
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let line = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
        try await body(line.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Downloads an asset into a folder, and goes on with the server still there.
    private func withPackage(
        of asset: String, _ quality: String = "best", _ body: (String, String) async throws -> Void
    ) async throws {
        try await withServer(of: asset) { url in
            let folder = try TemporaryFolder()
            let run = try await Invocation([
                "download", url, "--out", folder.path, "--quality", quality,
            ])
            #expect(run.exitCode == 0, "\(run.errors)")
            try await body(folder.path + "/asset", url)
        }
    }

    @Test func `shows, lints, verifies and estimates what was downloaded`() async throws {
        try await withPackage(of: "cmaf") { package, url in
            let show = try await Invocation(["library", "show", package])
            #expect(show.exitCode == 0)
            let lines = show.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 6, "\(show.output)")
            #expect(lines.first?.hasPrefix("stream ") == true)
            #expect(lines.dropFirst().prefix(4).allSatisfy { $0.hasSuffix("complete") })
            #expect(lines.last?.hasPrefix("PLAYS OFFLINE  \(package)  ") == true)

            let lint = try await Invocation(["library", "lint", package])
            #expect(lint.exitCode == 0)
            #expect(lint.output == "\(package): 0 errors, 0 warnings\n")

            let verify = try await Invocation(["library", "verify", package])
            #expect(verify.exitCode == 0)
            #expect(verify.output.contains("\nCOMPLETE  \(package)  "))
            #expect(verify.errors == "")

            let estimate = try await Invocation(["library", "estimate", url, "--format", "json"])
            #expect(estimate.exitCode == 0)
            let report = try object(estimate)
            #expect(report["schema"] as? String == "hlslab-estimate/1")
            #expect((report["streams"] as? [Any])?.count == 4)
            let rest = try await Invocation(["library", "estimate", url, "--package", package])
            #expect(rest.output.hasSuffix("TO FETCH  0 B\n"), "\(rest.output)")
        }
    }

    @Test func `names the first hole of a damaged package`() async throws {
        try await withPackage(of: "ladder", "fast") { package, _ in
            let json = try object(
                try await Invocation(["library", "verify", package, "--format", "json"]))
            #expect(json["schema"] as? String == "hlslab-library-verify/1")
            #expect(json["state"] as? String == "complete")
            let folder = try #require(
                (json["streams"] as? [[String: Any]])?.first?["folder"] as? String)
            try FileManager.default.removeItem(atPath: "\(package)/\(folder)/00002.ts")

            let verify = try await Invocation(["library", "verify", package])
            #expect(verify.exitCode == 1)
            let hole =
                "first hole: segment 3 of video v110/index.m3u8, 8 s to 12 s: "
                + "\(folder)/00002.ts: it is not there"
            #expect(verify.output.contains(hole), "\(verify.output)")
            #expect(verify.output.contains("\(folder)/00002.ts: error: it is not there"))
            #expect(verify.output.contains("\nDAMAGED  "))

            let lint = try await Invocation(["library", "lint", package, "--format", "json"])
            #expect(lint.exitCode == 1)
            let findings = try object(lint)["findings"] as? [[String: String]]
            #expect(findings?.first?["rule"] == "playlist.local-files")

            let show = try await Invocation(["library", "show", package])
            #expect(show.exitCode == 1)
            #expect(show.output.contains("DOES NOT PLAY OFFLINE"))

            let export = try await Invocation([
                "library", "export", package, "--to", package + ".mp4",
            ])
            #expect(export.exitCode == 2)
            #expect(export.errors.hasPrefix("error: cannot export '\(package)': "))
            #expect(!FileManager.default.fileExists(atPath: package + ".mp4"))
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"),
            "ffmpeg is not installed"),
        arguments: [("cmaf", "mp4"), ("cmaf", "mkv"), ("aes128", "mp4")])
    func `exports a package into one file, or into none`(asset: String, ending: String) async throws
    {
        try await withPackage(of: asset) { package, _ in
            let file = "\(package).\(ending)"
            let export = try await Invocation(["library", "export", package, "--to", file])
            #expect(export.exitCode == 0, "\(export.errors)")
            #expect(export.output.hasPrefix("EXPORTED  \(file)  "))
            let probe = try await Invocation(
                [
                    "-v", "error", "-show_entries", "format=duration:stream=codec_type", "-of",
                    "csv=p=0", file,
                ], of: "/usr/bin/ffprobe")
            #expect(probe.errors == "")
            let kinds = probe.output.split(separator: "\n").map(String.init)
            #expect(kinds.count { $0 == "video" } == 1, "\(probe.output)")
            let seconds = kinds.last.flatMap(Double.init) ?? 0
            #expect(abs(seconds - (asset == "cmaf" ? 24 : 12)) < 0.2, "\(probe.output)")
            if asset == "cmaf" {
                #expect(kinds.count { $0 == "audio" } == 2)
                #expect(kinds.count { $0 == "subtitle" } == 1)
                #expect(export.output.hasSuffix("\nwith      subtitles 'English' (en)\n"))
                try await checkSubtitles(of: file)
            }
            let left = try FileManager.default.contentsOfDirectory(
                atPath: URL(filePath: file).deletingLastPathComponent().path)
            #expect(!left.contains { $0.hasSuffix(".part") })

            let again = try await Invocation(["library", "export", package, "--to", file])
            #expect(again.exitCode == 2)
            #expect(
                again.errors
                    == "error: cannot export to '\(file)': it is there already; choose another\n")
        }
    }

    /// The subtitles are those of the fixture, cue for cue, at their times.
    private func checkSubtitles(of file: String) async throws {
        let read = try await Invocation(
            ["-v", "error", "-i", file, "-map", "0:s:0", "-f", "webvtt", "-"],
            of: "/usr/bin/ffmpeg")
        let cues = (0..<24).filter { $0.isMultiple(of: 2) }.map { second in
            let digits = String(100 + second).dropFirst()
            let end = String(101 + second).dropFirst()
            return
                "00:\(digits).000 --> 00:\(end).900\nSecond \(second) of 24, segment \(second / 4)"
        }
        #expect(read.output == (["WEBVTT"] + cues).joined(separator: "\n\n") + "\n")
        let probe = try await Invocation(
            [
                "-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language",
                "-of", "csv=p=0", file,
            ], of: "/usr/bin/ffprobe")
        #expect(probe.output == "eng\n")
    }
}
