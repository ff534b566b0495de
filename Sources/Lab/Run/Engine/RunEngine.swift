internal import DownloadCore
internal import OfflinePlayback

/// The engine of a run over sockets, with the app around it: in this process, or in one of its own
/// that can be killed. What it does it tells in ``EngineReport``s, in order.
protocol RunEngine: Sendable {
    /// Gets ready, before its download begins. To be called once.
    func prepare() async throws

    /// Downloads, or goes on with what is on disk, until that is over or the task is cancelled.
    /// - Parameter headers: what the app has it send besides.
    /// - Returns: nil: it was killed.
    func run(sending headers: [HeaderField]) async throws -> EngineEnd?

    /// Lets something happen to the download; before it runs, as soon as it does.
    func tell(_ wish: EngineWish)

    /// Ends the engine's process at once, with whatever it has.
    func kill()

    /// Lets go of what it holds. Nothing more comes of it.
    func leave() async
}

/// What happens to a download from within its own process.
enum EngineWish: Sendable, Codable {
    case suspend, resume
    case network(NetworkStatus)
    /// The time of day jumps.
    case clock(by: Duration)
    /// What has arrived is to be kept, and the download to end.
    case stop
}

/// What an engine is made of, besides the scenario.
struct EngineJob: Sendable, Codable {
    /// Path of the run folder, whose recipe has the scenario.
    var run: String
    /// Path of the folder that the engine writes into.
    var disk: String
    /// Of the playlist that the download begins with.
    var url: String
    /// Of the key server; nil: no app has to be asked for keys.
    var keyServer: String?
    /// By how much the time of day has jumped already.
    var clockAhead = Duration.zero
}

/// What an engine tells while it downloads.
enum EngineReport: Sendable, Codable {
    /// A download begins, or goes on: times are elapsed since then. And what earlier runs received.
    case began(at: ContinuousClock.Instant, earlierBytes: Int)
    case step(Duration, PlayingDownload.Step)
    case sight(ProgressWatch.Sight)
}

/// How a download ended, for which an engine was not killed.
struct EngineEnd: Sendable, Codable {
    var outcome: DownloadOutcome
    /// Of this run of the engine.
    var progress: DownloadProgress
    /// Nil when nothing was to be played.
    var playback: PlaybackHistory?
}
