import HLSPlaylist
import Testing

/// What each tag of a multivariant playlist becomes.
@Suite struct `A tag of a multivariant playlist` {
    private func read(_ body: String) throws -> MultivariantPlaylist {
        try MultivariantPlaylist(parsing: "#EXTM3U\n\(body)\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlast\n")
    }

    @Test func `gives all that a variant may have`() throws {
        let playlist = try read(
            """
            #EXT-X-STREAM-INF:BANDWIDTH=9000000,AVERAGE-BANDWIDTH=6000000,SCORE=3.5,\
            CODECS="hvc1.2.4.L153.B0,ec-3",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",\
            RESOLUTION=3840x2160,FRAME-RATE=59.94,HDCP-LEVEL=TYPE-1,ALLOWED-CPC="k:A/B",\
            VIDEO-RANGE=PQ,REQ-VIDEO-LAYOUT="CH-STEREO/PROJ-HEQU,CH-MONO",STABLE-VARIANT-ID="sv",\
            AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="cc",PATHWAY-ID="CDN-A",NAME="n",\
            PROGRAM-ID=7
            v.m3u8
            """)
        var variant = Variant(uri: "v.m3u8", bandwidth: 9_000_000)
        variant.averageBandwidth = 6_000_000
        variant.score = 3.5
        variant.codecsText = "hvc1.2.4.L153.B0,ec-3"
        variant.supplementalCodecs = [
            SupplementalCodec(codec: Codec("dvh1.08.07"), compatibilityBrands: ["db4h"])
        ]
        variant.resolution = Resolution(width: 3_840, height: 2_160)
        variant.frameRate = 59.94
        variant.hdcpLevel = "TYPE-1"
        variant.allowedCPC = "k:A/B"
        variant.videoRange = .pq
        variant.requiredVideoLayout = "CH-STEREO/PROJ-HEQU,CH-MONO"
        variant.stableVariantID = "sv"
        variant.audioGroupID = "a"
        variant.videoGroupID = "v"
        variant.subtitlesGroupID = "s"
        variant.closedCaptions = .group("cc")
        variant.pathwayID = "CDN-A"
        variant.name = "n"
        variant.programID = 7
        #expect(playlist.variants[0] == variant)
        #expect(
            variant.videoLayouts == [
                VideoLayout(channels: .stereoscopic, projection: .halfEquirectangular),
                VideoLayout(),
            ])
    }

    @Test(arguments: [
        ("SDR", VideoRange.sdr), ("HLG", .hlg), ("PQ", .pq), ("NEW", .other("NEW")),
    ])
    func `gives the video range`(text: String, range: VideoRange) throws {
        let playlist = try read("#EXT-X-STREAM-INF:BANDWIDTH=1,VIDEO-RANGE=\(text)\nv")
        #expect(playlist.variants[0].videoRange == range)
        #expect(range.text == text)
    }

    @Test func `says when a variant needs a layout that is not known`() throws {
        let playlist = try read("#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-VIDEO-LAYOUT=\"CH-QUAD\"\nv")
        #expect(playlist.variants.map { $0.videoLayouts == nil } == [true, false])
    }

    @Test func `gives I-frame variants`() throws {
        let playlist = try read(
            """
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,AVERAGE-BANDWIDTH=8,SCORE=1,CODECS="avc1.64001f",\
            RESOLUTION=1x2,HDCP-LEVEL=NONE,VIDEO-RANGE=SDR,VIDEO="v",PATHWAY-ID="p",\
            STABLE-VARIANT-ID="s",URI="i.m3u8"
            """)
        let variant = try #require(playlist.iFrameVariants.first)
        #expect(variant.uri == "i.m3u8" && variant.bandwidth == 9 && variant.averageBandwidth == 8)
        #expect(variant.codecs.map(\.family) == [.avc] && variant.videoRange == .sdr)
        #expect(variant.resolution == Resolution(width: 1, height: 2) && variant.score == 1)
        #expect(variant.hdcpLevel == "NONE" && variant.videoGroupID == "v")
        #expect(variant.pathwayID == "p" && variant.stableVariantID == "s")
        #expect(variant.unknownAttributes.isEmpty)
    }

    @Test(
        arguments: [
            ("2", 2, [], []), ("16/JOC", 16, ["JOC"], []), ("2/-/BINAURAL", 2, [], ["BINAURAL"]),
            ("12/JOC,X/IMMERSIVE,DOWNMIX", 12, ["JOC", "X"], ["IMMERSIVE", "DOWNMIX"]),
            ("many", nil, [], []),
        ] as [(String, Int?, [String], [String])])
    func `gives channels in three parts`(
        text: String, count: Int?, spatial: [String], usage: [String]
    ) throws {
        let playlist = try read(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",CHANNELS=\"\(text)\"")
        let channels = try #require(playlist.renditions[0].channels)
        #expect(channels.count == count)
        #expect(channels.spatialIdentifiers == spatial)
        #expect(channels.usageIndicators == usage)
    }

    @Test func `gives all that a rendition may have`() throws {
        let playlist = try read(
            """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",LANGUAGE="en",ASSOC-LANGUAGE="oc",\
            URI="u",DEFAULT=YES,AUTOSELECT=YES,CHARACTERISTICS="a,b",BIT-DEPTH=24,\
            SAMPLE-RATE=96000,STABLE-RENDITION-ID="sr",FORCED=NO
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="SERVICE2"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="g",NAME="n"
            """)
        var rendition = Rendition(kind: .audio, groupID: "g", name: "n", uri: "u")
        rendition.language = "en"
        rendition.associatedLanguage = "oc"
        rendition.isDefault = true
        rendition.isAutoselect = true
        rendition.characteristics = ["a", "b"]
        rendition.bitDepth = 24
        rendition.sampleRate = 96_000
        rendition.stableRenditionID = "sr"
        #expect(playlist.renditions[0] == rendition)
        #expect(playlist.renditions[1].instreamID == "SERVICE2")
        #expect(playlist.renditions.map(\.kind) == [.audio, .closedCaptions, .video])
    }

    @Test func `gives what belongs to the session`() throws {
        let playlist = try read(
            """
            #EXT-X-SESSION-DATA:DATA-ID="d",VALUE="v",LANGUAGE="en"
            #EXT-X-SESSION-DATA:DATA-ID="e",URI="u",FORMAT=RAW
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/s",PATHWAY-ID="A"
            """)
        #expect(
            playlist.sessionData == [
                SessionData(dataID: "d", value: "v", language: "en"),
                SessionData(dataID: "e", uri: "u", format: .raw),
            ])
        #expect(playlist.sessionKeys == [Key(method: .aes128, uri: "k")])
        #expect(playlist.contentSteering == ContentSteering(serverURI: "/s", pathwayID: "A"))
    }
}
