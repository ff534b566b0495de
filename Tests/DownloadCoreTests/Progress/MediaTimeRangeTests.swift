import Testing

@testable import DownloadCore

@Suite struct `Loaded time ranges` {
    static func range(_ start: Int, _ end: Int) -> MediaTimeRange {
        MediaTimeRange(start: .seconds(start), duration: .seconds(end - start))
    }

    static func ranges(_ text: String) -> [MediaTimeRange] {
        text.split(separator: " ").map { word in
            let ends = word.split(separator: "-").compactMap { Int($0) }
            return range(ends[0], ends[1])
        }
    }

    @Test(arguments: [
        ("", "0-4", "0-4"), ("0-4", "8-12", "0-4 8-12"), ("8-12", "0-4", "0-4 8-12"),
        ("0-4", "4-8", "0-8"), ("4-8", "0-4", "0-8"), ("0-4 8-12", "4-8", "0-12"),
        ("0-4 8-12 16-20", "2-17", "0-20"), ("0-20", "4-8", "0-20"), ("4-8", "0-20", "0-20"),
        ("0-4 8-12 16-20", "12-14", "0-4 8-14 16-20"), ("0-4", "4-4", "0-4"), ("", "4-4", ""),
    ])
    func `are put together where they touch`(before: String, new: String, after: String) {
        var ranges = Self.ranges(before)
        let ends = new.split(separator: "-").compactMap { Int($0) }
        ranges.add(Self.range(ends[0], ends[1]))
        #expect(ranges == Self.ranges(after))
    }

    @Test func `of segments in any order end as one`() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<50 {
            var ranges: [MediaTimeRange] = []
            for place in (0..<40).shuffled(using: &random) {
                ranges.add(Self.range(place * 4, place * 4 + 4))
                #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end < $1.start })
            }
            #expect(ranges == [Self.range(0, 160)])
        }
    }
}
