import Foundation
import Testing

@Suite(.timeLimit(.minutes(3))) struct `A process that downloads and plays, killed in the middle` {
    /// Starts the program and kills it as soon as its timeline has all of some words.
    private static func kill(_ words: [String], when told: [String], in timeline: String)
        async throws
        -> Int32
    {
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            end.yield($0.terminationStatus)
            end.finish()
        }
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline, process.isRunning {
            // There is none before the first step.
            let lines = (try? String(contentsOfFile: timeline, encoding: .utf8)) ?? ""
            if told.allSatisfy(lines.contains) { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        var status: Int32 = -1
        for await last in ends { status = last }
        return status
    }

    private func number(_ path: String, _ object: Any?) -> Int? {
        var value = object
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? Int
    }

    @Test func `goes on with both, and ends whole at the requested quality`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let words = [
            "run", "--profile", "edge", "--asset", "tiny", "--playback", "with-download", "--abr",
            "lowest", "--out", out, "--format", "json",
        ]
        // One part is durable, and the next one on its way.
        let status = try await Self.kill(
            words, when: ["first frame", "\"event\":\"stored part"], in: out + "/timeline.jsonl")
        #expect(status == SIGKILL)
        #expect(!FileManager.default.fileExists(atPath: out + "/summary.json"))

        let second = try await Invocation(words)
        #expect(second.exitCode == 0, "\(second.errors)")
        let summary = try JSONSerialization.jsonObject(with: Data(second.output.utf8))
        let object = try #require(summary as? [String: Any])
        #expect(object["verdict"] as? String == "pass")
        let playback = try #require(object["playback"] as? [String: Any])
        #expect(playback["state"] as? String == "ended")
        #expect(number("bytes.fetchedTwice", playback) == 0)
        let stored = try #require(number("download.bytesStored", object))
        // Both processes together received it; the second one alone received less than it all.
        #expect(try #require(number("download.bytesReceived", object)) >= stored)
        #expect(
            number("onDisk.segmentsAtRequestedQuality", object)
                == number("onDisk.segmentsExpected", object))
        let timeline = try String(contentsOfFile: out + "/timeline.jsonl", encoding: .utf8)
        #expect(
            timeline.split(separator: "\n").count { $0.contains("\"player\":\"started\"") } == 2)
    }
}
