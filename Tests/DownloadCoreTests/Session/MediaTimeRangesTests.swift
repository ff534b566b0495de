import DownloadCore
import Testing

@Suite struct `Ranges of media time` {
    static func range(_ start: Int, _ end: Int) -> MediaTimeRange {
        MediaTimeRange(start: .seconds(start), end: .seconds(end))
    }

    struct Case: Sendable {
        var stretches: [[Int]]
        var expected: [[Int]]
    }

    static let unions: [Case] = [
        Case(stretches: [[0, 4], [4, 8]], expected: [[0, 8]]),
        Case(stretches: [[4, 8], [0, 4]], expected: [[0, 8]]),
        Case(stretches: [[0, 4], [8, 12]], expected: [[0, 4], [8, 12]]),
        Case(stretches: [[0, 4], [8, 12], [4, 8]], expected: [[0, 12]]),
        Case(stretches: [[0, 4], [8, 12], [2, 20]], expected: [[0, 20]]),
        Case(stretches: [[0, 10], [2, 3]], expected: [[0, 10]]),
        Case(stretches: [[3, 3]], expected: []),
        Case(stretches: [[8, 9], [6, 7], [4, 5], [5, 6]], expected: [[4, 7], [8, 9]]),
    ]

    @Test(arguments: unions)
    func `become one where they touch or overlap`(_ example: Case) {
        let expected = example.expected.map { Self.range($0[0], $0[1]) }
        let ranges = MediaTimeRanges(example.stretches.map { Self.range($0[0], $0[1]) })
        #expect(ranges.ranges == expected)
        #expect(ranges.duration == expected.reduce(.zero) { $0 + $1.duration })
    }

    static let intersections: [Case] = [
        Case(stretches: [[0, 20]], expected: [[1, 4], [6, 9]]),
        Case(stretches: [[2, 7]], expected: [[2, 4], [6, 7]]),
        Case(stretches: [[4, 6]], expected: []),
        Case(stretches: [[9, 12]], expected: []),
        Case(stretches: [[3, 4]], expected: [[3, 4]]),
        Case(stretches: [[0, 1]], expected: []),
    ]

    @Test(arguments: intersections)
    func `have in common with a stretch what is in both`(_ example: Case) {
        let ranges = MediaTimeRanges([Self.range(1, 4), Self.range(6, 9)])
        let stretch = Self.range(example.stretches[0][0], example.stretches[0][1])
        let expected = example.expected.map { Self.range($0[0], $0[1]) }
        #expect(ranges.intersection(stretch) == expected)
    }
}
