import HLSPlaylist
import Testing

@Suite struct `A playlist that is written and read again` {
    static let lines: [String] = [
        "#EXT-X-VERSION:9",
        "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\"\n#EXTINF:4,\n{$n}.ts",
        "#EXT-X-START:TIME-OFFSET=-12.25,PRECISE=YES,X=1",
        "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-MEDIA-SEQUENCE:9223372036854775807",
        "#EXT-X-DISCONTINUITY-SEQUENCE:3",
        "#EXT-X-PLAYLIST-TYPE:EVENT",
        "#EXT-X-I-FRAMES-ONLY",
        "#EXT-X-PART-INF:PART-TARGET=0.33334,Y=\"a,b\"",
        "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24.5,HOLD-BACK=12,PART-HOLD-BACK=1,CAN-SKIP-DATERANGES=YES,Z=Q",
        "#EXT-X-SERVER-CONTROL:",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"a\tb\"",
        "#EXT-X-ALLOW-CACHE:NO",
        "#EXT-X-ENDLIST",
        "#EXTINF:0.000000001,tiny\nt.ts",
        "#EXTINF:9.97667,a title, with a comma\nt.ts",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:100\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:50\na.ts",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0X0123456789abcdef0123456789ABCDEF\n#EXTINF:4,\ns.ts",
        "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"urn:x\",KEYFORMATVERSIONS=\"1/2\",A=B\n#EXTINF:4,\ns.ts",
        "#EXT-X-KEY:METHOD=\"ODD,ONE\",URI=\"k\"\n#EXTINF:4,\ns.ts",
        "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"5@6\",W=1\n#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"\n#EXTINF:4,\ns.ts\n#EXT-X-MAP:URI=\"j\"\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\nt.ts",
        "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T10:00:00.123+02:00\n#EXTINF:4,\ns.ts",
        "#EXT-X-GAP\n#EXT-X-BITRATE:1200\n#EXTINF:4,\ns.ts\n#EXTINF:4,\nt.ts",
        "#EXT-X-PART:DURATION=0.5,URI=\"p\",BYTERANGE=\"7@0\",INDEPENDENT=YES\n#EXT-X-PART:DURATION=0.5,URI=\"p\",BYTERANGE=\"8\",GAP=YES,V=2\n#EXTINF:1,\ns.ts",
        "#EXT-X-PART:DURATION=0.5,URI=\"trailing\"",
        "#EXT-X-DATERANGE:ID=\"d\",CLASS=\"c\",START-DATE=\"2026-05-01T10:00:00Z\",CUE=\"PRE,ONCE\",END-DATE=\"2026-05-01T10:00:01Z\",DURATION=1,PLANNED-DURATION=1.5,X-A=\"s\",X-B=0xFF00,X-C=-1.5,SCTE35-CMD=0xFC,SCTE35-OUT=0xFC01,SCTE35-IN=0xF,END-ON-NEXT=YES,FOO=BAR",
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"n\",BYTERANGE-START=5,BYTERANGE-LENGTH=6,U=1",
        "#EXT-X-RENDITION-REPORT:URI=\"../x\",LAST-MSN=273,LAST-PART=3,T=1",
        "#EXT-X-CUE-OUT:30\n#EXTINF:4,\ns.ts\n#EXT-X-CUE-IN\n#EXTINF:4,\nt.ts\n#EXT-OATCLS-SCTE35:/DAl==",
        "#EXTINF:-1,neg\ns.ts", "#EXTINF:,\ns.ts", "s.ts", "#EXTINF:4 sec\ns.ts",
        "#EXTINF:99999999999,\nlong.ts",
        "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=1000000000000000000000000,FRAME-RATE=0.00000001\nv.m3u8",
        "#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=5,AVERAGE-BANDWIDTH=4,SCORE=2.5,CODECS=\"avc1.64001f,mp4a.40.2\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\",RESOLUTION=1x2,FRAME-RATE=23.976,HDCP-LEVEL=TYPE-1,ALLOWED-CPC=\"k:A\",VIDEO-RANGE=PQ,REQ-VIDEO-LAYOUT=\"CH-STEREO\",STABLE-VARIANT-ID=\"s\",PATHWAY-ID=\"p\",AUDIO=\"a\",VIDEO=\"v\",SUBTITLES=\"t\",CLOSED-CAPTIONS=\"c\",NAME=\"n\",X-Y=\"z\"\nv.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE\nv.m3u8\n#EXT-X-ODD:1\n#EXT-X-STREAM-INF:BANDWIDTH=2\nw.m3u8",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\",CODECS=\"avc1.4d401f\",RESOLUTION=3x4,VIDEO=\"v\",AVERAGE-BANDWIDTH=3,Q=1",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",LANGUAGE=\"en\",ASSOC-LANGUAGE=\"fr\",URI=\"u\",DEFAULT=YES,AUTOSELECT=YES,CHARACTERISTICS=\"a,b\",CHANNELS=\"2/-/BINAURAL\",BIT-DEPTH=24,SAMPLE-RATE=96000,STABLE-RENDITION-ID=\"r\",S=\"1\"",
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC1\"",
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=g,NAME=a\"b,FORCED=YES,URI=\"s\"",
        "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\",LANGUAGE=\"en\"\n#EXT-X-SESSION-DATA:DATA-ID=\"e\",URI=\"u\",FORMAT=RAW,R=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv",
        "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv",
        "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/s\",PATHWAY-ID=\"A\",P=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv",
    ]

    @Test(arguments: lines)
    func `is equal`(line: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(line)\n"
        let playlist = try Playlist(parsing: text)
        let written = String(decoding: playlist.written(), as: UTF8.self)
        #expect(try Playlist(parsing: written) == playlist, "\(written)")
    }

    @Test(arguments: lines)
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
