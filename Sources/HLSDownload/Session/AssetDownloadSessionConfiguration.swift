public import DownloadCore
package import FoundationEssentials

/// How a session works; copied when the session is made.
public struct AssetDownloadSessionConfiguration: Sendable {
    /// What to do with a task for which the library has no room.
    public enum QuotaRule: Sendable, Hashable {
        /// It waits until there is room, and goes on by itself.
        case wait
        /// It ends with ``AssetDownloadError/quotaExceeded(quota:)``.
        case fail
    }

    /// Tasks that run at once, 1 to ``mostConcurrentTasks``.
    public var maximumConcurrentTasks = 2
    /// Requests that each of them has open at once, 1 to 16.
    public var requestsPerTask = 4
    /// Bytes that the packages may have together, and their journals. Nil: no bound.
    public var libraryQuota: Int?
    public var quotaRule = QuotaRule.wait
    /// Asks the app for content keys that only it can get; nil: media with such keys is refused.
    public var contentKeySession: ContentKeySession?
    /// Loads playlists and keys under schemes of the app's own; nil: such addresses are refused.
    public var resourceLoader: (any AssetResourceLoader)?
    /// What a player of the downloads can play.
    public var capabilities = DeviceCapabilities.everything
    /// What automatic selection goes by.
    public var preferences = SelectionPreferences()

    public static let mostConcurrentTasks = 16

    /// What the engine is told besides; its request and its parallel requests are set by task.
    package var engine = DownloadOptions()
    /// Tasks that ran are suspended in this session, until they are resumed in it: for one that only
    /// looks at the library. What the library says of them stays.
    package var startsSuspended = false
    /// The time of day, by which policies expire.
    package var now: @Sendable () -> Date = { Date() }

    public init() {}

    /// What the engine is asked for a task.
    func options(for task: TaskRecord) -> DownloadOptions {
        var options = engine
        options.request = task.request
        options.order = task.kind == .aggregate ? .byStream : .byTime
        options.parallelRequests = requestsPerTask
        options.allowsMeteredNetwork = task.request.configuration.allowsMeteredNetwork
        options.waitsForSpace = true
        if let form = task.request.configuration.commonMediaClientData {
            options.clientData = ClientDataOptions(
                form: ClientData.Form(form), sessionID: UUID().uuidString.lowercased())
        }
        return options
    }
}
