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
