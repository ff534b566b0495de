public import DownloadCore
public import FoundationEssentials

/// Downloads that survive the process; AVFoundation's `AVAssetDownloadURLSession`.
///
/// A session made with the identifier of an earlier one has its tasks: those that ran go on at
/// once, those that were suspended are. One session at a time may have an identifier open. When the
/// last reference to it is gone it stops, as with ``close()``, and nothing is lost.
public final class AssetDownloadSession: Sendable {
    public let identifier: String
    let core: SessionCore
    /// The one task of the library that nobody waits for: AVFoundation's sessions work by
    /// themselves. It ends when the session is closed or let go.
    private let worker: Task<Void, Never>

    /// Opens or makes the library of an identifier, and goes on with what ran in it.
    /// - Parameters:
    ///   - identifier: 1 to 100 ASCII letters, digits, `.`, `-` and `_`, the first a letter or
    ///     digit: it names a folder.
    ///   - libraryFolder: a folder that the sessions of an app share; made when missing.
    ///   - delegate: hears what happens; not kept alive.
    /// - Throws: ``AssetDownloadError`` when the identifier is none, the session is in use, or its
    ///   library is damaged, of a later version or not to be opened. Nothing is deleted then.
    public init(
        identifier: String, libraryFolder: URL,
        configuration: AssetDownloadSessionConfiguration = AssetDownloadSessionConfiguration(),
        delegate: (any AssetDownloadDelegate)? = nil
    ) throws(AssetDownloadError) {
        self.identifier = identifier
        let core = try SessionCore(
            identifier: identifier, libraryFolder: libraryFolder, configuration: configuration)
        self.core = core
        let ear = SessionEar(delegate)
        let heard = core.hub.listen(takesBacklog: false)
        worker = Task { await core.work(heardBy: ear, heard) }
        ear.belong(to: self)
        core.begin()
    }

    deinit { core.stop() }

    /// Stops all work, keeping every task as it is for a session with the same identifier, and lets
    /// go of the library. Returns when all of that is done and every event was delivered: not to be
    /// waited for in a method of the delegate.
    public func close() async {
        core.stop()
        await worker.value
    }

    /// What happens from now on, for each access anew. The first access begins with what has
    /// happened since the session was made. A listener that is more than 65,536 events behind loses
    /// the oldest.
    public var events: AsyncStream<AssetDownloadEvent> { core.hub.listen(takesBacklog: true) }

    /// What the app knows of the network; nil until it says something. Tasks wait while there is
    /// none, and those that may not use a metered one wait for another.
    public var networkStatus: NetworkStatus? { core.network.status }

    /// Tells the session what the network is now.
    public func networkChanged(to status: NetworkStatus) { core.network.set(status) }

    /// The tasks that are not over, in the order in which they were made.
    public var tasks: [AssetDownloadTask] { core.pendingTasks() }

    /// The first failure to write down what happened; nil: there was none. Downloads go on, and
    /// their packages are sound, but a restart may not know of what came after.
    public var libraryError: AssetDownloadError? { core.libraryError }
}

// MARK: - Making tasks

extension AssetDownloadSession {
    /// Makes a task for what a configuration asks for. It keeps a copy, and is suspended.
    /// - Throws: ``AssetDownloadError``.
    public func makeAssetDownloadTask(
        downloadConfiguration: AssetDownloadConfiguration
    ) throws(AssetDownloadError) -> AssetDownloadTask {
        guard let url = URL(string: downloadConfiguration.assetURL) else {
            throw .badURL(downloadConfiguration.assetURL)
        }
        return try core.makeTask(.configuration, URLAsset(url: url), downloadConfiguration)
    }

    /// Makes a task with the older options; they mean a configuration.
    /// - Throws: ``AssetDownloadError``.
    public func makeAssetDownloadTask(
        asset: URLAsset, assetTitle: String = "", assetArtworkData: [UInt8]? = nil,
        options: AssetDownloadTaskOptions = AssetDownloadTaskOptions()
    ) throws(AssetDownloadError) -> AssetDownloadTask {
        let configuration = AssetDownloadConfiguration(
            assetURL: asset.url.absoluteString, title: assetTitle, artwork: assetArtworkData,
            options: options)
        return try core.makeTask(.options, asset, configuration, options)
    }

    /// Makes a task for several media selections; each is reported when everything of it is there.
    /// - Parameter mediaSelections: in place of the options'; empty: the automatic one.
    /// - Throws: ``AssetDownloadError``.
    public func aggregateAssetDownloadTask(
        with asset: URLAsset, mediaSelections: [MediaSelection], assetTitle: String = "",
        assetArtworkData: [UInt8]? = nil,
        options: AssetDownloadTaskOptions = AssetDownloadTaskOptions()
    ) throws(AssetDownloadError) -> AssetDownloadTask {
        var configuration = AssetDownloadConfiguration(
            assetURL: asset.url.absoluteString, title: assetTitle, artwork: assetArtworkData,
            options: options)
        configuration.primary.mediaSelections = mediaSelections
        return try core.makeTask(.aggregate, asset, configuration, options)
    }
}
