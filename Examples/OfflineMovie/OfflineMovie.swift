import Foundation
import HLSDownload

/// Downloads a movie with French audio and subtitles beside its own, and keeps a library of such.
///
///     offline-movie download URL LIBRARY    goes on where an earlier start was killed
///     offline-movie list LIBRARY
///     offline-movie verify LIBRARY
///     offline-movie delete LIBRARY
@main
struct OfflineMovie {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    static func run(_ words: [String]) async throws {
        switch (words.first, words.count) {
        case ("download", 3): try await download(words[1], into: try session(words[2]))
        case ("list", 2): await list(try session(words[1]))
        case ("verify", 2): try await verify(try session(words[1]))
        case ("delete", 2): try await delete(in: try session(words[1]))
        default:
            complain("usage: offline-movie download URL LIBRARY | list|verify|delete LIBRARY")
            exit(64)
        }
    }

    static func session(_ library: String) throws -> AssetDownloadSession {
        try AssetDownloadSession(
            identifier: "movies", libraryFolder: URL(filePath: library, directoryHint: .isDirectory)
        )
    }

    // MARK: Downloading

    static func download(_ address: String, into session: AssetDownloadSession) async throws {
        let events = session.events
        let task: AssetDownloadTask
        if let earlier = session.tasks.first {
            say("task \(earlier.taskIdentifier) is back, \(percent(earlier.progress)) done")
            task = earlier
        } else {
            task = try session.makeAssetDownloadTask(downloadConfiguration: configuration(address))
        }
        task.resume()
        for await event in events where event.task == task {
            tell(event)
            guard case .didComplete(let error) = event.kind else { continue }
            await session.close()
            if let error { throw error }
            return
        }
    }

    /// At most 480 lines of picture, with its own sound; French audio and subtitles besides.
    static func configuration(_ address: String) throws -> AssetDownloadConfiguration {
        guard let url = URL(string: address) else { throw AssetDownloadError.badURL(address) }
        var configuration = AssetDownloadConfiguration(
            asset: URLAsset(url: url), title: "An offline movie")
        configuration.primary.variantQualifiers = [
            try .predicate("peakBitRate > 100000 AND presentationHeight <= 480")
        ]
        var french = AssetDownloadContentConfiguration()
        french.mediaSelections = [.language("fr")]
        configuration.auxiliary = [french]
        return configuration
    }

    static func tell(_ event: AssetDownloadEvent) {
        switch event.kind {
        case .willDownloadTo(let location): say("to \(location.path(percentEncoded: false))")
        case .willDownloadVariants(let variants):
            for variant in variants { say("variant of \(variant.peakBitRate) bit/s") }
        case .didResolve(let resolved):
            for line in resolved.explanation { say("because \(line)") }
        case .didLoad(_, let loaded, let expected):
            let seconds = loaded.reduce(Duration.zero) { $0 + $1.duration }
            say("loaded \(seconds) of \(expected.duration)")
        case .progress(let progress): say("progress \(percent(progress))")
        case .completedSelection(let number): say("selection \(number) is complete")
        case .waiting(let reason): say("waiting: \(reason)")
        case .didComplete(nil): say("complete")
        case .didComplete(.some(let error)): say("not complete: \(error)")
        }
    }

    static func percent(_ progress: AssetDownloadProgress) -> String {
        "\(Int(progress.fractionCompleted * 100)) %"
    }

    // MARK: The library

    static func list(_ session: AssetDownloadSession) async {
        for package in session.packages {
            say("\(package.title): \(package.byteCount) bytes, \(package.state)")
        }
        await session.close()
    }

    static func verify(_ session: AssetDownloadSession) async throws {
        for package in session.packages {
            let path = package.location.path(percentEncoded: false)
            let verification = try await PackageVerifier(package: path).verify()
            let cache = try AssetCache(package: path)
            say(
                "\(package.title): \(verification.state.rawValue), plays offline: \(cache.isPlayableOffline)"
            )
            for option in cache.mediaSelectionOptions(in: .audible) {
                say("  audio \(option.name) (\(option.language ?? "-"))")
            }
        }
        await session.close()
    }

    static func delete(in session: AssetDownloadSession) async throws {
        for package in session.packages {
            try session.delete(package)
            say("deleted \(package.title)")
        }
        await session.close()
    }

    /// Prints a line at once, also into a file.
    static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
