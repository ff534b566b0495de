internal import DownloadCore
internal import OfflinePlayback
internal import Synchronization

/// What a run keeps of what its engine tells, through all lives of it.
final class RunRecorder: Sendable {
    /// Figures of a life of the engine, from its beginning to its end, or to its death.
    private struct Life {
        /// Since the run's start.
        var begin = Duration.zero
        var bytesReceived = 0
        var retries = 0
    }

    private struct State {
        var start = ContinuousClock.now
        var life = Life()
        var lives = 0
        var lastBegin = Duration.zero
        var earlierBytes = 0
        var bytesReceived = 0
        var retries = 0
        var end: Duration?
        /// The package is: only what is played of it can be killed any more.
        var isComplete = false
        var sight = ProgressWatch.Sight(fraction: 0, retries: 0)
    }

    /// The sums.
    struct Totals: Sendable {
        /// How often the engine began.
        var lives: Int
        /// Body bytes that runs before this one received.
        var earlierBytes: Int
        /// Body bytes that this run received.
        var bytesReceived: Int
        var retries: Int
        /// When the download said that it was over, which may be long before what is played of it is;
        /// since the run's start. Nil: it never did.
        var end: Duration?

        /// What there is was not fetched by one life of the engine alone.
        var goesOn: Bool { earlierBytes > 0 || lives > 1 }
    }

    private let timeline: Timeline
    private let watch: @Sendable (DownloadEvent, [DownloadCommand]) -> Void
    private let state = Mutex(State())

    /// - Parameter watch: told of every step of the download.
    init(
        _ timeline: Timeline,
        watch: @escaping @Sendable (DownloadEvent, [DownloadCommand]) -> Void
    ) {
        self.timeline = timeline
        self.watch = watch
    }

    /// Times count from here.
    func begin(at start: ContinuousClock.Instant) { state.withLock { $0.start = start } }

    func take(_ report: EngineReport) {
        switch report {
        case .began(let instant, let earlierBytes):
            state.withLock { state in
                if state.lives == 0 { state.earlierBytes = earlierBytes }
                state.lives += 1
                state.life = Life(begin: instant - state.start)
                if !state.isComplete { state.end = nil }
            }
        case .step(let elapsed, let step):
            let time = state.withLock { state in
                state.life.begin + elapsed
            }
            timeline.record(time, step)
            guard case .download(let event, let commands) = step else { return }
            count(event, commands, at: time)
            watch(event, commands)
        case .sight(let sight): state.withLock { $0.sight = sight }
        }
    }

    private func count(_ event: DownloadEvent, _ commands: [DownloadCommand], at time: Duration) {
        state.withLock { state in
            if case .received(_, let count) = event { state.life.bytesReceived += count }
            for command in commands {
                switch command {
                case .report(.retrying): state.life.retries += 1
                case .finish(let outcome):
                    state.end = state.end ?? time
                    if outcome == .completed { state.isComplete = true }
                default: break
                }
            }
        }
    }

    /// A life of the engine is over.
    /// - Parameter end: as it says; nil: it was killed, and what it told counts.
    func close(_ end: EngineEnd?) {
        state.withLock { state in
            state.bytesReceived += end?.progress.bytesReceived ?? state.life.bytesReceived
            state.retries += end?.progress.retries ?? state.life.retries
            state.lastBegin = state.life.begin
            state.life = Life()
            state.sight.retries = 0
        }
    }

    /// What was played, in the run's time.
    func placed(_ playback: PlaybackHistory?) -> PlaybackHistory? {
        var playback = playback
        playback?.requestedAt += state.withLock { $0.lastBegin }
        return playback
    }

    var totals: Totals {
        state.withLock { state in
            Totals(
                lives: state.lives, earlierBytes: state.earlierBytes,
                bytesReceived: state.bytesReceived, retries: state.retries, end: state.end)
        }
    }

    /// What was seen last, with the retries of all lives.
    var sight: ProgressWatch.Sight {
        state.withLock { state in
            var sight = state.sight
            sight.retries += state.retries
            return sight
        }
    }
}
