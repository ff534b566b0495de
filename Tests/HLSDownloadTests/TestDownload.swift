import Crypto
import DownloadCore
import Foundation
import HLSDownload
import LinkModel
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
        trace: @escaping DownloadDriver.Trace = { _, _, _ in }
    ) throws(StoreFailure) -> DownloadDriver {
        try DownloadDriver(
            url: url, package: package, journal: folder.path + "/library.sqlite", options: options,
            keySession: keySession, resourceLoader: resourceLoader, random: StableRandom(seed: 1),
            trace: trace)
    }

    /// Runs to the end, or until `isEnough` of what has happened so far.
    func run(
        keySession: ContentKeySession? = nil,
        resourceLoader: (any AssetResourceLoader)? = nil,
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
        let driver = try driver(
            keySession: keySession, resourceLoader: resourceLoader, trace: trace)
        let outcome = await withTaskGroup(of: DownloadOutcome?.self) { group in
            group.addTask { await driver.run() }
            group.addTask {
                for await _ in enough {}
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            let second = await group.next() ?? nil
            return first ?? second ?? .cancelled
        }
        return RunResult(
            outcome: outcome, progress: await driver.progress, trace: entries.withLock { $0 })
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
