/// Names one request of one player; never used twice by a machine.
package struct PlayerRequestID: Sendable, Hashable, Comparable, Codable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// A segment of a stream, by its place in the stream's timeline.
package struct SegmentID: Sendable, Hashable, Codable {
    package var stream: PlayerPresentation.StreamID
    package var index: Int

    package init(stream: PlayerPresentation.StreamID, index: Int) {
        self.stream = stream
        self.index = index
    }
}

/// What happened in the world, told to a ``PlayerMachine``.
package enum PlayerEvent: Sendable, Hashable, Codable {
    /// Begin; the player plays as soon as it can.
    case started
    /// A media playlist that was asked for is there.
    case described(PlayerPresentation.StreamID, StreamTimeline)
    /// A media playlist cannot be had.
    case undescribed(PlayerPresentation.StreamID, reason: String)
    /// The first bytes of a response have come, which says how long it is, or does not.
    case responded(PlayerRequestID, byteCount: Int?)
    /// So many further bytes of it have arrived.
    case received(PlayerRequestID, byteCount: Int)
    /// The whole segment is there, fetched or read.
    case arrived(PlayerRequestID)
    case failed(PlayerRequestID, reason: String)
    /// The store has a segment, from whomever.
    case stored(SegmentID, byteCount: Int)
    /// It has it no more.
    case discarded(SegmentID)
    /// Whether anything can be fetched at all.
    case networkChanged(isReachable: Bool)
    /// A time that was asked for by ``PlayerCommand/wake(at:)`` has come.
    case woke
    // What the person does.
    case paused
    case resumed
    case sought(Duration)
    case rateChanged(PlaybackRate)
    /// NAME of a rendition; nil: the default one.
    case audioSelected(String?)
    /// NAME of a rendition; nil: none.
    case subtitlesSelected(String?)
    case stopped
}
