import HLSPlaylist
import Testing

@testable import DownloadCore

@Suite struct `A variant` {
    static func variants(_ text: String) throws -> [AssetVariant] {
        AssetVariant.all(of: try MultivariantPlaylist(parsing: "#EXTM3U\n" + text))
    }

    static func variant(_ attributes: String, media: String = "") throws -> AssetVariant {
        try #require(try variants(media + "#EXT-X-STREAM-INF:\(attributes)\nv\n").first)
    }

    @Test func `has everything that its line and its audio group declare`() throws {
        let variant = try Self.variant(
            """
            BANDWIDTH=900,AVERAGE-BANDWIDTH=800,SCORE=2.5,\
            CODECS="hvc1.2.4.L123.B0,ec-3",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",\
            RESOLUTION=1920x1080,FRAME-RATE=23.976,HDCP-LEVEL=TYPE-0,VIDEO-RANGE=PQ,\
            REQ-VIDEO-LAYOUT="CH-STEREO",STABLE-VARIANT-ID="id",PATHWAY-ID="east",AUDIO="a",\
            SUBTITLES="s",CLOSED-CAPTIONS="c",NAME="HD"
            """,
            media: """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="1",LANGUAGE="en",CHANNELS="2"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="2",LANGUAGE="fr",CHANNELS="16/JOC",\
                SAMPLE-RATE=48000,BIT-DEPTH=24
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="3",LANGUAGE="en",\
                CHANNELS="2/-/BINAURAL,DOWNMIX"

                """)
        #expect(variant.uri == "v")
        #expect(variant.peakBitRate == 900)
        #expect(variant.averageBitRate == 800)
        #expect(variant.score == 2.5)
        #expect(variant.codecs == ["hvc1.2.4.L123.B0", "ec-3"])
        #expect(variant.supplementalCodecs == ["dvh1.08.07/db4h"])
        #expect(variant.hdcpLevel == "TYPE-0")
        #expect(variant.requiredVideoLayout == "CH-STEREO")
        #expect(variant.stableID == "id")
        #expect(variant.pathwayID == "east")
        #expect(variant.name == "HD")
        #expect(
            variant.groups == .init(audio: "a", video: nil, subtitles: "s", closedCaptions: "c"))
        #expect(
            variant.videoAttributes
                == .init(
                    videoRange: "PQ", presentationWidth: 1920, presentationHeight: 1080,
                    nominalFrameRate: 23.976, codecs: ["hvc1.2.4.L123.B0"], isStereoscopic: true))
        #expect(
            variant.audioAttributes
                == .init(
                    formats: ["ec-3"], isLossless: false,
                    renditions: .init(
                        channelCount: 16, sampleRate: 48_000, bitDepth: 24, isAtmos: true,
                        isImmersive: false, isBinaural: true, isDownmix: true,
                        languages: ["en", "fr"])))
    }

    @Test func `has the channels of each rendition of its own group`() throws {
        let playlist = PlaylistSketch(SelectionTable.film).playlist
        let variants = AssetVariant.all(of: playlist)
        let option = MediaSelectionOption(playlist.renditions[0])
        #expect(option.name == "fr")
        func attributes(_ index: Int) -> AssetVariant.RenditionAttributes? {
            variants[index].renditionAttributes(of: option, in: playlist)
        }
        #expect(attributes(0)?.channelCount == 2)
        #expect(attributes(1)?.channelCount == 6)
        #expect(attributes(1)?.languages == ["fr"])
        #expect(attributes(1)?.sampleRate == -1)
        let bare = AssetVariant.all(of: PlaylistSketch(SelectionTable.ladder).playlist)
        #expect(bare[0].renditionAttributes(of: option, in: playlist) == nil)
    }

    @Test func `says of what is not declared what AVFoundation says`() throws {
        let variant = try Self.variant("BANDWIDTH=9")
        #expect(variant.averageBitRate < 0)
        #expect(variant.score == nil)
        #expect(variant.pathwayID == ".")
        let video = try #require(variant.videoAttributes)
        #expect(video.videoRange == "SDR")
        #expect(!video.isHDR)
        #expect(video.presentationSize == 0)
        #expect(video.nominalFrameRate < 0)
        let audio = try #require(variant.audioAttributes)
        #expect(audio.renditions.channelCount < 0)
        #expect(audio.renditions.sampleRate < 0)
        #expect(try Self.variant("AVERAGE-BANDWIDTH=9").peakBitRate < 0)
    }

    @Test(arguments: [
        ("", true, true), (#",CODECS="avc1.64001f,mp4a.40.2""#, true, true),
        (#",CODECS="avc1.64001f""#, true, false), (#",CODECS="mp4a.40.2""#, false, true),
        (#",CODECS="avc1.64001f",AUDIO="a""#, true, true),
        (#",CODECS="mp4a.40.2",RESOLUTION=1x1"#, true, true),
        (#",CODECS="mp4a.40.2,what""#, true, true), (#",CODECS="wvtt""#, false, false),
    ])
    func `has the media that its codecs and attributes speak of`(
        attributes: String, video: Bool, audio: Bool
    ) throws {
        let variant = try Self.variant("BANDWIDTH=9" + attributes)
        #expect((variant.videoAttributes != nil) == video)
        #expect((variant.audioAttributes != nil) == audio)
    }

    @Test(arguments: [
        ("avc1.64001f,alac", true), ("fLaC", true), ("avc1.64001f,mp4a.40.2", false),
        ("ec-3", false),
    ])
    func `is lossless with a codec that loses nothing`(codecs: String, isLossless: Bool) throws {
        let variant = try Self.variant("BANDWIDTH=9,CODECS=\"\(codecs)\"")
        #expect(variant.audioAttributes?.isLossless == isLossless)
    }

    @Test(arguments: [
        ("SDR", false), ("HLG", true), ("PQ", true), ("NEW", false),
    ])
    func `is HDR with PQ and HLG`(range: String, isHDR: Bool) throws {
        #expect(try Self.variant("BANDWIDTH=9,VIDEO-RANGE=\(range)").isHDR == isHDR)
    }

    @Test func `is no playlist of I-frames`() throws {
        let variants = try Self.variants(
            #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI="i""#
                + "\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n")
        #expect(variants.map(\.uri) == ["v"])
    }

    @Test func `is found again after its token has changed, and is not taken for another`() throws {
        var old = try Self.variant("BANDWIDTH=9")
        old.uri = "v?token=1"
        var new = old
        new.uri = "v?token=2"
        #expect(old.isSame(as: new))
        new.peakBitRate = 10
        #expect(!old.isSame(as: new))
        new = old
        new.uri = "w"
        #expect(!old.isSame(as: new))
        (old.stableID, new.stableID) = ("a", "a")
        #expect(old.isSame(as: new))
        new.stableID = "b"
        new.uri = old.uri
        #expect(!old.isSame(as: new))
        new = old
        new.groups.audio = "surround"
        #expect(!old.isSame(as: new))
    }
}
