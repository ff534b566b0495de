import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

/// The example app, as a process of its own.
private struct App {
    private let process = Process()
    private let output: URL

    init(_ words: [String], _ folder: TestFolder, _ name: String) throws {
        // …/debug/hlslabPackageTests.xctest → …/debug/OfflineMovie
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "OfflineMovie")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        output = URL(filePath: folder.path + "/" + name)
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
    }

    var said: String {
        get throws { String(decoding: try Data(contentsOf: output), as: UTF8.self) }
    }

    /// Runs it to its end, which `during` may bring about.
    func run(_ during: @Sendable (pid_t) async throws -> Void = { _ in }) async throws -> Int32 {
        let (ends, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            end.yield($0.terminationStatus)
            end.finish()
        }
        try process.run()
        try await during(process.processIdentifier)
        var status: Int32 = -1
        for await last in ends { status = last }
        return status
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A process that is killed in the middle` {
    @Test func `loses nothing but what was under way, and goes on when it is started again`()
        async throws
    {
        let asset = try TestAssets.movie()
        let fault = TestSession.stall(segment: 4)
        try await withOrigin(.synthetic(asset), [fault]) { origin, url in
            let folder = try TestFolder()
            let words = ["download", url, folder.path + "/library"]
            let first = try App(words, folder, "first")
            let status = try await first.run { process in
                // All that can come has come, and one segment never ends.
                let deadline = ContinuousClock.now + .seconds(60)
                while ContinuousClock.now < deadline, try !first.said.contains("progress 8") {
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(kill(process, SIGKILL) == 0)
            }
            #expect(status == SIGKILL)
            let early = try first.said
            #expect(early.contains("progress 8"), "\(early)")
            #expect(!early.contains("\ncomplete"))

            let second = try App(words, folder, "second")
            let end = try await second.run()
            let late = try second.said
            #expect(end == 0, "\(late)")
            #expect(late.hasPrefix("task 1 is back, 8"), "\(late)")
            #expect(late.hasSuffix("\ncomplete\n"), "\(late)")

            let session = try AssetDownloadSession(
                identifier: "movies", libraryFolder: URL(filePath: folder.path + "/library"))
            #expect(session.tasks == [])
            #expect(session.orphans == [])
            #expect(session.libraryError == nil)
            let package = try #require(session.packages.first)
            #expect(session.packages.count == 1)
            #expect(package.state == .complete)
            let path = package.location.path(percentEncoded: false)
            #expect(try await PackageVerifier(package: path).verify().state == .complete)
            let parts = try MoviePackage(at: path).streams.first?.parts ?? []
            #expect(parts.map(\.sha256) == (try asset.digests(of: "high")))
            await session.close()
            // The segment under way again, and two playlists; of the first process all eight.
            #expect(origin.requestCount == 8 + 3)
        }
    }
}
