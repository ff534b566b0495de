import HLSPlaylist
import Testing

@Suite struct `A delta update` {
    static let full = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24
        #EXT-X-MEDIA-SEQUENCE:10
        #EXT-X-MAP:URI="init"
        #EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z
        #EXTINF:4,
        10.ts
        #EXT-X-DATERANGE:ID="old",START-DATE="2026-05-01T00:00:04Z"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"
        #EXT-X-BITRATE:800
        #EXTINF:4,
        11.ts
        #EXT-X-DATERANGE:ID="gone",START-DATE="2026-05-01T00:00:08Z"
        #EXTINF:4,
        12.ts

        """

    static func update(from first: Int, skipping count: Int, _ body: String, removed: String? = nil)
        -> String
    {
        let attribute = removed.map { ",RECENTLY-REMOVED-DATERANGES=\"\($0)\"" } ?? ""
        return """
            #EXTM3U
            #EXT-X-VERSION:10
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24
            #EXT-X-MEDIA-SEQUENCE:\(first)
            #EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\(attribute)
            \(body)

            """
    }

    private func merged(_ update: String) throws -> MediaPlaylist {
        try MediaPlaylist(parsing: Self.full).updated(with: Array(update.utf8))
    }

    @Test func `is merged into the full playlist`() throws {
        let playlist = try merged(Self.update(from: 11, skipping: 2, "#EXTINF:4,\n13.ts"))
        #expect(playlist.segments.map(\.uri) == ["11.ts", "12.ts", "13.ts"])
        #expect(playlist.segments.map(\.sequenceNumber) == [11, 12, 13])
        #expect(playlist.mediaSequence == 11)
        #expect(playlist.skip == nil)
    }

    @Test func `leaves keys, init section and bit rate of the last skipped segment in force`()
        throws
    {
        let playlist = try merged(
            Self.update(
                from: 10, skipping: 3,
                "#EXTINF:4,\n13.ts\n#EXT-X-KEY:METHOD=NONE\n#EXT-X-BITRATE:900\n#EXTINF:4,\n14.ts"))
        #expect(playlist.segments.map { $0.keys.count } == [0, 1, 1, 1, 0])
        #expect(playlist.segments.map { $0.map?.uri } == Array(repeating: "init", count: 5))
        #expect(playlist.segments.map(\.bitrate) == [nil, 800, 800, 800, 900])
    }

    @Test func `keeps its own numbers while it is not merged`() throws {
        let text = Self.update(from: 10, skipping: 3, "#EXTINF:4,\n13.ts")
        let playlist = try MediaPlaylist(parsing: text)
        #expect(playlist.mediaSequence == 10)
        #expect(playlist.segments[0].sequenceNumber == 13)
        #expect(playlist.skip == Skip(skippedSegments: 3))
    }

    @Test(arguments: [(9, 2), (12, 2), (14, 1), (10, 4), (11, Int.max), (Int.max, 1)])
    func `needs the segments that it skips`(first: Int, count: Int) throws {
        let failure = #expect(throws: PlaylistError.self) {
            try merged(Self.update(from: first, skipping: count, ""))
        }
        #expect(failure?.rule == .skip)
    }

    @Test func `keeps the date ranges it does not remove`() throws {
        let added =
            "#EXT-X-DATERANGE:ID=\"new\",START-DATE=\"2026-05-01T00:00:12Z\"\n#EXTINF:4,\n13.ts"
        let pruned = try merged(Self.update(from: 10, skipping: 3, added, removed: "gone"))
        #expect(pruned.dateRanges.map(\.id) == ["old", "new"])
        #expect(pruned.dateRanges.map(\.position) == [1, 3])
        let replaced = try merged(Self.update(from: 10, skipping: 3, added))
        #expect(replaced.dateRanges.map(\.id) == ["new"])
    }

    @Test func `keeps the unknown tags of the segments that it skips`() throws {
        let full = Self.full.replacing("10.ts\n", with: "10.ts\n#EXT-X-CUE-OUT:30\n")
            .replacing("11.ts\n", with: "11.ts\n#EXT-X-CUE-IN\n")
        let update = Self.update(from: 11, skipping: 2, "#EXT-X-NEW:1\n#EXTINF:4,\n13.ts")
        let playlist = try MediaPlaylist(parsing: full).updated(with: Array(update.utf8))
        #expect(playlist.unknownTags.map(\.name) == ["EXT-X-CUE-OUT", "EXT-X-CUE-IN", "EXT-X-NEW"])
        #expect(playlist.unknownTags.map(\.position) == [0, 1, 2])
    }

    @Test func `that skips nothing is the new playlist`() throws {
        let text = Self.full.replacing("MEDIA-SEQUENCE:10", with: "MEDIA-SEQUENCE:40")
        #expect(try merged(text) == MediaPlaylist(parsing: text))
    }
}
