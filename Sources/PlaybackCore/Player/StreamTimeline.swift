package import HLSPlaylist

/// The segments of one media playlist by their times: all that a player needs of it.
///
/// A segment stands for its init section too: who fetches one sees to the other.
package struct StreamTimeline: Sendable, Hashable, Codable {
    package struct Segment: Sendable, Hashable, Codable {
        package var start: Duration
        package var duration: Duration
        /// As the playlist says; nil when it says nothing.
        package var byteCount: Int?
        /// EXT-X-GAP: there is nothing to fetch.
        package var isGap: Bool

        package init(
            start: Duration, duration: Duration, byteCount: Int? = nil, isGap: Bool = false
        ) {
            self.start = start
            self.duration = duration
            self.byteCount = byteCount
            self.isGap = isGap
        }

        package var end: Duration { start + duration }
    }

    /// In playing order, each beginning where the one before it ends.
    package let segments: [Segment]

    package init(_ segments: [Segment]) {
        precondition(
            zip(segments, segments.dropFirst()).allSatisfy { $0.end == $1.start },
            "segments follow one another")
        self.segments = segments
    }

    package init(of playlist: MediaPlaylist) {
        var start = Duration.zero
        segments = playlist.segments.map { segment in
            defer { start += segment.duration }
            return Segment(
                start: start, duration: segment.duration, byteCount: segment.byteRange?.length,
                isGap: segment.isGap)
        }
    }

    package var end: Duration { segments.last?.end ?? .zero }

    /// What most of a segment has to be behind a time to be the one that plays then: playlists of
    /// several streams agree on times only so far.
    private static let tolerance = Duration.milliseconds(100)

    /// The place of the segment that plays at a time and for some time after it.
    /// - Returns: nil behind the end.
    package func index(at time: Duration) -> Int? {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            let segment = segments[middle]
            // The lesser of the tolerance and half of the segment; a division takes its time.
            let slack =
                segment.duration < Self.tolerance + Self.tolerance
                ? segment.duration / 2 : Self.tolerance
            if segment.end - slack <= time { low = middle + 1 } else { high = middle }
        }
        return low < segments.count ? low : nil
    }
}
