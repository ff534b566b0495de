import DownloadCore
import Testing

@Suite struct `Ranges of media time` {
    static func range(_ start: Int, _ end: Int) -> MediaTimeRange {
        MediaTimeRange(start: .seconds(start), end: .seconds(end))
    }

    @Test(arguments: [
        ([(0, 4), (4, 8)], [(0, 8)]),
        ([(4, 8), (0, 4)], [(0, 8)]),
        ([(0, 4), (8, 12)], [(0, 4), (8, 12)]),
        ([(0, 4), (8, 12), (4, 8)], [(0, 12)]),
        ([(0, 4), (8, 12), (2, 20)], [(0, 20)]),
        ([(0, 10), (2, 3)], [(0, 10)]),
        ([(3, 3)], []),
        ([(8, 9), (6, 7), (4, 5), (5, 6)], [(4, 7), (8, 9)]),
    ])
    func `become one where they touch or overlap`(inserted: [(Int, Int)], expected: [(Int, Int)]) {
        let ranges = MediaTimeRanges(inserted.map(Self.range))
        #expect(ranges.ranges == expected.map(Self.range))
        #expect(ranges.duration == expected.reduce(.zero) { $0 + .seconds($1.1 - $1.0) })
    }

    @Test(arguments: [
        ((0, 20), [(1, 4), (6, 9)]), ((2, 7), [(2, 4), (6, 7)]), ((4, 6), []), ((9, 12), []),
        ((3, 4), [(3, 4)]), ((0, 1), []),
    ])
    func `have in common with a stretch what is in both`(
        stretch: (Int, Int), expected: [(Int, Int)]
    ) {
        let ranges = MediaTimeRanges([Self.range(1, 4), Self.range(6, 9)])
        #expect(
            ranges.intersection(Self.range(stretch.0, stretch.1)) == expected.map(Self.range))
    }
}
