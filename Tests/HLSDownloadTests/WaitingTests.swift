import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import LinkModel
import Scenarios
import Testing

/// What a driver reports while it runs, as it happens.
struct ReportStream {
    let reports: AsyncStream<DownloadReport>
    let trace: DownloadDriver.Trace

    init() {
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        self.reports = reports
        trace = { _, _, commands in
            for command in commands {
                if case .report(let report) = command { continuation.yield(report) }
                if case .finish = command { continuation.finish() }
            }
        }
    }
}

@Suite struct `A running download that is told to wait` {
    @Test func `asks for nothing until it may go on, and fetches next to nothing twice`()
        async throws
    {
        let asset = try TestAssets.movie(bitsPerSecond: 4_000_000)
        let chunk = 64 << 10
        try await withOrigin(.synthetic(asset)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let stream = ReportStream()
            let driver = try download.driver(trace: stream.trace)
            async let outcome = driver.run()
            for await report in stream.reports {
                guard case .progress(let progress) = report, progress.partsStored == 1 else {
                    continue
                }
                await driver.suspend()
                let record = try await origin.settledRecord()
                try await Task.sleep(for: .milliseconds(300))
                #expect(origin.requestCount == record.entries.count)
                await driver.networkChanged(.unavailable)
                await driver.resume()
                try await Task.sleep(for: .milliseconds(200))
                #expect(origin.requestCount == record.entries.count)
                await driver.networkChanged(.unmetered)
                break
            }
            #expect(await outcome == .completed)
            #expect(await driver.progress.retries == 0)
            #expect(try download.digests() == (try asset.digests(of: "high")))
            let received = await driver.progress.bytesReceived
            let media = try asset.byteCount(of: "high")
            #expect(received - media < 5 * chunk)
        }
    }
}

/// A file system of a given size, gone with the value.
final class SmallDisk: Sendable {
    let path: String

    init(kilobytes: Int) throws {
        path =
            FileManager.default.temporaryDirectory.path(percentEncoded: false)
            + "small-disk.\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
    }

    func resize(kilobytes: Int) throws {
        try Self.run("mount", ["-o", "remount,size=\(kilobytes)k", path])
    }

    deinit {
        // What stays mounted is lost with the machine's temporary folder; the test has its result.
        try? Self.run("umount", ["-l", path])
        // The same.
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func run(_ command: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandFailed(command: command) }
    }

    struct CommandFailed: Error { var command: String }
}

@Suite(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
struct `A running download on a full disk` {
    @Test(arguments: [1_200, 2_000, 2_900])
    func `waits, goes on by itself when there is space, and is whole then`(
        kilobytes: Int
    ) async throws {
        let asset = try TestAssets.movie(bitsPerSecond: 1_000_000)
        let disk = try SmallDisk(kilobytes: kilobytes)
        try await withOrigin(.synthetic(asset)) { origin, url in
            var options = DownloadOptions()
            options.waitsForSpace = true
            options.spaceInterval = .milliseconds(50)
            let stream = ReportStream()
            let driver = try DownloadDriver(
                url: url, package: disk.path + "/package",
                journal: disk.path + "/library.sqlite", options: options,
                random: StableRandom(seed: 1), trace: stream.trace)
            async let outcome = driver.run()
            var waits = 0
            var runs = 0
            for await report in stream.reports {
                if case .waiting(.diskFull) = report {
                    waits += 1
                    if waits == 1 {
                        try await Task.sleep(for: .milliseconds(300))
                        try disk.resize(kilobytes: 40_000)
                    }
                }
                if report == .running { runs += 1 }
            }
            #expect(await outcome == .completed)
            #expect(waits >= 1)
            // It is told again when it is another file that there is no space for.
            #expect((1...waits).contains(runs))
            let data = try Data(contentsOf: URL(filePath: disk.path + "/package/manifest.json"))
            let manifest = try JSONDecoder().decode(PackageManifest.self, from: data)
            #expect(manifest.isComplete)
            let expected = try asset.digests(of: "high")
            #expect(manifest.streams[0].parts.map(\.sha256) == expected)
            for (part, digest) in zip(manifest.streams[0].parts, expected) {
                let path = disk.path + "/package/" + (try #require(part.path))
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
                #expect(sha256(bytes) == digest)
            }
        }
    }
}
