internal import PlaybackCore

/// What happens in a playback, told in the order in which it happens.
public enum AssetPlaybackEvent: Sendable, Hashable {
    /// What the player does. ``ended``, ``stopped`` and ``failed(reason:)`` are for good.
    public enum State: Sendable, Hashable {
        /// It waits for the first frame, or the first one after a seek.
        case waiting
        case playing
        /// The buffer ran empty.
        case stalled
        case paused
        case ended
        case stopped
        case failed(reason: String)
    }

    case state(State)
    /// The first frame is there, so long after the run began.
    case started(after: Duration)
    /// Another level plays from this time of the media on; 0 is the lowest quality that there is.
    case switched(from: Int, to: Int, at: Duration)
    /// A stall is over: where in the media it was, and how long.
    case stalled(at: Duration, for: Duration)
}

extension AssetPlaybackEvent {
    /// - Returns: nil for what only a log is interested in.
    init?(_ report: PlayerReport) {
        switch report {
        case .state(.idle), .abandoned, .retrying: return nil
        case .state(.waiting): self = .state(.waiting)
        case .state(.playing): self = .state(.playing)
        case .state(.stalled): self = .state(.stalled)
        case .state(.paused): self = .state(.paused)
        case .state(.ended): self = .state(.ended)
        case .state(.stopped): self = .state(.stopped)
        case .state(.failed(let reason)): self = .state(.failed(reason: reason))
        case .started(let time): self = .started(after: time)
        case .switched(let old, let new, let place):
            self = .switched(from: old, to: new, at: place)
        case .stalled(let stall): self = .stalled(at: stall.mediaTime, for: stall.duration)
        }
    }

    /// Nothing follows.
    var isLast: Bool {
        switch self {
        case .state(.ended), .state(.stopped), .state(.failed): true
        default: false
        }
    }
}
