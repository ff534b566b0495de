import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `A selection` {
    /// Two audio languages in stereo and 5.1, subtitles in two, a ladder with an HDR variant.
    static let ladder = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="st",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,CHANNELS="2",URI="fr2"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="st",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en2"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="su",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6",URI="en6"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="su",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,CHANNELS="6",URI="fr6"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,URI="tfr"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="ten"
        #EXT-X-STREAM-INF:BANDWIDTH=500,AVERAGE-BANDWIDTH=400,AUDIO="st",SUBTITLES="t"
        mid
        #EXT-X-STREAM-INF:BANDWIDTH=200,AVERAGE-BANDWIDTH=150,AUDIO="st",SUBTITLES="t"
        low
        #EXT-X-STREAM-INF:BANDWIDTH=900,AVERAGE-BANDWIDTH=800,AUDIO="st",SUBTITLES="t"
        high
        #EXT-X-STREAM-INF:BANDWIDTH=980,AVERAGE-BANDWIDTH=880,AUDIO="su",SUBTITLES="t"
        high

        """

    static let withHDR =
        ladder + """
            #EXT-X-STREAM-INF:BANDWIDTH=300,VIDEO-RANGE=HLG,AUDIO="st",SUBTITLES="t"
            hlg
            #EXT-X-STREAM-INF:BANDWIDTH=600,VIDEO-RANGE=PQ,AUDIO="st",SUBTITLES="t"
            pq

            """

    static func streams(_ text: String, _ quality: Quality) throws -> [String]? {
        Selection(of: try MultivariantPlaylist(parsing: text), for: quality)?.streams.map(\.uri)
    }

    @Test(arguments: [
        (Quality.best, ["high", "en2", "en6", "ten"]),
        (.fast, ["low", "en2", "ten"]),
        (.minimumBitrate(201), ["mid", "en2", "ten"]),
        (.minimumBitrate(500), ["mid", "en2", "ten"]),
        (.minimumBitrate(950), ["high", "en2", "en6", "ten"]),
        (.minimumBitrate(5_000), ["high", "en2", "en6", "ten"]),
    ])
    func `takes the variant of the quality with its audio and subtitles`(
        quality: Quality, expected: [String]
    ) throws {
        #expect(try Self.streams(Self.ladder, quality) == expected)
    }

    @Test func `of the best quality prefers HDR to bitrate, and only then`() throws {
        #expect(try Self.streams(Self.withHDR, .best)?.first == "pq")
        #expect(try Self.streams(Self.withHDR, .minimumBitrate(700))?.first == "high")
        #expect(try Self.streams(Self.withHDR, .fast)?.first == "low")
    }

    @Test func `declares the variant line that names the widest audio it takes`() throws {
        let playlist = try MultivariantPlaylist(parsing: Self.ladder)
        #expect(Selection(of: playlist, for: .best)?.peakBitRate == 980)
        #expect(Selection(of: playlist, for: .fast)?.peakBitRate == 200)
    }

    @Test(arguments: [
        ("BANDWIDTH=9,AVERAGE-BANDWIDTH=5", "BANDWIDTH=9,AVERAGE-BANDWIDTH=6", "b"),
        ("BANDWIDTH=9,AVERAGE-BANDWIDTH=6", "BANDWIDTH=9,AVERAGE-BANDWIDTH=6", "a"),
        ("BANDWIDTH=9", "BANDWIDTH=9,AVERAGE-BANDWIDTH=1", "b"),
        ("BANDWIDTH=9", "BANDWIDTH=9", "a"),
    ])
    func `breaks ties by average bitrate, then by order`(
        first: String, second: String, expected: String
    ) throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:\(first)\na\n#EXT-X-STREAM-INF:\(second)\nb\n"
        #expect(try Self.streams(text, .best) == [expected])
        #expect(try Self.streams(text, .fast) == ["a"])
    }

    @Test(arguments: [
        // In the variant's own segments.
        (#"TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES"#, ["v"]),
        // The variant's own media playlist.
        (#"TYPE=AUDIO,GROUP-ID="g",NAME="A",URI="v""#, ["v"]),
        // Neither default nor autoselect: still the audio, since there is no other.
        (#"TYPE=AUDIO,GROUP-ID="g",NAME="A",URI="a""#, ["v", "a"]),
        // Undeclared channels count as stereo.
        (#"TYPE=AUDIO,GROUP-ID="g",NAME="A",CHANNELS="x",URI="a""#, ["v", "a"]),
        // Only in surround: taken in place of stereo, once.
        (#"TYPE=AUDIO,GROUP-ID="g",NAME="A",CHANNELS="6",URI="a""#, ["v", "a"]),
        (#"TYPE=AUDIO,GROUP-ID="other",NAME="A",DEFAULT=YES,URI="a""#, ["v"]),
        (#"TYPE=SUBTITLES,GROUP-ID="s",NAME="S",DEFAULT=YES,FORCED=YES,URI="s""#, ["v"]),
        (#"TYPE=SUBTITLES,GROUP-ID="s",NAME="S",DEFAULT=YES,URI="s""#, ["v", "s"]),
        (#"TYPE=SUBTITLES,GROUP-ID="s",NAME="S",AUTOSELECT=YES,LANGUAGE="en",URI="s""#, ["v"]),
        (#"TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="C",DEFAULT=YES,INSTREAM-ID="CC1""#, ["v"]),
    ])
    func `takes of a rendition what it has to`(media: String, expected: [String]) throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:\(media)
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g",SUBTITLES="s"
            v

            """
        #expect(try Self.streams(text, .best) == expected)
    }

    @Test func `names each media playlist once, since parts are known by it`() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="2",CHANNELS="2",DEFAULT=YES,URI="a"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="6",CHANNELS="6",URI="a"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
            v

            """
        #expect(try Self.streams(text, .best) == ["v", "a"])
    }

    @Test func `cannot be made of a playlist without variants`() throws {
        #expect(Selection(of: MultivariantPlaylist(), for: .best) == nil)
    }

    @Test func `of a media playlist is that one stream`() {
        #expect(Selection(mediaPlaylistAt: "x.m3u8").streams.map(\.uri) == ["x.m3u8"])
    }
}

@Suite struct `A download that is asked in AVFoundation's terms` {
    static let options = DownloadOptions(
        request: SelectionRequest(
            AssetDownloadConfiguration(
                primary: .init(
                    variantQualifiers: [.predicate { $0.peakBitRate < 900 }],
                    mediaSelections: [.language("fr")]))))

    @Test func `fetches what is asked for and says why`() {
        var download = TestDownload(options: Self.options)
        download.playlist(1, `A selection`.ladder)
        let names = download.fetches.map { String($0.url.split(separator: "/").last ?? "") }
        #expect(names == ["mid", "fr2", "tfr"])
        #expect(
            download.machine.resolved?.explanation == [
                "primary: variant mid (500 bit/s): "
                    + "highest peak bitrate among 2 that match peakBitRate < 900",
                "primary: audio Français (fr, 2 channels): fr is asked for",
                "primary: subtitles Français (fr): fr is asked for",
            ])
    }

    @Test(arguments: [
        ("auto", "en", "none"), ("auto; prefer fr", "fr", "fr"), ("auto; audio none", nil, "none"),
    ])
    func `tells what to choose when it is played`(ask: String, audio: String?, text: String) throws
    {
        let sketch = SelectionTable.film + "\nsubs s t fr A\nvar best 999 s=t a=su"
        let playlist = PlaylistSketch(sketch).playlist
        let chosen = try SelectionAsk(ask, of: playlist).resolve().primary.mediaSelection
        func name(_ choice: MediaSelection.Choice) -> String? {
            if case .option(let option) = choice { option.name } else { nil }
        }
        #expect(name(chosen.audible) == audio)
        #expect(name(chosen.legible) ?? "none" == text)
        #expect(chosen.visual == .automatic)
        // What is chosen so is what was downloaded.
        var again = AssetDownloadConfiguration()
        again.primary.mediaSelections = [chosen]
        #expect(
            try Selection.resolve(playlist, again).selection.streams.map(\.uri)
                == (try SelectionAsk(ask, of: playlist).resolve().selection.streams.map(\.uri)))
    }

    @Test func `says what cannot be played when nothing can`() {
        var options = Self.options
        options.request?.capabilities.codecs = ["avc1"]
        var download = TestDownload(options: options)
        download.playlist(1, "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"vp09.00\"\nv\n")
        #expect(
            download.failure?.reason
                == .notAPlaylist(
                    "none of its 1 variants can be played: of v the codec vp09.00 cannot be played")
        )
    }
}
