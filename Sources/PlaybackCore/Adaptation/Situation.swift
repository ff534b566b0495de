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
