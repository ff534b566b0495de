import DownloadCore
import Foundation
@testable import HLSDownload
import OfflinePlayback
import PlaybackCore
import Scenarios
import Testing

/// What has to be true of a package when someone has played it while it was downloaded.
struct PlayedPackage {
    let download: TestDownload
    let asset: SyntheticAsset
    var stream = "high"

    /// What is not as it has to be; nil when all is.
    func fault() async throws -> String? {
        guard try download.manifest().isComplete else { return "it is not complete" }
        guard try download.digests() == asset.digests(of: stream) else { return "other bytes" }
        let folder = try download.manifest().streams[0].folder
        let folders = try FileManager.default.contentsOfDirectory(atPath: download.package)
            .filter { $0.contains("-") }
        if folders != [folder] { return "the folders \(folders)" }
        if let finding = PackageLint.check(download.package).first { return "\(finding)" }
        let verification = try await PackageVerifier(package: download.package).verify()
        if let finding = verification.findings.first { return "\(finding)" }
        return try journalFault()
    }

    /// Rows of what the package does not hold.
    private func journalFault() throws -> String? {
        let journal = try DownloadJournal(at: download.folder.path + "/library.sqlite")
        let content = try #require(try journal.content())
        let known = Set(content.selection.streams.map(\.identity))
        if let left = content.superseded.first { return "\(left.identity) is to go" }
        if let part = try journal.parts().first(where: { !known.contains($0.key.stream) }) {
            return "a row of \(part.path)"
        }
        if let part = try journal.partials().first { return "a row of \(part.path)" }
        let playlists = Set(try journal.playlists().map(\.key))
        return playlists == known.union([""]) ? nil : "the playlists \(playlists)"
    }
}

extension [TraceEntry] {
    /// Places of a stream's parts that became durable; behind the selected streams are guests'.
    func storedParts(ofStream stream: Int) -> [Int] {
        compactMap { entry in
            if case .stored(.part(stream, let index)) = entry.event { index } else { nil }
        }
    }
}

extension OriginRecord {
    /// Segments of a stream that were answered from the first byte to the last, once for each time. A
    /// request that is given up before anything of it has come is made again.
    func wholeAnswers(of stream: String) -> [OriginPart] {
        segments.filter {
            $0.part?.stream == stream && $0.range == nil && $0.ending == .complete
        }
        .compactMap(\.part)
    }
}
