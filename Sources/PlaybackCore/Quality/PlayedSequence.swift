/// What a playback was, from the request to play to its end: what quality of experience is computed
/// from. Times are on the wall, since the request to play, unless they say that they are of the media.
package struct PlayedSequence: Sendable, Hashable, Codable {
    /// A segment, or as much of it as was played in one piece.
    package struct Segment: Sendable, Hashable, Codable {
        package var level: Int
        /// Bit/s, as the level declares its peak.
        package var bitrate: Int
        /// Of the whole segment.
        package var bytes: Int
        /// Of the whole segment, in media time.
        package var duration: Duration
        /// When it began to play.
        package var start: Duration
        /// Media time of it that was played.
        package var played: Duration
        /// It was read from the store, not fetched for this.
        package var isFromStore: Bool

        package init(
            level: Int, bitrate: Int, bytes: Int, duration: Duration, start: Duration,
            played: Duration, isFromStore: Bool = false
        ) {
            self.level = level
            self.bitrate = bitrate
            self.bytes = bytes
            self.duration = duration
            self.start = start
            self.played = played
            self.isFromStore = isFromStore
        }
    }

    /// The buffer ran empty while media played.
    package struct Stall: Sendable, Hashable, Codable {
        package var start: Duration
        package var mediaTime: Duration
        package var duration: Duration

        package init(start: Duration, mediaTime: Duration, duration: Duration) {
            self.start = start
            self.mediaTime = mediaTime
            self.duration = duration
        }
    }

    /// A request for media, whole or not.
    package struct Request: Sendable, Hashable, Codable {
        package var start: Duration
        package var end: Duration
        package var bytes: Int
        /// From the request to the first byte.
        package var timeToFirstByte: Duration
        /// What the rule expected before it, in bit/s; nil when it expected nothing.
        package var estimate: Double?

        package init(
            start: Duration, end: Duration, bytes: Int, timeToFirstByte: Duration,
            estimate: Double?
        ) {
            self.start = start
            self.end = end
            self.bytes = bytes
            self.timeToFirstByte = timeToFirstByte
            self.estimate = estimate
        }
    }

    /// From the request to play to the first frame; nil when none came.
    package var startup: Duration?
    package var segments: [Segment] = []
    package var stalls: [Stall] = []
    /// In the order of their ends.
    package var requests: [Request] = []
    /// Bytes that arrived over the network and were not played: abandoned, replaced, or left behind by a seek.
    package var bytesNotPlayed = 0
    package var buffer = BufferHistory()

    package init() {}

    /// Media time that was played.
    package var played: Duration { segments.reduce(.zero) { $0 + $1.played } }

    package var stalled: Duration { stalls.reduce(.zero) { $0 + $1.duration } }

    /// What most of the segments last: a segment's time as Sabre's score counts them; nil when none
    /// was played. Of two that are as frequent, the longer one.
    package var usualSegmentDuration: Duration? {
        var counts: [Duration: Int] = [:]
        for segment in segments { counts[segment.duration, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }
}
