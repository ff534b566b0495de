/// Stretches of a presentation: in their order, none empty, none touching another.
package struct MediaTimeRanges: Sendable, Hashable {
    package private(set) var ranges: [MediaTimeRange] = []

    package init(_ ranges: [MediaTimeRange] = []) {
        for range in ranges { insert(range) }
    }

    /// Sum of all.
    package var duration: Duration { ranges.reduce(.zero) { $0 + $1.duration } }

    /// Adds a stretch; what it overlaps or touches becomes one with it.
    package mutating func insert(_ range: MediaTimeRange) {
        guard range.duration > .zero else { return }
        let first = ranges.partitioningIndex { $0.end >= range.start }
        var last = first
        var merged = range
        while last < ranges.count, ranges[last].start <= range.end {
            merged.start = min(merged.start, ranges[last].start)
            merged.end = max(merged.end, ranges[last].end)
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    }

    /// What of a stretch is there, in order.
    package func intersection(_ range: MediaTimeRange) -> [MediaTimeRange] {
        var found: [MediaTimeRange] = []
        var index = ranges.partitioningIndex { $0.end > range.start }
        while index < ranges.count, ranges[index].start < range.end {
            found.append(
                MediaTimeRange(
                    start: max(range.start, ranges[index].start),
                    end: min(range.end, ranges[index].end)))
            index += 1
        }
        return found.filter { $0.duration > .zero }
    }
}

extension Array {
    /// The first place whose element, as all behind it, fulfils the condition.
    fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
