import HLSPlaylist
import Testing

/// What each tag of a media playlist becomes; texts without header.
@Suite struct `A tag of a media playlist` {
    private func read(_ body: String) throws -> MediaPlaylist {
        try MediaPlaylist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(body)\n")
    }

    @Test(arguments: [
        (1, "#EXT-X-GAP"), (3, "#EXT-X-VERSION:3"), (13, "#EXT-X-VERSION:13"),
        (99, "#EXT-X-VERSION:99"),
    ])
    func `gives the version`(version: Int, line: String) throws {
        #expect(try read(line).version == version)
    }

    @Test(arguments: [
        ("TIME-OFFSET=12.5", StartPoint(timeOffset: .milliseconds(12_500))),
        ("TIME-OFFSET=-3,PRECISE=YES", StartPoint(timeOffset: .seconds(-3), isPrecise: true)),
        ("PRECISE=NO,TIME-OFFSET=0", StartPoint(timeOffset: .zero)),
    ])
    func `gives the start`(attributes: String, start: StartPoint) throws {
        #expect(try read("#EXT-X-START:\(attributes)").start == start)
    }

    @Test func `gives variables, which apply from the next line on`() throws {
        let context = ParsingContext(
            url: "https://h.example/m?token=a%2Fb",
            importable: [Definition(name: "i", value: "imported")])
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="n",VALUE="{$x}literal"
            #EXT-X-DEFINE:IMPORT="i"
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXTINF:4,{$n}
            {$i}/{$token}/{$missing}/{$n}.ts
            """
        let playlist = try MediaPlaylist(parsing: text, context: context)
        #expect(
            playlist.definitions == [
                Definition(name: "n", value: "{$x}literal"),
                Definition(name: "i", value: "imported", origin: .imported),
                Definition(name: "token", value: "a/b", origin: .queryParameter),
            ])
        // Titles are no place for variables; values are not substituted again.
        #expect(playlist.segments[0].title == "{$n}")
        #expect(playlist.segments[0].uri == "imported/a/b/{$missing}/{$x}literal.ts")
    }

    @Test(arguments: ["IMPORT", "QUERYPARAM"])
    func `is refused for a variable only when its source is known`(attribute: String) throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-TARGETDURATION:4
            #EXT-X-DEFINE:\(attribute)="n"
            #EXTINF:4,
            {$n}.ts

            """
        let playlist = try MediaPlaylist(parsing: text, mode: .strict)
        #expect(playlist.segments[0].uri == "{$n}.ts")
        #expect(String(decoding: playlist.written(), as: UTF8.self).contains("\(attribute)=\"n\""))
        let context = ParsingContext(url: "https://h.example/?m=1", importable: [])
        let failure = #expect(throws: PlaylistError.self) {
            try MediaPlaylist(parsing: text, mode: .strict, context: context)
        }
        #expect(failure?.rule == .definition)
    }

    @Test func `takes variables in hexadecimal values`() throws {
        let playlist = try read(
            """
            #EXT-X-DEFINE:NAME="iv",VALUE="0F"
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000000000000000000000000000000{$iv}
            #EXTINF:4,
            a.ts
            """)
        #expect(playlist.segments[0].keys[0].iv?.last == 15)
    }

    @Test func `gives what holds for the whole playlist`() throws {
        let playlist = try read(
            """
            #EXT-X-MEDIA-SEQUENCE:18446744
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-ALLOW-CACHE:YES
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-ENDLIST
            """)
        #expect(playlist.mediaSequence == 18_446_744)
        #expect(playlist.discontinuitySequence == 7)
        #expect(playlist.playlistType == .event)
        #expect(playlist.isIFramesOnly && playlist.hasIndependentSegments && playlist.hasEndList)
        #expect(playlist.allowsCache == true)
        #expect(playlist.partTarget == .milliseconds(500))
    }

    @Test func `gives what the server offers`() throws {
        let playlist = try read(
            "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12,"
                + "PART-HOLD-BACK=1.5,CAN-BLOCK-RELOAD=YES,X=1")
        #expect(
            playlist.serverControl
                == ServerControl(
                    canSkipUntil: .seconds(36), canSkipDateRanges: true, holdBack: .seconds(12),
                    partHoldBack: .milliseconds(1_500), canBlockReload: true,
                    unknownAttributes: [UnknownAttribute(name: "X", value: "1", isQuoted: false)]))
    }

    @Test(arguments: [
        ("4", 4_000_000_000), ("4,", 4_000_000_000), ("4.,", 4_000_000_000), (".5,", 500_000_000),
        ("9.97667,", 9_976_670_000), ("0.0000000004,", 0), ("0.0000000005,", 1),
        ("5.338666666666667,", 5_338_666_667), ("3,title", 3_000_000_000), ("0,", 0),
        ("-5,", 0), ("x,", 4_000_000_000), ("", 4_000_000_000),
    ])
    func `gives the duration to the nanosecond`(value: String, nanoseconds: Int) throws {
        #expect(
            try read("#EXTINF:\(value)\na.ts").segments[0].duration == .nanoseconds(nanoseconds))
    }

    @Test(
        arguments: [
            ("METHOD=NONE", []),
            ("METHOD=AES-128,URI=\"u\"", [Key(method: .aes128, uri: "u")]),
            (
                "METHOD=AES-128,URI=\"u\",IV=0x000102030405060708090A0B0C0D0E0F",
                [Key(method: .aes128, uri: "u", iv: Array(0..<16))]
            ),
            (
                "METHOD=AES-128,URI=\"u\",IV=0x1",
                [Key(method: .aes128, uri: "u", iv: Array(repeating: 0, count: 15) + [1])]
            ),
            (
                "METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1/2\"",
                [
                    Key(
                        method: .sampleAES, uri: "skd://a",
                        keyFormat: "com.apple.streamingkeydelivery",
                        keyFormatVersions: [1, 2])
                ]
            ),
            ("METHOD=SAMPLE-AES-CTR,URI=\"u\"", [Key(method: .sampleAESCTR, uri: "u")]),
            ("METHOD=AES-256-GCM,URI=\"u\"", [Key(method: .aes256GCM, uri: "u")]),
            ("METHOD=NEW-ONE,URI=\"u\"", [Key(method: .other("NEW-ONE"), uri: "u")]),
        ] as [(String, [Key])])
    func `gives the key`(attributes: String, keys: [Key]) throws {
        #expect(try read("#EXT-X-KEY:\(attributes)\n#EXTINF:4,\na.ts").segments[0].keys == keys)
    }

    @Test(arguments: [
        ("URI=\"i\"", InitSection(uri: "i")),
        (
            "URI=\"i\",BYTERANGE=\"10@5\"",
            InitSection(uri: "i", byteRange: ByteRange(offset: 5, length: 10))
        ),
        (
            "URI=\"i\",BYTERANGE=\"10\"",
            InitSection(uri: "i", byteRange: ByteRange(offset: 0, length: 10))
        ),
    ])
    func `gives the init section`(attributes: String, section: InitSection) throws {
        #expect(try read("#EXT-X-MAP:\(attributes)\n#EXTINF:4,\na.ts").segments[0].map == section)
    }

    @Test func `gives the init section the keys before it, not those after it`() throws {
        let playlist = try read(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="one"
            #EXT-X-MAP:URI="i"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="two"
            #EXTINF:4,
            a.ts
            """)
        #expect(playlist.segments[0].map?.keys.map(\.uri) == ["one"])
        #expect(playlist.segments[0].keys.map(\.uri) == ["two"])
    }

    @Test func `gives bit rates to the segments up to the next, byte ranges left out`() throws {
        let playlist = try read(
            """
            #EXT-X-BITRATE:800
            #EXTINF:4,
            a.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:5@0
            b.ts
            #EXT-X-BITRATE:900
            #EXTINF:4,
            c.ts
            """)
        #expect(playlist.segments.map(\.bitrate) == [800, nil, 900])
    }

    @Test func `gives parts to their segment, and the last ones to the next`() throws {
        let playlist = try read(
            """
            #EXT-X-PART:DURATION=1.5,URI="a.0",INDEPENDENT=YES,BYTERANGE="10@0"
            #EXT-X-PART:DURATION=1.5,URI="a.0",GAP=YES,BYTERANGE="20"
            #EXTINF:3,
            a.ts
            #EXT-X-PART:DURATION=1,URI="b.0"
            """)
        #expect(
            playlist.segments[0].parts == [
                PartialSegment(
                    uri: "a.0", duration: .milliseconds(1_500),
                    byteRange: ByteRange(offset: 0, length: 10), isIndependent: true),
                PartialSegment(
                    uri: "a.0", duration: .milliseconds(1_500),
                    byteRange: ByteRange(offset: 10, length: 20), isGap: true),
            ])
        #expect(playlist.trailingParts == [PartialSegment(uri: "b.0", duration: .seconds(1))])
    }

    @Test func `gives the segment after the last one what is already known of it`() throws {
        let playlist = try read(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1"
            #EXTINF:4,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
            #EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z
            #EXT-X-PART:DURATION=1,URI="b.0"
            """)
        let upcoming = try #require(playlist.upcoming)
        #expect(upcoming.isDiscontinuity && !upcoming.isGap)
        #expect(upcoming.keys.map(\.uri) == ["k2"])
        #expect(upcoming.programDateTime?.text == "2026-05-01T00:00:00Z")
        #expect(upcoming.parts.map(\.uri) == ["b.0"])
        #expect(try read("#EXTINF:4,\na.ts").upcoming == nil)
    }

    @Test func `gives date ranges with interstitials`() throws {
        let playlist = try read(
            """
            #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",\
            START-DATE="2026-05-01T00:00:00Z",CUE="PRE,ONCE",END-DATE="2026-05-01T00:00:15Z",\
            DURATION=15.0,PLANNED-DURATION=15,X-ASSET-URI="https://ads.example/ad.m3u8",\
            X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP",X-RAW=0x0A0B,SCTE35-CMD=0xFC01,\
            SCTE35-OUT=0xFC02,SCTE35-IN=0xFC03,NEW=1
            #EXT-X-DATERANGE:ID="open",CLASS="c",START-DATE="2026-05-01T00:00:00Z",END-ON-NEXT=YES
            """)
        let range = try #require(playlist.dateRanges.first)
        #expect(range.id == "ad1" && range.rangeClass == "com.apple.hls.interstitial")
        #expect(range.startDate?.text == "2026-05-01T00:00:00Z")
        #expect(range.endDate?.text == "2026-05-01T00:00:15Z")
        #expect(range.cues == ["PRE", "ONCE"])
        #expect(range.duration == .seconds(15) && range.plannedDuration == .seconds(15))
        #expect(
            range.clientAttributes == [
                ClientAttribute(name: "X-ASSET-URI", value: .string("https://ads.example/ad.m3u8")),
                ClientAttribute(name: "X-RESUME-OFFSET", value: .number(0)),
                ClientAttribute(name: "X-RESTRICT", value: .string("SKIP,JUMP")),
                ClientAttribute(name: "X-RAW", value: .bytes([10, 11])),
            ])
        #expect(range.scte35Command == [0xFC, 1])
        #expect(range.scte35Out == [0xFC, 2] && range.scte35In == [0xFC, 3])
        #expect(range.unknownAttributes.map(\.name) == ["NEW"])
        #expect(playlist.dateRanges[1].endsOnNext)
    }

    @Test func `gives hints and reports`() throws {
        let playlist = try read(
            """
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=5,BYTERANGE-LENGTH=6
            #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m"
            #EXT-X-RENDITION-REPORT:URI="../1M/x.m3u8",LAST-MSN=273,LAST-PART=2
            """)
        #expect(
            playlist.preloadHints == [
                PreloadHint(kind: .part, uri: "p", byteRangeStart: 5, byteRangeLength: 6),
                PreloadHint(kind: .map, uri: "m"),
            ])
        #expect(
            playlist.renditionReports == [
                RenditionReport(uri: "../1M/x.m3u8", lastMediaSequence: 273, lastPart: 2)
            ])
    }
}
