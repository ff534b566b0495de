/// What a ``PlayerMachine`` wants done; performed by a driver or a simulated world.
package enum PlayerCommand: Sendable, Hashable, Codable {
    /// Get a stream's media playlist and tell of it by ``PlayerEvent/described(_:_:)``.
    case describe(PlayerPresentation.StreamID)
    /// Fetch a segment from the network.
    case fetch(SegmentRequest)
    /// Read a segment from the store, which has it.
    case read(SegmentRequest)
    /// End a request at once; no further event of it is expected.
    case abandon(PlayerRequestID)
    /// Send ``PlayerEvent/woke`` at this time. Replaces an earlier wish.
    case wake(at: Duration)
    case report(PlayerReport)
}

extension PlayerCommand {
    package var isWake: Bool {
        if case .wake = self { true } else { false }
    }
}

/// A segment that the player wants.
package struct SegmentRequest: Sendable, Hashable, Codable {
    package var id: PlayerRequestID
    package var segment: SegmentID
    /// When the playhead will be at its beginning if nothing stalls: what a transport may order by.
    package var deadline: Duration
    /// It is queued already, at a lower level.
    package var isReplacement: Bool

    package init(
        id: PlayerRequestID, segment: SegmentID, deadline: Duration, isReplacement: Bool
    ) {
        self.id = id
        self.segment = segment
        self.deadline = deadline
        self.isReplacement = isReplacement
    }
}

/// What a player does.
package enum PlaybackState: Sendable, Hashable, Codable {
    /// Not begun.
    case idle
    /// The first frame, or the first one after a seek, is waited for.
    case waiting
    case playing
    /// The buffer ran empty.
    case stalled
    case paused
    case ended
    case stopped
    case failed(String)

    /// Nothing will come of it any more.
    package var isOver: Bool {
        switch self {
        case .ended, .stopped, .failed: true
        case .idle, .waiting, .playing, .stalled, .paused: false
        }
    }
}

/// What people and logs are told.
package enum PlayerReport: Sendable, Hashable, Codable {
    case state(PlaybackState)
    /// Time from the beginning to the first frame.
    case started(after: Duration)
    /// Another level begins to play.
    case switched(from: Int, to: Int, mediaTime: Duration)
    /// A stall is over.
    case stalled(PlayedSequence.Stall)
    /// A request was given up for another level.
    case abandoned(SegmentID, for: Int)
    /// A request failed and will be made again.
    case retrying(SegmentID, reason: String, pause: Duration)
}
