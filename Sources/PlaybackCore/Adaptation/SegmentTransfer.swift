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
