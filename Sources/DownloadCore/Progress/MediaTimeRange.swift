/// A stretch of a presentation's time: AVFoundation's `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable, Codable {
    /// From the start of the presentation.
    public var start: Duration
    public var duration: Duration

    public init(start: Duration, duration: Duration) {
        self.start = start
        self.duration = duration
    }

    public var end: Duration { start + duration }
}

extension [MediaTimeRange] {
    /// Adds a range to ranges that are in order and neither touch nor overlap, and keeps them so.
    ///
    /// Takes time logarithmic in their number, and the time of moving those behind.
    mutating func add(_ range: MediaTimeRange) {
        guard range.duration > .zero else { return }
        // The first that ends where the new one begins, or later.
        let first = partition { $0.end >= range.start }
        var behind = first
        var (start, end) = (range.start, range.end)
        while behind < count, self[behind].start <= range.end {
            start = Swift.min(start, self[behind].start)
            end = Swift.max(end, self[behind].end)
            behind += 1
        }
        replaceSubrange(first..<behind, with: [MediaTimeRange(start: start, duration: end - start)])
    }

    /// Place of the first element that the test holds for, where it holds for all behind.
    private func partition(where test: (MediaTimeRange) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
