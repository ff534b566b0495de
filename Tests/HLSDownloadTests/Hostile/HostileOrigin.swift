import DownloadCore
import FixtureOrigin
import Foundation
import Scenarios
import Testing

/// What a download did that met an origin which means harm.
struct HostileRun: Sendable {
    var failure: String
    var isComplete: Bool
    var record: OriginRecord
    var download: TestDownload

    /// Paths of all files and links below the temporary folder, those of the package among them.
    var paths: [String] {
        let found = FileManager.default.enumerator(atPath: download.folder.path)
        return (found?.compactMap { $0 as? String } ?? []).sorted()
    }
}

enum HostileOrigin {
    static let header = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:4\n"

    /// A finished media playlist of these segments.
    static func playlist(_ uris: [String], before: String = "") -> String {
        header + before + uris.map { "#EXTINF:4,\n\($0)\n" }.joined() + "#EXT-X-ENDLIST\n"
    }

    static func media(_ playlist: String) -> Fault {
        Fault(match: .init(kind: .mediaPlaylist), effect: .body(playlist))
    }

    static func multivariant(_ playlist: String) -> Fault {
        Fault(match: .init(kind: .multivariantPlaylist), effect: .body(playlist))
    }

    /// Downloads from an origin with these faults.
    /// - Parameter prepare: told the folder before the download begins.
    static func run(
        _ faults: [Fault], asset: OriginAsset? = nil, limits: DownloadLimits = DownloadLimits(),
        prepare: @Sendable @escaping (TestFolder) throws -> Void = { _ in }
    ) async throws -> HostileRun {
        let asset = try asset ?? .synthetic(TestAssets.movie())
        return try await withOrigin(asset, faults) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.limits = limits
            try prepare(download.folder)
            let result = try await download.run()
            return HostileRun(
                failure: result.failure, isComplete: result.outcome == .completed,
                record: try await origin.settledRecord(), download: download)
        }
    }
}
