internal import PlaybackCore
internal import Synchronization

/// A playback of a task's presentation by the engine's virtual player, beside its download: what
/// AVFoundation has in a player of the task's asset.
///
/// It buffers, adapts its quality to the network and stalls as players do, and shows nothing. What it
/// fetches is stored and is not fetched again; what the download has it plays from disk. Its needs come
/// first. The package ends at the quality that the task asks for, whatever was played.
///
/// It begins with a run of the task and ends with it at the latest: when the task is suspended,
/// cancelled or fails, or its session is closed. The task is complete as soon as its package is, and
/// the playback goes on to its own end. Until then the task keeps its turn in the session, and the
/// package is in use.
public final class AssetPlayback: Sendable {
    /// What happens, from the beginning on, for one listener; ends with the playback.
    public let events: AsyncStream<AssetPlaybackEvent>
    let options: PlayerOptions
    /// What the person does, from the first frame's request on.
    let acts: AsyncStream<PlayerEvent>
    private let teller: AsyncStream<AssetPlaybackEvent>.Continuation
    private let hand: AsyncStream<PlayerEvent>.Continuation
    private let isOver = Mutex(false)

    init(_ options: PlayerOptions) {
        self.options = options
        (events, teller) = AsyncStream.makeStream()
        (acts, hand) = AsyncStream.makeStream()
    }

    public func pause() { hand.yield(.paused) }

    public func resume() { hand.yield(.resumed) }

    /// Plays on from another time of the media.
    public func seek(to place: Duration) { hand.yield(.sought(place)) }

    /// Times the speed of the wall clock; what is out of 0.001 to 16 is taken as the nearest of these.
    public func setRate(_ rate: Double) {
        let thousandths = Int((min(max(rate, 0.001), 16) * 1_000).rounded())
        hand.yield(.rateChanged(PlaybackRate(thousandths: thousandths)))
    }

    /// Ends it; the download goes on.
    public func stop() { hand.yield(.stopped) }

    /// Tells what the player commands to have told.
    func tell(_ commands: [PlayerCommand]) {
        for case .report(let report) in commands {
            if let event = AssetPlaybackEvent(report) { tell(event) }
        }
    }

    /// Ends it, if it has not ended itself.
    func end(_ state: AssetPlaybackEvent.State = .stopped) { tell(.state(state)) }

    private func tell(_ event: AssetPlaybackEvent) {
        isOver.withLock { isOver in
            guard !isOver else { return }
            teller.yield(event)
            guard event.isLast else { return }
            isOver = true
            teller.finish()
            hand.finish()
        }
    }
}

extension AssetDownloadTask {
    /// Plays the task's presentation from its next run on, and at once when it runs: what has arrived
    /// stays. Of a task that is over, and with a rule that there is none of, comes nothing but an
    /// event that says so. A task has one playback: an earlier one ends.
    public func play(_ options: AssetPlaybackOptions = AssetPlaybackOptions()) -> AssetPlayback {
        let playback = AssetPlayback(options.playerOptions)
        if let problem = options.problem {
            playback.end(.failed(reason: problem))
        } else {
            core.play(taskIdentifier, playback)
        }
        return playback
    }
}
