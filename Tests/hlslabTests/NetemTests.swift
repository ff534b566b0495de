import Foundation
import Testing

/// Runs over links that the kernel plays. Which profiles those can be depends on the kernel: `doctor`
/// says so, and is held to it.
@Suite(.serialized) struct `A run over the kernel's link` {
    /// What `doctor` says of something that the kernel's link needs.
    private static func has(_ name: String, of list: String) -> Bool {
        let run = try? Invocation(waitingFor: ["doctor", "--format", "json"])
        let report =
            run.flatMap { try? JSONSerialization.jsonObject(with: Data($0.output.utf8)) }
            as? [String: Any]
        let rows = report?[list] as? [[String: Any]] ?? []
        // A doctor that says nothing would make tests be skipped, which is counted.
        return rows.first { $0["name"] as? String == name }?["isAvailable"] as? Bool ?? false
    }

    static let hasNetem = has("netem", of: "links")
    static let hasNamespace = has("network namespaces", of: "kernel") && has("ifb", of: "kernel")

    /// Needs nothing but a token bucket.
    static let plain = """
        name: rate alone
        source: a test
        down: { rate: 20 Mbit/s, queue: 60 packets }
        up: { rate: 5 Mbit/s, queue: 60 packets }
        """

    private func summary(_ run: Invocation) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require(object as? [String: Any])
    }

    private func arguments(_ folder: borrowing TemporaryFolder, _ format: String = "json")
        throws
        -> [String]
    {
        let profile = try folder.file("plain.yaml", Self.plain)
        return [
            "run", "--link", "netem", "--profile", profile, "--out", folder.path + "/run",
            "--format", format,
        ]
    }

    @Test(.enabled(if: !hasNetem, "this kernel has netem")) func `is refused without netem`()
        async throws
    {
        let folder = try TemporaryFolder()
        let run = try await Invocation(["run", "--link", "netem", "--out", folder.path + "/run"])
        #expect(run.exitCode == 69)
        #expect(run.errors.hasPrefix("error: cannot make the link: "))
        #expect(run.errors.contains("run with --link throttle"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/run"))
    }

    @Test(
        .enabled(if: hasNetem, "this kernel has no netem; ci/netem-vm has it"),
        arguments: ["wifi", "lossy-wifi"])
    func `passes over presets, and tells what the kernel did`(profile: String) async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let run = try await Invocation([
            "run", "--link", "netem", "--profile", profile, "--out", out, "--format", "json",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try summary(run)["verdict"] as? String == "pass")
        let link = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: out + "/link.json")))
        let kernel = try #require((link as? [String: Any])?["kernel"] as? [String: Any])
        let facts = try #require(kernel["facts"] as? [String: Any])
        #expect(facts["congestionControl"] as? String == "cubic")
        let queues = try #require(facts["down"] as? [[String: Any]])
        #expect(queues.first?["kind"] as? String == "netem")
    }

    @Test(.enabled(if: hasNetem, "this kernel has no netem; ci/netem-vm has it"))
    func `goes away and comes back, while the engine is killed and its disk is full`() async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "all.yaml",
            """
            asset: tiny
            link: { profile: lte }
            download: { waitsForSpace: true, parallel: 2 }
            interruptions:
              - { at: 500 ms, network: down, for: 2 s }
              - { after: 1 segment, kill: true, for: 100 ms }
              - { after: 2 segments, diskFull: true, for: 1 s }
            expectations: { retries: at most 0, time: over 2 s }
            """)
        let run = try await Invocation([
            "run", file, "--link", "netem", "--out", folder.path + "/run", "--format", "json",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let happened = try #require(try summary(run)["interruptions"] as? [[String: Any]])
        #expect(happened.compactMap { $0["until"] as? Double }.count == 3)
    }

    @Test(.enabled(if: hasNamespace, "no network namespace here"))
    func `plays rate and queue on any kernel, and goes on in a second run`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Invocation(try arguments(folder, "text"))
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(first.output.contains("\n  kernel    Linux "))
        #expect(first.output.contains("a token bucket") != Self.hasNetem)
        let second = try await Invocation(try arguments(folder))
        #expect(second.exitCode == 0, "\(second.errors)")
        let link = try #require(try summary(second)["link"] as? [String: Any])
        #expect(try #require(link["bytesDown"] as? Int) < 4_000)
    }

    @Test(.enabled(if: hasNamespace, "no network namespace here"))
    func `keeps its exit code and its words through the new start`() async throws {
        let folder = try TemporaryFolder()
        let profile = try folder.file("plain.yaml", Self.plain)
        let scenario = try folder.file(
            "hole.yaml", "faults: [{ kind: segment, segment: 3, status: 404 }]\n")
        let run = try await Invocation([
            "run", scenario, "--link", "netem", "--profile", profile, "--out",
            folder.path + "/run",
        ])
        #expect(run.exitCode == 1)
        #expect(run.output.hasPrefix("FAIL  ladder over plain (netem)"))
        #expect(run.output.contains("the server answers 404"))
    }
}

@Suite(.serialized) struct `An interface shaped by command` {
    /// In a namespace with nothing but loopback, which is down.
    private func script(_ lines: [String]) async throws -> Invocation {
        let script = (["hlslab=\(Invocation.program)"] + lines).joined(separator: "\n")
        return try await Invocation(["--net", "sh", "-c", script], of: "/usr/bin/unshare")
    }

    @Test(
        .enabled(
            if: `A run over the kernel's link`.hasNamespace && getuid() == 0,
            "neither root nor a namespace here"))
    func `is shaped, shown, and as before when cleared`() async throws {
        let folder = try TemporaryFolder()
        let profile = try folder.file("plain.yaml", `A run over the kernel's link`.plain)
        let run = try await script([
            "$hlslab link netem show --dev lo",
            "$hlslab link netem apply --dev lo --profile \(profile) || exit",
            "$hlslab link netem apply --dev lo --profile \(profile) --format json | grep interface",
            "$hlslab link netem show | head -n 1 | cut -d , -f 1",
            "$hlslab link netem clear",
            "$hlslab link netem clear --dev lo",
        ])
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "lo: not shaped")
        #expect(lines.contains("lo: profile plain"))
        #expect(lines.contains { $0.hasPrefix("  down  ") && $0.contains(" on hls1: ") })
        #expect(lines.suffix(2) == ["lo: as it was before", "lo: not shaped, nothing to do"])
    }
}
