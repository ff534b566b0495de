import HLSPlaylist
import Testing

@Suite struct `A playlist that is written and read again` {
    @Test(arguments: SampleLines.all)
    func `is equal`(line: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(line)\n"
        let playlist = try Playlist(parsing: text)
        let written = String(decoding: playlist.written(), as: UTF8.self)
        #expect(try Playlist(parsing: written) == playlist, "\(written)")
    }

    @Test(arguments: SampleLines.all)
    func `loses nothing that it said`(line: String) throws {
        let empty = try Playlist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n")
        let playlist = try Playlist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(line)\n")
        #expect(playlist != empty)
    }

    @Test func `keeps unknown tags before the segment they stood before`() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            a.ts
            #EXT-X-CUE-OUT:DURATION=8
            #EXTINF:4,
            b.ts
            #EXT-X-CUE-IN

            """
        let playlist = try MediaPlaylist(parsing: text)
        #expect(playlist.unknownTags.map(\.position) == [1, 2])
        #expect(String(decoding: playlist.written(), as: UTF8.self) == text)
    }

    @Test func `writes only the keys that change`() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="a"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="b",KEYFORMAT="f"
            #EXTINF:4,
            a.ts
            #EXTINF:4,
            b.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="c",KEYFORMAT="f"
            #EXTINF:4,
            c.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            d.ts

            """
        let playlist = try MediaPlaylist(parsing: text)
        #expect(String(decoding: playlist.written(), as: UTF8.self) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (1.0, "1"), (29.97, "29.97"), (1e21, "1000000000000000000000"),
        (1.5e-7, "0.00000015"), (-2.5e-5, "-0.000025"), (1.25e17, "125000000000000000"),
    ])
    func `has no exponent in its numbers`(number: Double, text: String) throws {
        var range = DateRange(id: "d")
        range.clientAttributes = [ClientAttribute(name: "X-N", value: .number(number))]
        var playlist = MediaPlaylist(targetDuration: .seconds(1))
        playlist.dateRanges = [range]
        let written = String(decoding: playlist.written(), as: UTF8.self)
        #expect(written.contains("X-N=\(text)\n"))
    }

    @Test func `cannot be made to hold a further line by a value`() throws {
        var playlist = MediaPlaylist(targetDuration: .seconds(1))
        playlist.segments = [
            MediaSegment(uri: "a.ts\n#EXT-X-ENDLIST", duration: .seconds(1))
        ]
        playlist.segments[0].map = InitSection(uri: "i\",BYTERANGE=\"1@1")
        let read = try MediaPlaylist(parsing: playlist.written())
        #expect(!read.hasEndList)
        #expect(read.segments[0].map?.byteRange == nil)
    }
}
