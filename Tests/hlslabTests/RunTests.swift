import Foundation
import Testing

@Suite(.serialized) struct `A run` {
    private func summary(_ arguments: [String], exitCode: Int32 = 0) async throws -> [String: Any] {
        let run = try await Invocation(["run", "--format", "json"] + arguments)
        #expect(run.exitCode == exitCode, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }

    private func value<Value>(_ path: String, _ summary: [String: Any]) -> Value? {
        var object: Any? = summary
        for key in path.split(separator: ".") { object = (object as? [String: Any])?[String(key)] }
        return object as? Value
    }

    @Test func `over wifi passes, and the same command goes on without fetching media again`()
        async throws
    {
        let folder = try TemporaryFolder()
        let command = ["--profile", "wifi", "--out", folder.path + "/run"]
        let first = try await summary(command)
        #expect(value("verdict", first) == "pass")
        #expect(value("onDisk.segmentsExpected", first) == 6)
        #expect(value("onDisk.segmentsAtRequestedQuality", first) == 6)
        #expect(value("download.requestedVariant", first) == "v800")
        #expect(value("link.profile", first) == "nlc-wifi")
        let again = try await summary(command)
        #expect(value("verdict", again) == "pass")
        let bytes: Int = try #require(value("link.bytesDown", again))
        #expect(bytes < 2_000)
    }

    @Test func `says that it was interrupted, and goes on with the same --out`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = ["run", "--profile", "3g", "--out", out]
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // A request for a playlist has ended: the download is under way, and takes 23 s.
        // A file that is not there yet has nothing in it.
        while process.isRunning,
            (try? Data(contentsOf: URL(filePath: out + "/origin.jsonl")))?.isEmpty ?? true
        {
            usleep(10_000)
        }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(
            String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                == "error: interrupted; the same command with the same --out goes on\n")
        #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
        let again = try await summary(["--profile", "wifi", "--out", out])
        #expect(value("verdict", again) == "pass")
    }

