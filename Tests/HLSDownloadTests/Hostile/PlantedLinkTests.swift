import Foundation
import Testing

/// A package folder in which somebody has put links: nothing behind them is written or read.
@Suite struct `A package with planted links` {
    /// What a download of the movie writes, by a first one.
    private static func layout() async throws -> [String] {
        let run = try await HostileOrigin.run([])
        return run.paths.filter { $0.hasPrefix("package/") }
    }

    @Test func `leaves alone what they lead to`() async throws {
        let victims = try await Self.layout().filter {
            !$0.hasSuffix("/Data")
                && ($0.hasSuffix(".ts") || $0.hasSuffix(".m3u8")
                    || $0.hasSuffix(".json") || $0.hasSuffix(".xml") || !$0.contains("."))
        }
        #expect(victims.count >= 8)
        for victim in victims {
            let run = try await HostileOrigin.run([]) { folder in
                let outside = folder.path + "/outside"
                try FileManager.default.createDirectory(
                    atPath: outside, withIntermediateDirectories: true)
                try folder.write("treasure", to: "outside/treasure")
                let link = folder.path + "/" + victim
                try FileManager.default.createDirectory(
                    at: URL(filePath: link).deletingLastPathComponent(),
                    withIntermediateDirectories: true)
                let isFile = victim.contains(/\.(ts|m3u8|json|xml)$/)
                try FileManager.default.createSymbolicLink(
                    atPath: link, withDestinationPath: outside + (isFile ? "/treasure" : ""))
            }
            #expect(try run.download.folder.text(of: "outside/treasure") == "treasure", "\(victim)")
            let outside = try FileManager.default.contentsOfDirectory(
                atPath: run.download.folder.path + "/outside")
            #expect(outside == ["treasure"], "\(victim): \(run.failure)")
            // Either the link is replaced by what belongs there, or the download says what it met.
            #expect(run.isComplete || run.failure.contains("package"), "\(victim): \(run.failure)")
        }
    }
}
