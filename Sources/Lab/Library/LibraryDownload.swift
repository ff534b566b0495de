internal import DownloadCore
internal import Foundation
internal import HLSDownload

/// The download of a presentation into a library: a task of its session, which a later call finds
/// again.
package struct LibraryDownload: Sendable {
    private let url: String
    private let library: PackageLibrary
    private let package: String?
    private let wanted: AssetDownloadConfiguration
    private let options: DownloadOptions
    private let keyServer: String?

    init(
        url: String, library: PackageLibrary, package: String?,
        configuration: AssetDownloadConfiguration, options: DownloadOptions, keyServer: String?
    ) {
        self.url = url
        self.library = library
        self.package = package
        wanted = configuration
        self.options = options
        self.keyServer = keyServer
    }

    /// Downloads until the package is complete or cannot be completed.
    /// - Parameters:
    ///   - onWaiting: told in words why it does nothing for the time being.
    package func run(
        onWaiting: @escaping @Sendable (String) -> Void,
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> LabDownload.Result {
        var configuration = AssetDownloadSessionConfiguration()
        configuration.engine = options
        configuration.requestsPerTask = options.parallelRequests
        var keys: LabKeys?
        if let keyServer {
            try RunFolder.make(library.place)
            keys = try await LabKeys(server: keyServer, vault: library.place + "/vault")
            configuration.contentKeySession = keys?.session
        }
        let session = try library.open(configuration, makes: true)
        let result: Result<LabDownload.Result, any Error>
        do {
            let task = try task(of: session)
            result = .success(
                try await perform(task, keys, session, onWaiting, onProgress))
        } catch {
            result = .failure(error)
        }
        // Nobody waits for the session's work behind this: what has arrived is written down here.
        await session.close()
        return try result.get()
    }

    /// The task that was begun earlier, or a new one: on the package of this URL when there is one.
    private func task(of session: AssetDownloadSession) throws -> AssetDownloadTask {
        var configuration = wanted
        configuration.assetURL = url
        let packages = session.packages
        let found =
            try package.map { (name) throws(LabError) in
                try library.find(name, in: packages)
            } ?? packages.last { $0.url == url }
        guard let found else {
            return try LabError.asOurs { () throws(AssetDownloadError) in
                try session.makeAssetDownloadTask(downloadConfiguration: configuration)
            }
        }
        let earlier = session.tasks.filter { $0.location == found.location }
        configuration.assetURL = found.url
        configuration.title = found.title
        let same = earlier.first { $0.configuration.wants(the: configuration) }
        // What was asked for before and is not now is given up; what of it is there stays.
        for task in earlier where task != same { task.cancel() }
        let task =
            try same
            ?? LabError.asOurs { () throws(AssetDownloadError) in
                var stored = configuration
                stored.assetURL = found.location.absoluteString
                return try session.makeAssetDownloadTask(downloadConfiguration: stored)
            }
        if found.url != url {
            guard let address = URL(string: url) else {
                throw LabError(.usage, "'\(url)' is no URL of a playlist")
            }
            task.replaceURL(address)
        }
        return task
    }

    private func perform(
        _ task: AssetDownloadTask, _ keys: LabKeys?, _ session: AssetDownloadSession,
        _ onWaiting: @escaping @Sendable (String) -> Void,
        _ onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> LabDownload.Result {
        let watch = ProgressWatch(
            report: onProgress, bytes: { task.progress.bytesReceived },
            sight: {
                ProgressWatch.Sight(
                    fraction: task.progress.fractionCompleted,
                    variant: task.resolvedSelection?.selection.label,
                    retries: task.summary.recoverableErrorCount)
            })
        let events = session.events
        let start = ContinuousClock.now
        let retriesBefore = task.summary.recoverableErrorCount
        let end = try await watch.during {
            task.resume()
            guard let keys else { return await Self.end(of: task, events, onWaiting) }
            return await keys.during { await Self.end(of: task, events, onWaiting) }
        }
        return LabDownload.Result(
            url: CredentialedURL(url).url, state: end.state, error: end.error,
            seconds: (ContinuousClock.now - start) / .seconds(1),
            bytesReceived: task.progress.bytesReceived,
            retries: task.summary.recoverableErrorCount - retriesBefore,
            package: task.location.path)
    }

    /// Waits for the end of a task, or that it cannot go on by itself.
    private static func end(
        of task: AssetDownloadTask, _ events: AsyncStream<AssetDownloadEvent>,
        _ onWaiting: @Sendable (String) -> Void
    ) async -> (state: String, error: String?) {
        for await event in events where event.task == task {
            switch event.kind {
            case .didComplete(nil): return ("completed", nil)
            case .didComplete(let error?): return ("failed", "\(error)")
            case .waiting(.newURL(let failure)): return ("needs a new URL", "\(failure)")
            case .waiting(let reason): onWaiting(reason.words)
            default: break
            }
        }
        return ("cancelled", "interrupted; the same command goes on")
    }
}

extension AssetDownloadConfiguration {
    /// Whether both ask for the same media, wherever they are.
    fileprivate func wants(the other: AssetDownloadConfiguration) -> Bool {
        primary == other.primary && auxiliary == other.auxiliary
            && allowsMeteredNetwork == other.allowsMeteredNetwork
    }
}

extension AssetDownloadWaitingReason {
    fileprivate var words: String {
        switch self {
        case .turn: "waiting for its turn"
        case .quota(let bytes): "waiting for \(Figures.bytes(bytes)) of the library's quota"
        case .diskFull: "waiting for space on the disk"
        case .noNetwork: "waiting for a network"
        case .meteredNetwork: "waiting for a network that is not metered"
        case .newURL(let failure): "waiting for a new URL: \(failure)"
        }
    }
}
