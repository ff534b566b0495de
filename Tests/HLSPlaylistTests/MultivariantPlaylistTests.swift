import HLSPlaylist
import Testing

@Suite struct `A multivariant playlist` {
    static let text = """
        #EXTM3U
        #EXT-X-VERSION:12
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        AUTOSELECT=YES,CHANNELS="16/JOC",BIT-DEPTH=16,SAMPLE-RATE=48000,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",FORCED=YES,\
        CHARACTERISTICS="public.a,public.b",URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,SCORE=1.5,\
        CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.97,VIDEO-RANGE=SDR,\
        AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS=NONE,PATHWAY-ID="A",STABLE-VARIANT-ID="v1",X-A=1
        720.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="i.m3u8"

        """

    @Test func `has its variants and renditions`() throws {
        let playlist = try MultivariantPlaylist(parsing: Self.text)
        let variant = try #require(playlist.variants.first)
        #expect(playlist.version == 12)
        #expect(variant.uri == "720.m3u8")
        #expect(variant.bandwidth == 2_000_000)
        #expect(variant.averageBandwidth == 1_500_000)
        #expect(variant.score == 1.5)
        #expect(variant.codecs.map(\.text) == ["avc1.64001f", "mp4a.40.2"])
        #expect(variant.resolution == Resolution(width: 1280, height: 720))
        #expect(variant.frameRate == 29.97)
        #expect(variant.videoRange == .sdr)
        #expect(variant.audioGroupID == "a")
        #expect(variant.closedCaptions == Variant.ClosedCaptions.none)
        #expect(variant.pathwayID == "A")
        #expect(
            variant.unknownAttributes == [
                UnknownAttribute(name: "X-A", value: "1", isQuoted: false)
            ])
        #expect(playlist.iFrameVariants.map(\.uri) == ["i.m3u8"])
        let audio = try #require(playlist.renditions(.audio, inGroup: "a").first)
        #expect(audio.channels?.count == 16)
        #expect(audio.channels?.spatialIdentifiers == ["JOC"])
        #expect(audio.isDefault && audio.isAutoselect && !audio.isForced)
        #expect(audio.sampleRate == 48_000)
        #expect(playlist.renditions[1].characteristics == ["public.a", "public.b"])
        #expect(playlist.renditions[1].isForced)
    }

    @Test func `substitutes the variables it defines`() throws {
        let playlist = try MultivariantPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example"
                #EXT-X-DEFINE:QUERYPARAM="t"
                #EXT-X-STREAM-INF:BANDWIDTH=1
                {$host}/a.m3u8?t={$t}
                """,
            context: ParsingContext(url: "https://h.example/m.m3u8?t=9"))
        #expect(playlist.variants.map(\.uri) == ["https://cdn.example/a.m3u8?t=9"])
    }
}
