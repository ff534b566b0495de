import Crypto
import DownloadCore
import Foundation
import HLSDownload
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Synchronization

/// Lower-case hexadecimal.
func sha256(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// What came of one run of a download.
struct RunResult {
    var outcome: DownloadOutcome
    var progress: DownloadProgress
    var trace: [TraceEntry]
    /// Nil without a player.
    var playback: PlaybackHistory?

    var requests: [FetchRequest] {
        trace.flatMap(\.commands).compactMap { command in
            if case .fetch(let request) = command { request } else { nil }
        }
    }

    /// Why resources were tried again, in words.
    var retryReasons: [String] {
        trace.flatMap(\.commands).compactMap { command in
            if case .report(.retrying(_, let reason, _)) = command { reason } else { nil }
        }
    }

    /// The failure in words; empty when there was none.
    var failure: String {
        outcome.failure.map { "\($0)" } ?? ""
    }
}

struct TraceEntry: Sendable {
    var event: DownloadEvent
    var commands: [DownloadCommand]
}

/// How a download is played in a test.
struct TestPlayback {
    var mode: PlaybackMode
    var rule = "fixed:0"
    /// Times the speed of the wall clock, 1 to 16; nil: the person pauses.
    var speed: Int? = 8

    /// What the person does as soon as there is a player.
    fileprivate var act: PlayerEvent {
        speed.map { .rateChanged(PlaybackRate(thousandths: $0 * 1_000)) } ?? .paused
    }
}

/// A download into the folder `package` of a temporary folder.
struct TestDownload {
    let url: String
    let folder: TestFolder
    var options = DownloadOptions(
        retry: RetryPolicy(base: .milliseconds(20), cap: .milliseconds(200)))

    var package: String { folder.path + "/package" }

    /// Opens the package.
    func driver(
        keySession: ContentKeySession? = nil,
        resourceLoader: (any AssetResourceLoader)? = nil,
        playing playback: TestPlayback = TestPlayback(mode: .none),
        trace: @escaping DownloadDriver.Trace = { _, _, _ in },
        playerTrace: @escaping DownloadDriver.PlayerTrace = { _, _, _ in }
    ) throws(StoreFailure) -> DownloadDriver {
        try DownloadDriver(
            url: url, package: package, journal: folder.path + "/library.sqlite", options: options,
            keySession: keySession, resourceLoader: resourceLoader, playing: playback.mode,
            player: PlayerOptions(rule: playback.rule), random: StableRandom(seed: 1),
            trace: trace, playerTrace: playerTrace)
    }

    /// Runs to the end, or until `isEnough` of what has happened so far.
    func run(
        keySession: ContentKeySession? = nil,
        resourceLoader: (any AssetResourceLoader)? = nil,
        playing playback: TestPlayback = TestPlayback(mode: .none),
        until isEnough: @escaping @Sendable (borrowing [TraceEntry]) -> Bool = { _ in false }
    ) async throws -> RunResult {
        let entries = Mutex<[TraceEntry]>([])
        let (enough, signal) = AsyncStream<Never>.makeStream()
        let trace: DownloadDriver.Trace = { _, event, commands in
            let stops = entries.withLock { entries in
                entries.append(TraceEntry(event: event, commands: commands))
                return isEnough(entries)
            }
            if stops { signal.finish() }
        }
        let (plays, begin) = AsyncStream<Never>.makeStream()
        let driver = try driver(
            keySession: keySession, resourceLoader: resourceLoader, playing: playback, trace: trace,
            playerTrace: { _, event, _ in if event == .started { begin.finish() } })
        let outcome = await withTaskGroup(of: DownloadOutcome?.self) { group in
            group.addTask {
                let outcome = await driver.run()
                signal.finish()
                begin.finish()
                return outcome
            }
            group.addTask {
                for await _ in plays {}
                await driver.tellPlayer(playback.act)
                return nil
            }
            for await _ in enough {}
            group.cancelAll()
            return await group.reduce(nil) { $0 ?? $1 } ?? .cancelled
        }
        return RunResult(
            outcome: outcome, progress: await driver.progress, trace: entries.withLock { $0 },
            playback: await driver.playback)
    }

    func manifest() throws -> PackageManifest {
        let bytes = try Data(contentsOf: URL(filePath: package + "/manifest.json"))
        return try JSONDecoder().decode(PackageManifest.self, from: bytes)
    }

    /// SHA-256 of the files of a stream's parts, in playing order; nil for what is not there.
    func digests(stream: Int = 0) throws -> [String?] {
        try manifest().streams[stream].parts.map { part in
            try part.path.map { sha256(try folder.bytes(of: "package/" + $0)) }
        }
    }
}

extension [TraceEntry] {
    /// Body bytes of parts received so far, playlists left out.
    var receivedBytes: Int {
        var parts: Set<RequestID> = []
        var count = 0
        for entry in self {
            if case .received(let id, let bytes) = entry.event, parts.contains(id) {
                count += bytes
            }
            for case .receive(let id, _) in entry.commands { parts.insert(id) }
        }
        return count
    }
}
