import Foundation
import Testing

@Suite struct `The library of downloads` {
    /// Serves an asset by `hlslab serve`; hands its URL over, and a folder for libraries.
    private func withServer(
        of asset: String, _ body: (String, String) async throws -> Void
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
        let folder = try TemporaryFolder()
        try await body(line.trimmingCharacters(in: .whitespacesAndNewlines), folder.path)
    }

    /// `hlslab library …` on a library.
    private func library(_ words: [String], _ folder: String) async throws -> Invocation {
        try await Invocation(["library"] + words + ["--library", folder])
    }

    private func object(_ run: Invocation) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test func `knows what was downloaded, and adds to it`() async throws {
        try await withServer(of: "cmaf") { url, folder in
            let package = folder + "/downloads/packages/0001.movpkg"
            for audio in ["en", "en", "fr"] {
                let run = try await Invocation([
                    "download", url, "--library", folder, "--quality", "fast", "--audio", audio,
                ])
                #expect(run.exitCode == 0, "\(run.errors)")
                #expect(run.output.hasPrefix("COMPLETE  \(package)/index.m3u8  "))
            }
            let list = try object(try await library(["list", "--format", "json"], folder))
            #expect(list["schema"] as? String == "hlslab-library-list/1")
            let packages = try #require(list["packages"] as? [[String: Any]])
            #expect(packages.count == 1)
            #expect(packages.first?["name"] as? String == "0001")
            #expect(packages.first?["state"] as? String == "complete")
            #expect(packages.first?["url"] as? String == url)
            let show = try await Invocation(["library", "show", package])
            #expect(show.exitCode == 0)
            for language in ["(en)", "(fr)"] { #expect(show.output.contains(language)) }

            let text = try await library(["list"], folder)
            #expect(text.exitCode == 0)
            let lines = text.output.split(separator: "\n")
            #expect(lines.count == 3, "\(text.output)")
            #expect(
                lines.first?.split(separator: " ").joined(separator: " ")
                    == "package state bytes last used purged presentation")
            #expect(lines.dropFirst().first?.hasPrefix("0001     complete  ") == true)
            #expect(lines.dropFirst().first?.hasSuffix("  never   \(url)") == true)
            #expect(lines.last?.hasPrefix("LIBRARY  \(folder)/downloads  1 package, ") == true)
        }
    }

    @Test func `lets packages go by their policies, and says first which and why`() async throws {
        try await withServer(of: "ladder") { url, folder in
            for query in ["", "?a", "?b"] {
                let run = try await Invocation([
                    "download", url + query, "--library", folder, "--quality", "fast",
                ])
                #expect(run.exitCode == 0, "\(run.errors)")
            }
            let path = { (number: Int) in "\(folder)/downloads/packages/000\(number).movpkg" }
            let none = try await library(["policy", "0001"], folder)
            #expect(none.output == "POLICY  \(path(1))  never purged\n")
            let important = try await library(
                ["policy", "0002", "--priority", "important"], folder)
            #expect(
                important.output
                    == "POLICY  \(path(2))  purged when room is wanted: priority important\n")
            let expired = try await library(
                ["policy", path(3), "--expires", "2020-01-31"], folder)
            #expect(
                expired.output
                    == "POLICY  \(path(3))  purged when room is wanted: priority default, "
                    + "expired 2020-01-31T00:00:00Z\n")

            let dry = try await library(["purge", "--free", "1 kB", "--dry-run"], folder)
            #expect(dry.exitCode == 0)
            let lines = dry.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 4, "\(dry.output)")
            #expect(lines[0].hasPrefix("would delete  \(path(3))  "))
            #expect(lines[0].hasSuffix("  expired 2020-01-31T00:00:00Z"))
            #expect(lines[1].hasPrefix("would keep  \(path(1))  "))
            #expect(lines[1].hasSuffix("  it has no policy: it is never purged"))
            #expect(lines[2].contains("  priority important, last used "))
            #expect(lines[3].hasPrefix("ENOUGH  would free "))
            #expect(FileManager.default.fileExists(atPath: path(3)))

            let purge = try await library(
                ["purge", "--free", "1 kB", "--format", "json"], folder)
            #expect(purge.exitCode == 0)
            let report = try object(purge)
            #expect(report["isDry"] as? Bool == false)
            let deleted = report["deleted"] as? [[String: Any]]
            #expect(deleted?.compactMap { $0["path"] as? String } == [path(3)])
            #expect(!FileManager.default.fileExists(atPath: path(3)))

            let more = try await library(["purge", "--free", "1 GB"], folder)
            #expect(more.exitCode == 1)
            #expect(more.output.contains("\nNOT ENOUGH  freed "))
            #expect(!FileManager.default.fileExists(atPath: path(2)))
            #expect(FileManager.default.fileExists(atPath: path(1)))
        }
    }

    @Test func `deletes a package, and names one that is not there`() async throws {
        try await withServer(of: "ladder") { url, folder in
            let run = try await Invocation([
                "download", url, "--library", folder, "--session", "mine", "--quality", "fast",
            ])
            #expect(run.exitCode == 0, "\(run.errors)")
            let wrong = try await library(["delete", "0002", "--session", "mine"], folder)
            #expect(wrong.exitCode == 2)
            #expect(
                wrong.errors
                    == "error: there is no package '0002' in the library \(folder)/mine; "
                    + "did you mean '0001'?\n")
            let gone = try await library(["delete", "0001", "--session", "mine"], folder)
            #expect(gone.exitCode == 0)
            #expect(gone.output.contains("\nDELETED  1 item, "))
            let list = try await library(["list", "--session", "mine"], folder)
            #expect(list.output == "LIBRARY  \(folder)/mine  0 packages, 0 B\n")
        }
    }

    @Test func `keeps what has arrived when the server goes, and goes on from another address`()
        async throws
    {
        let folder = try TemporaryFolder()
        try await withServer(of: "ladder") { url, _ in
            // As much as comes until the person has enough.
            let process = Process()
            process.executableURL = URL(filePath: Invocation.program)
            process.arguments = [
                "download", url, "--library", folder.path, "--limit", "400 kbit/s", "--parallel",
                "1",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let parts = "\(folder.path)/downloads/packages/0001.movpkg"
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline, Self.segments(in: parts) == 0 {
                try await Task.sleep(for: .milliseconds(50))
            }
            process.interrupt()
            process.waitUntilExit()
            #expect(process.terminationStatus == 2)
            let list = try await library(["list"], folder.path)
            #expect(list.output.contains("0001     partial "), "\(list.output)")
        }
        try await withServer(of: "ladder") { url, _ in
            let run = try await Invocation([
                "download", url, "--library", folder.path, "--package", "0001", "--format", "json",
            ])
            #expect(run.exitCode == 0, "\(run.errors)")
            let list = try await library(["list"], folder.path)
            #expect(list.output.contains("0001     complete "), "\(list.output)")
            #expect(list.output.contains("1 package, "))
        }
    }

    private static func segments(in package: String) -> Int {
        // Nothing is there before the download has begun.
        ((try? FileManager.default.subpathsOfDirectory(atPath: package)) ?? [])
            .count { $0.hasSuffix(".ts") }
    }
}
