import Foundation
import Testing

@Suite struct `A link` {
    /// 100 kB at 1 Mbit/s need 70 segments of 1514 bytes: 0.848 s, and slow start some round trips.
    @Test func `is predicted in a table`() async throws {
        let run = try await Invocation([
            "link", "predict", "--down", "1 Mbit/s 50 ms", "--bytes", "100kB,10kB", "--seeds", "1",
            "--gap", "100ms",
        ])
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "words, 1 connection, cubic, seeds 1")
        #expect(
            lines.map { $0.split(separator: "  ").first.map(String.init) }.dropFirst(2) == [
                "connect", "object 1, 100 kB: first byte", "object 1, 100 kB: last byte",
                "object 2, 10.0 kB: first byte", "object 2, 10.0 kB: last byte", "all of it",
                "0.0 segments sent again and 0.0 time-outs for each connection",
            ])
    }

    @Test func `is predicted alike for the same seeds, in JSON too`() async throws {
        let command = [
            "link", "predict", "--profile", "lossy-wifi", "--bytes", "200kB", "--parallel", "2",
            "--seeds", "1...3", "--format", "json",
        ]
        let run = try await Invocation(command)
        #expect(try await Invocation(command).output == run.output)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let objects = try #require(report["objects"] as? [[String: Any]])
        let last = try #require(objects.first?["lastByte"] as? [String: Double])
        let (least, median) = (try #require(last["min"]), try #require(last["median"]))
        // No sooner than the rate and a round trip allow, for both connections together.
        #expect(least > 0.08 && median >= least)
    }

    @Test func `takes a second more for each round trip of half a second that TLS needs`()
        async throws
    {
        func connect(_ tls: String) async throws -> Double {
            let run = try await Invocation([
                "link", "predict", "--down", "unlimited 500 ms", "--bytes", "1kB", "--seeds", "1",
                "--tls", tls, "--format", "json",
            ])
            let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let times = (report as? [String: Any])?["connect"] as? [String: Double]
            return try #require(times?["median"])
        }
        #expect(abs(try await connect("none") - 1) < 0.01)
        #expect(abs(try await connect("1.3") - 2) < 0.01)
        #expect(abs(try await connect("1.2") - 3) < 0.01)
    }

    @Test(arguments: [
        (
            ["predict", "--bytes", "1kB"],
            "a link is either a --profile, or told in words by --down and --up"
        ),
        (
            ["predict", "--down", "20 Mbit 40 ms", "--bytes", "1kB"],
            "--down is '20 Mbit 40 ms', in which '20 Mbit' has no meaning; write a rate, a one-way "
                + "delay, a jitter, a loss and a queue as in '20 Mbit/s 40 ms 5 ms 2 % 50 packets'"
        ),
        (
            ["predict", "--down", "40 ms", "--bytes", "1kB"],
            "--down is '40 ms', without a rate; write one as in '20 Mbit/s 40 ms', or 'unlimited'"
        ),
        (
            ["predict", "--profile", "edge", "--bytes", "1"],
            "'--bytes' needs a unit, one of B, kB, MB, GB, KiB, MiB or GiB, as in '64 KiB'"
        ),
        (
            ["predict", "--profile", "edge", "--bytes", "1kB", "--congestion", "cubc"],
            "--congestion is 'cubc', not one of cubic, reno; did you mean 'cubic'?"
        ),
        (
            ["--profile", "edge", "--to", "nowhere"],
            "--to is 'nowhere', not a host and a port as in 127.0.0.1:8080"
        ),
    ])
    func `says a mistake in one line`(arguments: [String], message: String) async throws {
        let run = try await Invocation(["link"] + arguments)
        #expect(run.exitCode == 64)
        #expect(run.errors == "error: \(message)\n")
    }

    @Test func `without an end is an error`() async throws {
        let run = try await Invocation([
            "link", "predict", "--profile", "nlc-100-loss", "--bytes", "1kB", "--seeds", "7",
        ])
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("error: cannot predict transfers over 'nlc-100-loss'"))
    }

    @Test func `carries the engine's download, and takes orders meanwhile`() async throws {
        let folder = try TemporaryFolder()
        let (server, address) = try Self.start(["serve"])
        defer { Self.end(server) }
        let port = try #require(address.split(separator: ":").last?.prefix { $0.isNumber })
        let control = folder.path + "/control"
        let (link, listen) = try Self.start([
            "link", "--profile", "wifi", "--to", "127.0.0.1:\(port)", "--control", control,
        ])
        defer { Self.end(link) }
        let order = try await Invocation(["link", "order", control, "profile", "lte"])
        #expect(order.output == "profile nlc-lte\n")
        let wrong = try await Invocation(["link", "order", control, "profile", "ltte"])
        #expect(wrong.output == "error: unknown profile 'ltte'; did you mean 'lte'?\n")
        let download = try await Invocation([
            "download", "http://\(listen)/index.m3u8", "--out", folder.path + "/package",
        ])
        #expect(download.exitCode == 0, "\(download.errors)")
        let statistics = try await Invocation(["link", "order", control, "statistics"])
        let traffic = try #require(
            try JSONSerialization.jsonObject(with: Data(statistics.output.utf8)) as? [String: Any])
        #expect(traffic["profile"] as? String == "nlc-lte")
        let down = try #require(traffic["down"] as? [String: Any])
        #expect(try #require(down["bytes"] as? Int) > 2_000_000)
    }

    @Test func `that nobody serves takes no orders`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/control"
        let run = try await Invocation(["link", "order", path, "statistics"])
        #expect(run.exitCode == 2)
        #expect(
            run.errors == "error: cannot give an order at \(path): nobody takes orders there; is "
                + "'hlslab link' running with --control \(path)?\n")
    }

    /// Starts a program that runs until it is ended, and waits for its first line.
    private static func start(_ arguments: [String]) throws -> (Process, String) {
        let process = Process()
        process.executableURL = URL(filePath: Invocation.program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: Invocation.root)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        return (process, address.replacing("http://", with: "").replacing("/index.m3u8", with: ""))
    }

    private static func end(_ process: Process) {
        process.terminate()
        process.waitUntilExit()
    }
}
