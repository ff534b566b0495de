import Foundation
import Testing

/// Kills of a scenario over sockets: those of the process that is the engine.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A run that kills its engine` {
    private func lines(of file: String) -> [String] {
        // There is none before the first line.
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["none", "with-download"])
    func `goes on with what is on disk, and is judged over all starts`(playback: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let file = try folder.file(
            "killed.yaml",
            """
            asset: tiny
            link: { profile: lte }
            interruptions:
              - { after: 1 segment, kill: true, for: 100 ms }
              - { after: 2 segments, kill: true, for: 0 s }
            expectations: { retries: at most 0 }
            """)
        let run = try await Invocation([
            "run", file, "--playback", playback, "--out", out, "--format", "json",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let summary = try RunJSON(run.output)
        #expect(summary["verdict"] as? String == "pass")
        let kills = try #require(summary["interruptions"] as? [[String: Any]])
        #expect(kills.count == 2)
        #expect(kills.allSatisfy { $0["what"] as? String == "kill" && $0["at"] is Double })

        let starts = lines(of: out + "/timeline.jsonl").filter { $0.contains("\"started\"") }
        #expect(starts.count { $0.contains("\"event\"") } == 3)
        // The origin's record is one, and nothing of it was lost with the engine.
        let record = lines(of: out + "/origin.jsonl")
        #expect(record.count { $0.contains("\"part\":\"multivariant playlist\"") } == 3)
        let requests: Int = try #require(summary.value("download.requests"))
        #expect(requests == record.count)
        let stored: Int = try #require(summary.value("download.bytesStored"))
        let received: Int = try #require(summary.value("download.bytesReceived"))
        #expect(received >= stored)
    }

    /// Processes whose parent is this one.
    private func children(of parent: Int32) -> [Int32] {
        // Processes come and go: who is not there any more has no parent.
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap(Int32.init).filter { process in
            let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            // `pid (name) state ppid …`
            let rest = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
            return rest.count > 2 && Int32(rest[2]) == parent
        }
    }

    /// Starts a run whose engine is under way, and does something to one of both.
    private func disturb(
        _ act: (_ run: Process, _ engine: Int32) throws -> Void
    ) async throws -> (status: Int32, errors: String, engine: Int32) {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "late.yaml",
            """
            link: { profile: edge }
            interruptions: [{ at: 10 min, kill: true, for: 0 s }]
            """)
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = ["run", file, "--out", folder.path + "/run"]
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        process.standardInput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        while process.isRunning, lines(of: folder.path + "/run/origin.jsonl").isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        let engine = try #require(children(of: process.processIdentifier).first)
        try act(process, engine)
        let said = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said, engine)
    }

    @Test func `is an error when the engine's process ends by itself`() async throws {
        let (status, errors, _) = try await disturb { _, engine in
            #expect(kill(engine, SIGKILL) == 0)
        }
        #expect(status == 2)
        #expect(
            errors
                == "error: the engine's process ended by signal 9 before its download did; run it "
                + "again\n")
    }

    @Test func `keeps what has arrived when it is interrupted`() async throws {
        let (status, errors, engine) = try await disturb { run, _ in run.interrupt() }
        #expect(status == 2)
        #expect(errors == "error: interrupted; the same command with the same --out goes on\n")
        #expect(kill(engine, 0) != 0)
    }

    @Test func `takes the engine with it when it is killed itself`() async throws {
        let (_, _, engine) = try await disturb { run, _ in
            #expect(kill(run.processIdentifier, SIGKILL) == 0)
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while kill(engine, 0) == 0, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(kill(engine, 0) != 0)
    }
}

/// What `--format json` prints.
struct RunJSON {
    private let object: [String: Any]

    init(_ text: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        self.object = try #require(object as? [String: Any])
    }

    subscript(key: String) -> Any? { object[key] }

    /// By a path such as `download.requests`.
    func value<Value>(_ path: String) -> Value? {
        var value: Any? = object
        for key in path.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
        return value as? Value
    }
}
