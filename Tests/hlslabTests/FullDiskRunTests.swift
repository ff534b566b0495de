import Foundation
import Testing

/// Full disks of a scenario over sockets: those on which the kernel refuses every block more.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A run that fills its disk` {
    /// What `doctor` says where it cannot be had; nil where it can.
    private static let obstacle: String? = {
        let run = try? Invocation(waitingFor: ["doctor", "--format", "json"])
        // A doctor that says nothing would make tests be skipped, which is counted.
        guard let run, let report = try? RunJSON(run.output) else { return "no doctor" }
        return report.value("disk.isAvailable") == true ? nil : report.value("disk.detail")
    }()

    private static let full = """
        asset: tiny
        link: { profile: 3g }
        download: { waitsForSpace: true, parallel: 1 }
        interruptions:
          - { after: 1 segment, diskFull: true, for: 4 s }
        """

    private static let canFill = ConditionTrait.enabled(
        if: obstacle == nil, "\(obstacle ?? "")")

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: file, encoding: .utf8)
    }

    @Test(canFill) func `goes on when there is space again, and leaves the package in its folder`()
        async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let file = try folder.file(
            "full.yaml", Self.full + "\n  - { after: 2 segments, kill: true, for: 0 s }\n")
        let run = try await Invocation(["run", file, "--out", out, "--format", "json"])
        #expect(run.exitCode == 0, "\(run.errors)\(run.output)")
        let timeline = try text(out + "/timeline.jsonl")
        #expect(timeline.contains("no space left to write \(out)/disk/"))
        #expect(timeline.contains("\"space found\""))
        #expect(FileManager.default.fileExists(atPath: out + "/asset/index.m3u8"))
        #expect(!FileManager.default.fileExists(atPath: out + "/disk"))

        // The folder is as any other: the next run finds all there.
        let again = try await Invocation(
            ["run", "--asset", "tiny", "--profile", "wifi", "--out", out, "--format", "json"])
        let bytes: Int? = try RunJSON(again.output).value("link.bytesDown")
        #expect(try #require(bytes) < 2_000)
    }

    @Test(canFill) func `ends by saying so when the engine does not wait, and goes on later`()
        async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        let file = try folder.file(
            "ends.yaml",
            Self.full.replacing("waitsForSpace: true, ", with: "")
                + "\nends: { error: \"no space left\" }\n")
        let run = try await Invocation(["run", file, "--out", out])
        #expect(run.exitCode == 0, "\(run.errors)\(run.output)")
        #expect(run.output.contains("no space left to write \(out)/disk/"))

        // The same with another disk: what was stored is there.
        let again = try await Invocation(
            ["run", "--asset", "tiny", "--profile", "wifi", "--out", out, "--format", "json"])
        #expect(again.exitCode == 0, "\(again.errors)")
        let summary = try RunJSON(again.output)
        let stored: Int = try #require(summary.value("download.bytesStored"))
        let bytes: Int = try #require(summary.value("link.bytesDown"))
        #expect(bytes < stored)
    }

    @Test(canFill) func `is refused in one line where nothing may be mounted`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("full.yaml", Self.full)
        let run = try await withoutMounts(["run", file, "--out", folder.path + "/run"])
        #expect(run.exitCode == 69)
        #expect(run.errors.hasPrefix("error: cannot make a disk that may be full: this machine "))
        #expect(run.errors.hasSuffix("or run with --link simulate\n"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/run"))
    }

    /// Root of a user namespace that may have no further one, and no right to mount.
    private func withoutMounts(_ words: [String]) async throws -> Invocation {
        try await Invocation(
            [
                "--map-root-user", "sh", "-c",
                "echo 0 >/proc/sys/user/max_user_namespaces && "
                    + "exec setpriv --bounding-set -sys_admin --inh-caps -sys_admin "
                    + ([Invocation.program] + words).joined(separator: " "),
            ], of: "/usr/bin/unshare")
    }

    @Test(canFill) func `is left out of a suite where nothing may be mounted`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("full.yaml", Self.full)
        let run = try await withoutMounts([
            "suite", file, "--link", "throttle", "--out", folder.path + "/suite",
        ])
        let results = try text(folder.path + "/suite/results.json")
        #expect(results.contains("it fills a disk, and this machine gives no mount namespace"))
        #expect(run.output.contains("0 failed"))
    }
}
