import HLSPlaylist
import Testing

@Suite struct `The time of a segment` {
    static let playlist = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-DISCONTINUITY-SEQUENCE:5
        #EXTINF:4,
        a.ts
        #EXT-X-PROGRAM-DATE-TIME:1970-01-01T01:00:10.5+01:00
        #EXTINF:2,
        b.ts
        #EXT-X-DISCONTINUITY
        #EXTINF:3,
        c.ts
        #EXT-X-DISCONTINUITY
        #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z
        #EXTINF:3,
        d.ts

        """

    @Test func `is the sum of the durations before it`() throws {
        let playlist = try MediaPlaylist(parsing: Self.playlist)
        #expect(playlist.startTimes == [0, 4, 6, 9].map { .seconds($0) })
    }

    @Test func `on the clock comes from the dates around it`() throws {
        let playlist = try MediaPlaylist(parsing: Self.playlist)
        #expect(
            playlist.programDateTimes == [6_500, 10_500, 12_500, 60_000].map { .milliseconds($0) })
    }

    @Test func `on the clock is unknown without a date`() throws {
        let playlist = try MediaPlaylist(
            parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n")
        #expect(playlist.programDateTimes == [nil])
    }

    @Test func `counts discontinuities from the playlist's number on`() throws {
        let playlist = try MediaPlaylist(parsing: Self.playlist)
        #expect(playlist.discontinuitySequenceNumbers == [5, 5, 6, 7])
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1),
        ("2000-02-29T12:00:00Z", 951_825_600_000),
        ("2026-05-01T10:00:00.123+02:00", 1_777_622_400_123),
        ("2026-05-01T10:00:00-0330", 1_777_642_200_000),
        ("1969-12-31T23:59:59Z", -1_000), ("2026-05-01T08:00Z", 1_777_622_400_000),
        ("2026-05-01 08:00:00", 1_777_622_400_000), ("2026-05-01T08:00:00,5Z", 1_777_622_400_500),
    ])
    func `is read from ISO 8601`(text: String, milliseconds: Int) {
        #expect(PlaylistDate(text: text).sinceEpoch == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-05-01T25:00:00Z",
        "2026-05-01T10:60:00Z", "2026-05-01T10:00:00X", "2026-05-01T10:00:00+2",
        "x026-05-01T10:00:00Z",
    ])
    func `is not read from anything else`(text: String) {
        #expect(PlaylistDate(text: text).sinceEpoch == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600_000),
        ("2026-05-01T08:00:00.123Z", 1_777_622_400_123), ("1969-12-31T23:59:58.5Z", -1_500),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("1900-03-01T00:00:00Z", -2_203_891_200_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
    func `is written as ISO 8601 in UTC`(text: String, milliseconds: Int) {
        let date = PlaylistDate(sinceEpoch: .milliseconds(milliseconds))
        #expect(date?.text == text)
        #expect(date?.sinceEpoch == .milliseconds(milliseconds))
    }

    @Test(arguments: [253_402_300_800, -62_167_219_201, Int.max, Int.min])
    func `is not written outside of the years 0 to 9999`(seconds: Int) {
        #expect(PlaylistDate(sinceEpoch: .seconds(seconds)) == nil)
    }
}
