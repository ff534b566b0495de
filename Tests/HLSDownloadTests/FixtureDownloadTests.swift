import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Testing

@Suite struct `A download of the fixture` {
    /// The folder of an asset that is shipped with the package.
    static func fixture(_ name: String) -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        return tests.appending(path: "../../Fixtures/\(name)").standardized
            .path(percentEncoded: false)
    }

    @Test(arguments: [("ladder", 1), ("cmaf", 4)])
    func `stores what the origin holds`(name: String, streams: Int) async throws {
        let folder = Self.fixture(name)
        try await withOrigin(.folder(folder)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run()
            #expect(result.failure == "")
            #expect(result.outcome == .completed)
            let manifest = try download.manifest()
            #expect(manifest.streams.count == streams)
            for stream in manifest.streams {
                let base = folder + "/" + stream.uri.prefix { $0 != "/" } + "/"
                for part in stream.parts {
                    let original = [UInt8](try Data(contentsOf: URL(filePath: base + part.uri)))
                    let start = part.offset ?? 0
                    let end = part.offset == nil ? original.count : start + (part.length ?? 0)
                    #expect(part.sha256 == sha256(Array(original[start..<end])))
                }
            }
        }
    }

    @Test(
        .enabled(if: Tool.find("ffprobe") != nil, "ffprobe is not installed"),
        .enabled(if: Tool.find("ffmpeg") != nil, "ffmpeg is not installed"),
        arguments: ["ladder", "cmaf"], [Quality.best, .fast])
    func `plays from the first second to the last`(name: String, quality: Quality) async throws {
        try await withOrigin(.folder(Self.fixture(name))) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.quality = quality
            #expect(try await download.run().outcome == .completed)
            let index = download.package + "/index.m3u8"
            let probe = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", index])
            let seconds = try #require(
                Double(probe.output.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(abs(seconds - 24) <= 0.1)
            let play = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", index, "-map", "0", "-f", "null", "-"])
            #expect(play.errors == "")
            #expect(play.status == 0)
        }
    }

    @Test(
        .enabled(if: Tool.find("ffprobe") != nil, "ffprobe is not installed"))
    func `with byte ranges plays, too`() async throws {
        try await withOrigin(.folder(Self.fixture("cmaf"))) { _, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.quality = .minimumBitrate(200_000)
            #expect(try await download.run().outcome == .completed)
            #expect(try download.manifest().variant?.uri == "v250/index.m3u8")
            let probe = try await Tool.run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                    "stream=nb_read_packets", "-of", "csv=p=0",
                    download.package + "/\(try download.manifest().streams[0].playlist)",
                ])
            // 24 s at 25 frames a second.
            #expect(probe.output.contains("600"))
            #expect(probe.errors == "")
        }
    }
}

/// Programs of the machine.
enum Tool {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Runs a program to its end; what it prints goes through files, so that no pipe can fill up.
    static func run(_ name: String, _ arguments: [String]) async throws -> Result {
        let folder = try TestFolder()
        try folder.write("", to: "output")
        try folder.write("", to: "errors")
        let process = Process()
        process.executableURL = URL(filePath: find(name) ?? name)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(
            forWritingTo: URL(filePath: folder.path + "/output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path + "/errors"))
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        return Result(
            status: process.terminationStatus, output: try folder.text(of: "output"),
            errors: try folder.text(of: "errors"))
    }
}