    @Test func `gets over errors, and counts the retries`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "faults.yaml",
            """
            link: { profile: wifi }
            faults:
              - { kind: segment, segment: 3, status: 503, times: 2 }
              - { kind: segment, segment: 4, truncate: 50 kB, times: 1 }
              - { kind: segment, segment: 5, reset: 20 kB, times: 1 }
            expectations: { retries: at least 4 }
            """)
        let result = try await summary([scenario, "--out", folder.path + "/run"])
        #expect(value("verdict", result) == "pass")
        #expect(value("download.retries", result) == 4)
        #expect(value("scenario", result) == "faults")
    }

    @Test(
        arguments: ["aes128", "aes256-gcm", "sample-aes", "sample-aes-ctr", "key-server"],
        ["simulate", "throttle"])
    func `of an encrypted asset passes, with its keys`(asset: String, link: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await summary([
            "--asset", asset, "--profile", "wifi", "--link", link, "--out", folder.path + "/run",
        ])
        #expect(value("verdict", result) == "pass")
        #expect(value("onDisk.segmentsExpected", result) == 3)
        #expect(value("onDisk.segmentsAtRequestedQuality", result) == 3)
        #expect(value("download.wasteBytes", result) == 0)
    }

    @Test func `fails naming the segment that the origin does not have`() async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "hole.yaml",
            """
            link: { profile: wifi }
            faults: [{ kind: segment, segment: 3, status: 404 }]
            """)
        let run = try await Invocation(["run", scenario, "--out", folder.path + "/run"])
        #expect(run.exitCode == 1)
        #expect(run.output.hasPrefix("FAIL"))
        #expect(run.output.contains("segment 3 of v800"))
        #expect(!run.output.contains("PASS") && !run.output.contains("COMPLETE"))
        let package = folder.path + "/run/asset"
        #expect(!FileManager.default.fileExists(atPath: package + "/index.m3u8"))
        let manifest = try String(contentsOfFile: package + "/manifest.json", encoding: .utf8)
        #expect(manifest.contains(#""isComplete" : false"#))
    }

    @Test func `whose package was damaged fails, whatever the engine says`() async throws {
        let folder = try TemporaryFolder()
        let command = ["--profile", "wifi", "--out", folder.path + "/run"]
        _ = try await summary(command)
        let segment = URL(filePath: folder.path + "/run/asset/0-803000/00002.ts")
        var bytes = try Data(contentsOf: segment)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: segment)
        let judged = try await summary(command, exitCode: 1)
        #expect(value("verdict", judged) == "fail")
        #expect(value("download.state", judged) == "completed")
        #expect(value("onDisk.segmentsCorrupt", judged) == 1)
        #expect(value("onDisk.firstHole", judged) == "segment 3 of v800 is corrupt")
    }

    struct Obstacle: Sendable, CustomTestStringConvertible {
        var fault: String
        var reason: String
        var testDescription: String { fault }
    }

    @Test(arguments: [
        Obstacle(
            fault: "{ kind: multivariantPlaylist, status: 404 }", reason: "the server answers 404"),
        Obstacle(
            fault: "{ kind: multivariantPlaylist, wrongType: true }",
            reason: "this is no HLS playlist"),
    ])
    func `that gets no playlist is an error of one line`(obstacle: Obstacle) async throws {
        let folder = try TemporaryFolder()
        let scenario = try folder.file(
            "obstacle.yaml", "link: { profile: wifi }\nfaults: [\(obstacle.fault)]\n")
        let run = try await Invocation(["run", scenario, "--out", folder.path + "/run"])
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("error: cannot download the playlist ("))
        #expect(run.errors.contains(obstacle.reason))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/index.m3u8", "connection refused; is the server running?"),
        ("http://no-such-host.invalid/index.m3u8", "the host 'no-such-host.invalid' is not known"),
        ("ftp://127.0.0.1/index.m3u8", "only http and https URLs can be downloaded"),
    ])
    func `of a URL that cannot be reached is an error of one line`(url: String, reason: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let run = try await Invocation(["download", url, "--out", folder.path + "/d"])
        #expect(run.exitCode == 2)
        #expect(run.errors == "error: cannot download the playlist (\(url)): \(reason)\n")
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        var text: String
        var message: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Slip(text: "aset: ladder", message: ":1: unknown key 'aset'; did you mean 'asset'?"),
        Slip(
            text: "asset: ladder\nlink: { profle: edge }",
            message: ":2: unknown key 'profle'; did you mean 'profile'?"),
        Slip(
            text: "faults:\n  - { kind: segmnt, status: 404 }",
            message: ":2: 'kind' is 'segmnt', not one of 'multivariantPlaylist', "
                + "'mediaPlaylist', 'initSection', 'segment', 'key'; did you mean 'segment'?"),
        Slip(
            text: "faults:\n  - { kind: segment, delay: 3 }",
            message: ":2: 'delay' needs a unit, one of ns, us, ms, s, min or h, as in '400 ms'"),
        Slip(
            text: "faults:\n  - { kind: segment }",
            message: ":2: a fault has exactly one effect: status, delay, stall, truncate, reset, "
                + "wrongType, redirect, empty, flip, declare, shiftRange, ignoreRange, entityTag, "
                + "body or flood"),
        Slip(
            text: "expectations: { retries: many }",
            message: ":1: 'retries' is 'many', not 'at least …', 'at most …', 'under …', 'over …', "
                + "'exactly …' or 'between … and …'"),
    ])
    func `of a scenario with a mistake says file, line and the nearest key`(slip: Slip) async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file("slip.yaml", slip.text)
        let run = try await Invocation(["run", file])
        #expect(run.exitCode == 64)
        #expect(run.errors == "error: \(file)\(slip.message)\n")
    }

    @Test func `will not mix two downloads in one folder`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        _ = try await summary(["--profile", "wifi", "--asset", "tiny", "--out", out])
        let run = try await Invocation(
            ["run", "--profile", "wifi", "--asset", "tiny", "--quality", "fast", "--out", out])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("it holds a download of asset 'tiny' with quality 'best'"))
    }
}
