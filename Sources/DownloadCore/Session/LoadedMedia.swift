/// What of a presentation is on disk, in seconds of media: an instant is loaded when every stream
/// of the download has it.
///
/// Gaps that the origin declares, and the time behind the end of a stream that is shorter than
/// others, have nothing to load and count as loaded.
package struct LoadedMedia: Sendable, Hashable {
    /// From the start to the end of the longest stream.
    package let expected: MediaTimeRange
    /// What is loaded of it.
    package private(set) var loaded = MediaTimeRanges()

    private let plans: [StreamPlan]
    private var isStored: [[Bool]]
    /// Parts of each stream that are not there.
    private var missing: [Int]
    private var times: [MediaTimeRanges]

    /// - Parameter stored: what is there already, by stream and part.
    package init(_ plans: [StreamPlan], stored: [[Bool]] = []) {
        self.plans = plans
        let ends = plans.map { plan in
            plan.parts.last.map { $0.start + $0.duration } ?? .zero
        }
        let end = ends.max() ?? .zero
        expected = MediaTimeRange(start: .zero, end: end)
        isStored = plans.map { $0.parts.map { $0.kind == .gap } }
        missing = plans.map { $0.parts.count { $0.kind != .gap } }
        times = plans.indices.map { stream in
            let gaps = plans[stream].parts.filter { $0.kind == .gap }.map(\.time)
            return MediaTimeRanges(gaps + [MediaTimeRange(start: ends[stream], end: end)])
        }
        for (stream, parts) in stored.enumerated() where plans.indices.contains(stream) {
            for (index, isThere) in parts.enumerated() where isThere {
                mark(stream: stream, index: index)
            }
        }
        loaded = MediaTimeRanges(common(to: expected, besides: nil))
    }

    /// A part became durable.
    /// - Returns: what has been loaded by that, in order; nothing while another stream lacks it.
    package mutating func store(stream: Int, index: Int) -> [MediaTimeRange] {
        guard mark(stream: stream, index: index) else { return [] }
        let new = common(to: plans[stream].parts[index].time, besides: stream)
        for range in new { loaded.insert(range) }
        return new
    }

    /// Every part of a stream is there.
    package func isComplete(stream: Int) -> Bool { missing[stream] == 0 }

    /// Places of the streams that have one of the URIs.
    package func streams(_ uris: [String]) -> [Int] {
        plans.indices.filter { uris.contains(plans[$0].stream.uri) }
    }

    @discardableResult
    private mutating func mark(stream: Int, index: Int) -> Bool {
        guard isStored.indices.contains(stream), isStored[stream].indices.contains(index),
            !isStored[stream][index]
        else { return false }
        isStored[stream][index] = true
        missing[stream] -= 1
        times[stream].insert(plans[stream].parts[index].time)
        return true
    }

    private func common(to range: MediaTimeRange, besides stream: Int?) -> [MediaTimeRange] {
        times.indices.reduce([range]) { pieces, other in
            other == stream ? pieces : pieces.flatMap { times[other].intersection($0) }
        }
    }
}

extension PartPlan {
    fileprivate var time: MediaTimeRange { MediaTimeRange(start: start, end: start + duration) }
}
