import DownloadCore
import Foundation
import HLSDownload
import Scenarios

/// Sessions in the folder `library` of a temporary folder.
struct TestSession {
    let folder: TestFolder
    var configuration: AssetDownloadSessionConfiguration

    init() throws {
        folder = try TestFolder()
        configuration = AssetDownloadSessionConfiguration()
        // The folder stays as long as a session has it.
        configuration.now = { [folder] in
            withExtendedLifetime(folder) { Date() }
        }
        configuration.engine.retry = RetryPolicy(base: .milliseconds(20), cap: .milliseconds(200))
    }

    var library: URL { URL(filePath: folder.path + "/library") }

    func open(
        _ identifier: String = "movies", delegate: (any AssetDownloadDelegate)? = nil
    ) throws(AssetDownloadError) -> AssetDownloadSession {
        try AssetDownloadSession(
            identifier: identifier, libraryFolder: library, configuration: configuration,
            delegate: delegate)
    }

    /// Opens the session as soon as one that was let go has ended.
    func openAgain() async throws -> AssetDownloadSession {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let attempt = Result { () throws(AssetDownloadError) in try open() }
            guard case .failure(.sessionInUse) = attempt else { return try attempt.get() }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try open()
    }

    /// Silence in the middle of a segment, once: the rest of a movie comes meanwhile.
    /// - Parameter byte: has to be one that the segment has; behind its last there is no stall.
    static func stall(segment: Int, afterByte byte: Int = 100_000) -> Fault {
        Fault(
            match: .init(segment: segment), effect: .stall(afterByte: byte, for: .seconds(600)),
            times: 1)
    }
}

extension AssetDownloadSession {
    /// Makes a task of the first kind for a URL, and resumes it.
    func start(_ url: String) throws -> AssetDownloadTask {
        let task = try makeTask(url)
        task.resume()
        return task
    }

    func makeTask(_ url: String) throws -> AssetDownloadTask {
        try makeAssetDownloadTask(
            downloadConfiguration: AssetDownloadConfiguration(assetURL: url, title: "Movie"))
    }
}

extension AsyncStream<AssetDownloadEvent> {
    /// The events until so many tasks are over.
    func untilCompleted(_ count: Int = 1) async -> [AssetDownloadEvent] {
        var events: [AssetDownloadEvent] = []
        var completed = 0
        for await event in self {
            events.append(event)
            if case .didComplete = event.kind { completed += 1 }
            if completed == count { break }
        }
        return events
    }

    /// The events until one that is waited for.
    func until(
        _ isWaitedFor: (AssetDownloadEvent.Kind) -> Bool
    ) async -> [AssetDownloadEvent] {
        var events: [AssetDownloadEvent] = []
        for await event in self {
            events.append(event)
            if isWaitedFor(event.kind) { break }
        }
        return events
    }
}

extension [AssetDownloadEvent] {
    /// Names of the kinds; several progresses and loads in a row count as one.
    var names: [String] {
        reduce(into: []) { names, event in
            let name = event.kind.name
            if names.last != name { names.append(name) }
        }
    }

    func of(_ task: AssetDownloadTask) -> [AssetDownloadEvent.Kind] {
        filter { $0.task == task }.map(\.kind)
    }

    var progress: [AssetDownloadProgress] {
        compactMap { if case .progress(let progress) = $0.kind { progress } else { nil } }
    }

    var completions: [AssetDownloadError?] {
        compactMap { if case .didComplete(let error) = $0.kind { .some(error) } else { nil } }
    }
}

extension AssetDownloadEvent.Kind {
    var name: String {
        switch self {
        case .willDownloadTo: "willDownloadTo"
        case .willDownloadVariants: "willDownloadVariants"
        case .didResolve: "didResolve"
        case .didLoad, .progress: "progress"
        case .completedSelection(let index): "completedSelection \(index)"
        case .waiting(.turn): "waiting for its turn"
        case .waiting(.quota): "waiting for room"
        case .waiting(.diskFull): "waiting for space"
        case .waiting(.noNetwork): "waiting for a network"
        case .waiting(.meteredNetwork): "waiting for another network"
        case .waiting(.newURL): "waiting for a new URL"
        case .didComplete(nil): "didComplete"
        case .didComplete: "didComplete with error"
        }
    }

    var isCompletion: Bool {
        if case .didComplete = self { true } else { false }
    }
}

extension AssetDownloadTask {
    func manifest() throws -> PackageManifest {
        let file = location.appending(path: "manifest.json")
        return try JSONDecoder().decode(PackageManifest.self, from: try Data(contentsOf: file))
    }

    /// SHA-256 of the files of a stream's parts, in playing order; nil for what is not there.
    func digests(stream: Int = 0) throws -> [String?] {
        try manifest().streams[stream].parts.map { part in
            try part.path.map {
                sha256([UInt8](try Data(contentsOf: location.appending(path: $0))))
            }
        }
    }
}
