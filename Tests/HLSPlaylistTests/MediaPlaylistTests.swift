import HLSPlaylist
import Testing

@Suite struct `A media playlist` {
    @Test(arguments: ["", "<html>\n<body></body>", "{\"a\": 1}", "a.ts\nb.ts\n"])
    func `is refused when nothing in it is HLS`(text: String) {
        let failure = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        #expect(failure?.rule == .startsWithEXTM3U)
        #expect(failure?.line == 1)
    }

    @Test func `of a VOD has its header and its segments`() throws {
        let playlist = try MediaPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:40
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"
                #EXTINF:6.006,first
                a.m4s
                #EXT-X-DISCONTINUITY
                #EXTINF:5.5,
                b.m4s
                #EXT-X-GAP
                #EXTINF:2,
                c.m4s
                #EXT-X-ENDLIST

                """, mode: .strict)
        #expect(playlist.version == 7)
        #expect(playlist.targetDuration == .seconds(6))
        #expect(playlist.mediaSequence == 40)
        #expect(playlist.playlistType == .vod)
        #expect(playlist.hasEndList)
        #expect(playlist.hasIndependentSegments)
        #expect(playlist.totalDuration == .milliseconds(13_506))
        #expect(playlist.segments.map(\.uri) == ["a.m4s", "b.m4s", "c.m4s"])
        #expect(playlist.segments.map(\.sequenceNumber) == [40, 41, 42])
        #expect(playlist.segments.map(\.isDiscontinuity) == [false, true, false])
        #expect(playlist.segments.map(\.isGap) == [false, false, true])
        #expect(playlist.segments.map(\.title) == ["first", nil, nil])
        #expect(playlist.segments[0].duration == .milliseconds(6_006))
        #expect(
            playlist.segments[2].map
                == InitSection(uri: "init.mp4", byteRange: ByteRange(offset: 0, length: 720)))
        #expect(playlist.diagnostics.isEmpty)
    }

    @Test func `adds up the offsets that byte ranges leave out`() throws {
        let playlist = try MediaPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                #EXT-X-BYTERANGE:100@20
                a.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:50
                a.ts
                #EXT-X-BYTERANGE:7
                #EXTINF:6,
                a.ts
                #EXTINF:6,
                b.ts
                """)
        #expect(
            playlist.segments.map(\.byteRange) == [
                ByteRange(offset: 20, length: 100), ByteRange(offset: 120, length: 50),
                ByteRange(offset: 170, length: 7), nil,
            ])
    }

    @Test(arguments: [("5@", 0, 5), ("5@x", 0, 5), ("5@3", 3, 5)])
    func `keeps the length of a byte range whose offset cannot be read`(
        value: String, offset: Int, length: Int
    ) throws {
        let playlist = try MediaPlaylist(
            parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-BYTERANGE:\(value)\n#EXTINF:4,\na.ts"
        )
        #expect(playlist.segments[0].byteRange == ByteRange(offset: offset, length: length))
    }

    @Test func `gives each segment the keys in force where it stands`() throws {
        let playlist = try MediaPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                clear.ts
                #EXT-X-KEY:METHOD=AES-128,URI="k1"
                #EXTINF:6,
                one.ts
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXTINF:6,
                both.ts
                #EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x0000000000000000000000000000002A
                #EXTINF:6,
                two.ts
                #EXT-X-KEY:METHOD=NONE
                #EXTINF:6,
                end.ts
                """)
        let keys = playlist.segments.map { $0.keys.map { $0.uri ?? "" } }
        #expect(keys == [[], ["k1"], ["k1", "skd://k"], ["skd://k", "k2"], []])
        #expect(playlist.segments[3].keys.last?.iv(forSequenceNumber: 3).last == 42)
        #expect(playlist.segments[1].keys.last?.iv(forSequenceNumber: 258).suffix(3) == [0, 1, 2])
    }

    @Test(arguments: ["\n", "\r\n", "\n\n", " \n", "\r\n\r\n"])
    func `reads the same with any line ending`(ending: String) throws {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXTINF:4,t", "a.ts", "#EXT-X-ENDLIST"]
        let expected = try MediaPlaylist(parsing: lines.joined(separator: "\n"))
        #expect(try MediaPlaylist(parsing: lines.joined(separator: ending) + ending) == expected)
    }

    @Test(arguments: ["\t", " ", " \r"])
    func `may have titles that are blank`(title: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\(title)\na.ts\n#EXT-X-ENDLIST\n"
        let playlist = try MediaPlaylist(parsing: text, mode: .strict)
        #expect(playlist.diagnostics.isEmpty)
        #expect(playlist.segments[0].title == nil)
    }

    @Test func `is built and edited as a value`() throws {
        var playlist = try MediaPlaylist(
            parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:3,\nb.ts\n")
        playlist.segments[1].uri = "stored/1.ts"
        playlist.segments.append(MediaSegment(uri: "c.ts", duration: .seconds(2)))
        playlist.segments.removeFirst()
        let built = MediaPlaylist(
            targetDuration: .seconds(4),
            segments: [
                MediaSegment(uri: "stored/1.ts", duration: .seconds(3)),
                MediaSegment(uri: "c.ts", duration: .seconds(2)),
            ])
        #expect(playlist.segments.map(\.uri) == built.segments.map(\.uri))
        #expect(playlist.totalDuration == .seconds(5))
    }

    @Test func `is told apart from a multivariant one`() throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n"
        let failure = #expect(throws: PlaylistError.self) { try MediaPlaylist(parsing: text) }
        #expect(failure?.rule == .wrongKind)
        guard case .multivariant = try Playlist(parsing: text) else {
            Issue.record("it was read as a media playlist")
            return
        }
    }
}
