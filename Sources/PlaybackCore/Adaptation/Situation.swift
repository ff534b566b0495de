/// Where a player is when a rule is asked for the level of the next segment.
package struct Situation: Sendable, Hashable {
    /// The segment that is to be fetched.
    package var segment: Int
    /// Milliseconds of media ahead of the playhead.
    package var bufferLevel: Double
    /// Of the segment fetched last; nil before the first.
    package var level: Int?
    /// Milliseconds since the session began.
    package var elapsed: Double
    /// Milliseconds of media per millisecond.
    package var playbackRate: Double

    package init(
        segment: Int, bufferLevel: Double, level: Int?, elapsed: Double = 0,
        playbackRate: Double = 1
    ) {
        self.segment = segment
        self.bufferLevel = bufferLevel
        self.level = level
        self.elapsed = elapsed
        self.playbackRate = playbackRate
    }
}

/// What a rule wants next.
package struct Choice: Sendable, Hashable {
    package var level: Int
    /// Milliseconds to wait before the segment is requested.
    package var delay: Double

    package init(level: Int, delay: Double = 0) {
        self.level = level
        self.delay = delay
    }
}

/// A request for a segment that is over.
package struct SegmentTransfer: Sendable, Hashable {
    package var segment: Int
    package var level: Int
    /// Of the whole segment.
    package var size: Double
    /// Bits that arrived: all of them, or as many as before the transfer was abandoned.
    package var bits: Double
    /// Milliseconds from the request to the last bit.
    package var duration: Double
    /// Milliseconds from the request to the first bit.
    package var timeToFirstBit: Double
    /// Milliseconds of media ahead of the playhead, this segment included if it is there.
    package var bufferLevel: Double
    /// In place of a segment of a lower level that was there already.
    package var isReplacement: Bool
    /// The level that the transfer was abandoned for; nil when it is whole.
    package var abandonedFor: Int?

    package init(
        segment: Int, level: Int, size: Double, bits: Double, duration: Double,
        timeToFirstBit: Double, bufferLevel: Double, isReplacement: Bool = false,
        abandonedFor: Int? = nil
    ) {
        self.segment = segment
        self.level = level
        self.size = size
        self.bits = bits
        self.duration = duration
        self.timeToFirstBit = timeToFirstBit
        self.bufferLevel = bufferLevel
        self.isReplacement = isReplacement
        self.abandonedFor = abandonedFor
    }
}

/// A request for a segment that is under way.
package struct TransferProgress: Sendable, Hashable {
    package var segment: Int
    package var level: Int
    /// Bits of the whole segment; an estimate where nobody has said.
    package var size: Double
    /// Bits that have arrived.
    package var bits: Double
    /// Milliseconds since the request.
    package var duration: Double
    /// Milliseconds from the request to the first bit; nil as long as there is none.
    package var timeToFirstBit: Double?
    /// Milliseconds of media ahead of the playhead now.
    package var bufferLevel: Double
    /// Whether the playhead moves, or would if there were something to play.
    package var isPlaying: Bool
    package var playbackRate: Double

    package init(
        segment: Int, level: Int, size: Double, bits: Double, duration: Double,
        timeToFirstBit: Double?, bufferLevel: Double, isPlaying: Bool = true,
        playbackRate: Double = 1
    ) {
        self.segment = segment
        self.level = level
        self.size = size
        self.bits = bits
        self.duration = duration
        self.timeToFirstBit = timeToFirstBit
        self.bufferLevel = bufferLevel
        self.isPlaying = isPlaying
        self.playbackRate = playbackRate
    }
}
