import PlaybackCore
import Testing

@Suite struct `The earliest start without a stall` {
    /// Segments as (seconds into the presentation, second of arrival).
    static func earliest(_ segments: [(Int, Int)]) -> Duration? {
        var start = StallFreeStart()
        for (media, arrival) in segments {
            start.segmentArrived(playingAt: .seconds(media), arrival: .seconds(arrival))
        }
        return start.earliest
    }

    @Test func `is unknown before the first segment`() {
        #expect(StallFreeStart().earliest == nil)
    }

    @Test(arguments: [
        // Faster than real time: the first segment decides.
        ([(0, 2), (4, 3), (8, 4)], 2),
        // As fast as it plays.
        ([(0, 4), (4, 8), (8, 12)], 4),
        // Slower: the last segment decides.
        ([(0, 6), (4, 12), (8, 18)], 10),
        // One late segment in the middle decides.
        ([(0, 1), (4, 20), (8, 21)], 16),
        // Everything was there before the clock began.
        ([(0, 0), (4, 0)], 0),
        ([(100, 3)], 0),
    ])
    func `is the latest that any segment asks for`(segments: [(Int, Int)], seconds: Int) {
        #expect(Self.earliest(segments) == .seconds(seconds))
    }

    @Test func `does not depend on the order of arrival, nor on the number of renditions`() {
        let video = [(0, 3), (4, 9), (8, 11)]
        let audio = [(0, 1), (4, 2), (8, 14)]
        #expect(Self.earliest(video + audio) == .seconds(6))
        #expect(Self.earliest((video + audio).reversed()) == .seconds(6))
    }

    @Test func `only moves back as segments arrive`() {
        var start = StallFreeStart()
        var last = Duration.zero
        for second in [5, 1, 30, 2, 31] {
            start.segmentArrived(playingAt: .zero, arrival: .seconds(second))
            #expect(start.earliest! >= last)
            last = start.earliest!
        }
        #expect(last == .seconds(31))
    }

    /// A start one millisecond earlier would miss a segment.
    @Test func `is no later than it has to be`() {
        let segments = [(0, 6), (4, 12), (8, 18)]
        let start = Self.earliest(segments)! - .milliseconds(1)
        #expect(segments.contains { start + .seconds($0.0) < .seconds($0.1) })
    }
}
