@testable import DownloadCore
@testable import HLSDownload
import HLSPlaylist
import Testing

/// Streams as a package has them.
enum TestStreams {
    static let initSection = PartPlan(
        kind: .initSection, uri: "i.mp4", duration: .zero, start: .zero, number: 0,
        isDiscontinuity: false)

    static func segment(
        _ number: Int, kind: PartPlan.Kind = .segment, seconds: Duration = .seconds(4),
        initSection: Int? = nil, isDiscontinuity: Bool = false, date: String? = nil
    ) -> PartPlan {
        PartPlan(
            kind: kind, uri: "s\(number)?token=1", duration: seconds, start: .zero, number: number,
            initSection: initSection, isDiscontinuity: isDiscontinuity, programDateTime: date)
    }

    static func stream(
        _ kind: Selection.Stream.Kind = .video, name: String? = nil, language: String? = nil,
        channels: Int? = nil, isDefault: Bool = false
    ) -> Selection.Stream {
        Selection.Stream(
            kind: kind, uri: "\(kind)/index.m3u8", name: name, language: language,
            channels: channels, groupID: nil, isDefault: isDefault, isAutoselect: false,
            isForced: false, characteristics: [])
    }

    static func plan(
        _ stream: Selection.Stream, _ parts: [PartPlan], discontinuitySequence: Int = 0,
        isIndependent: Bool = true
    ) -> StreamPlan {
        StreamPlan(
            stream: stream, playlistURL: "http://a/", parts: parts, targetDuration: .seconds(4),
            version: 3, discontinuitySequence: discontinuitySequence,
            hasIndependentSegments: isIndependent,
            duration: parts.reduce(.zero) { $0 + $1.duration })
    }
}

@Suite struct `The local media playlist` {
    @Test func `lists the files in playing order`() {
        let plan = TestStreams.plan(
            TestStreams.stream(),
            [
                TestStreams.segment(7), TestStreams.segment(8, seconds: .milliseconds(3_960)),
                TestStreams.segment(9, seconds: .microseconds(1_000_001)),
            ], isIndependent: false)
        let text = LocalPlaylists.media(
            .init(
                plan: plan, folder: "0-1", paths: ["00000.ts", "00001.ts", "00002.ts"],
                byteCount: 3))
        #expect(
            text == """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXTINF:4.0,
                00000.ts
                #EXTINF:3.96,
                00001.ts
                #EXTINF:1.000001,
                00002.ts
                #EXT-X-ENDLIST

                """)
    }

    @Test func `keeps init sections, gaps, dates and discontinuities`() throws {
        let plan = TestStreams.plan(
            TestStreams.stream(),
            [
                TestStreams.initSection,
                TestStreams.segment(1, initSection: 0, date: "2026-01-01T00:00:00Z"),
                TestStreams.segment(2, kind: .gap, initSection: 0),
                TestStreams.initSection,
                TestStreams.segment(3, initSection: 3, isDiscontinuity: true),
            ], discontinuitySequence: 5)
        let paths = ["init-00000.mp4", "00001.m4s", nil, "init-00003.mp4", "00004.m4s"]
        let text = LocalPlaylists.media(
            .init(plan: plan, folder: "0-1", paths: paths, byteCount: 3))
        #expect(
            text == """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-DISCONTINUITY-SEQUENCE:5
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MAP:URI="init-00000.mp4"
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
                #EXTINF:4.0,
                00001.m4s
                #EXT-X-GAP
                #EXTINF:4.0,
                gap-2
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="init-00003.mp4"
                #EXTINF:4.0,
                00004.m4s
                #EXT-X-ENDLIST

                """)
        guard case .media(let playlist) = try Playlist(parsing: text) else {
            Issue.record("no media playlist")
            return
        }
        #expect(playlist.segments.map(\.isGap) == [false, true, false])
    }
}

@Suite struct `The local multivariant playlist` {
    @Test func `has the stored variant once for each audio rendition`() {
        let streams = [
            TestStreams.stream(),
            TestStreams.stream(
                .audio, name: "English", language: "en", channels: 2, isDefault: true),
            TestStreams.stream(.audio, name: "English", language: "en", channels: 6),
            TestStreams.stream(.subtitles, name: "Français", language: "fr"),
        ]
        let selection = Selection(
            peakBitRate: 713_000, averageBitRate: 597_000, codecs: "hvc1.2.4.L90.90,mp4a.40.2",
            width: 960, height: 540, frameRate: 23.976, videoRange: "PQ", streams: streams)
        let local = streams.enumerated().map { index, stream in
            LocalPlaylists.Stream(
                plan: TestStreams.plan(stream, [TestStreams.segment(1)]), folder: "\(index)-0",
                paths: ["00000.m4s"], byteCount: 1_000)
        }
        let variant = """
            #EXT-X-STREAM-INF:BANDWIDTH=713000,AVERAGE-BANDWIDTH=597000,\
            CODECS="hvc1.2.4.L90.90,mp4a.40.2",RESOLUTION=960x540,FRAME-RATE=23.976,\
            VIDEO-RANGE=PQ,
            """
        #expect(
            LocalPlaylists.multivariant(selection, local) == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio-1",NAME="English",LANGUAGE="en",\
                DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="1-0/index.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio-2",NAME="English",LANGUAGE="en",\
                DEFAULT=NO,AUTOSELECT=NO,CHANNELS="6",URI="2-0/index.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="Français",LANGUAGE="fr",\
                DEFAULT=NO,AUTOSELECT=NO,URI="3-0/index.m3u8"
                \(variant)AUDIO="audio-1",SUBTITLES="subtitles"
                0-0/index.m3u8
                \(variant)AUDIO="audio-2",SUBTITLES="subtitles"
                0-0/index.m3u8

                """)
    }

    @Test func `has further variants with what they declare, and other views beside the first`() {
        var other = TestStreams.stream(name: "other")
        other.uri = "low/index.m3u8"
        other.variant = Selection.Variant(peakBitRate: 90_000, width: 256, height: 144)
        var view = TestStreams.stream(name: "Goal", language: "en")
        view.uri = "goal/index.m3u8"
        let streams = [TestStreams.stream(), other, view]
        let selection = Selection(peakBitRate: 713_000, streams: streams)
        let local = streams.enumerated().map { index, stream in
            LocalPlaylists.Stream(
                plan: TestStreams.plan(stream, [TestStreams.segment(1)]), folder: "\(index)-0",
                paths: ["00000.m4s"], byteCount: 1_000)
        }
        #expect(
            LocalPlaylists.multivariant(selection, local) == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="views",NAME="main",DEFAULT=YES,AUTOSELECT=YES
                #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="views",NAME="Goal",LANGUAGE="en",\
                DEFAULT=NO,AUTOSELECT=NO,URI="2-0/index.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=713000,VIDEO="views"
                0-0/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=90000,RESOLUTION=256x144
                1-0/index.m3u8

                """)
    }

    @Test func `keeps renditions of one group in one group`() {
        var streams = [TestStreams.stream()]
        for (name, group) in [("English", "stereo"), ("French", "stereo"), ("Surround", "six")] {
            var stream = TestStreams.stream(.audio, name: name)
            stream.uri = name
            stream.groupID = group
            streams.append(stream)
        }
        let selection = Selection(peakBitRate: 713_000, streams: streams)
        let local = streams.enumerated().map { index, stream in
            LocalPlaylists.Stream(
                plan: TestStreams.plan(stream, [TestStreams.segment(1)]), folder: "\(index)-0",
                paths: ["00000.m4s"], byteCount: 1_000)
        }
        let lines = LocalPlaylists.multivariant(selection, local).split(separator: "\n")
        let groups = lines.filter { $0.hasPrefix("#EXT-X-MEDIA") }.map {
            $0.split(separator: "\"")[1]
        }
        #expect(groups == ["audio-1", "audio-1", "audio-3"])
        #expect(lines.filter { $0.hasPrefix("#EXT-X-STREAM-INF") }.count == 2)
    }

    @Test func `measures the bitrate that nobody declared`() {
        let selection = Selection(mediaPlaylistAt: "")
        let plan = TestStreams.plan(
            selection.streams[0], [TestStreams.segment(1)], isIndependent: false)
        let local = LocalPlaylists.Stream(
            plan: plan, folder: "0-0", paths: ["00000.ts"], byteCount: 50_001)
        #expect(
            LocalPlaylists.multivariant(selection, [local]) == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-STREAM-INF:BANDWIDTH=100002
                0-0/index.m3u8

                """)
    }
}

@Suite struct `The package's layout` {
    @Test(arguments: [
        (Container.fragmentedMP4, PartPlan.Kind.initSection, "0-1/init-00007.mp4"),
        (.fragmentedMP4, .segment, "0-1/00007.m4s"), (.mpegTS, .segment, "0-1/00007.ts"),
        (.packedAudio, .segment, "0-1/00007.aac"), (.webVTT, .segment, "0-1/00007.vtt"),
    ])
    func `names parts by counter and container`(
        container: Container, kind: PartPlan.Kind, path: String
    ) {
        #expect(PackageLayout.path(kind, at: 7, in: "0-1", container) == path)
    }

    @Test func `names folders by counter and declared bitrate`() {
        #expect(PackageLayout.folder(stream: 0, kind: .video, peakBitRate: 800) == "0-800")
        #expect(PackageLayout.folder(stream: 2, kind: .audio, peakBitRate: 800) == "2-0")
    }

    @Test(arguments: [(0, "00000"), (99_999, "99999"), (123_456, "123456")])
    func `pads counters to five digits`(number: Int, text: String) {
        #expect(PackageLayout.padded(number) == text)
    }
}

@Suite struct `The package's XML` {
    @Test func `escapes what a server wrote`() {
        let text = MoviePackageXML.streamInfo(
            .init(
                id: "0-1", folder: "0-1", kind: .video, url: "http://a/?x=\"1\"&y=<2>\u{1}",
                peakBitRate: 1, isComplete: false, playlist: "Data/0.m3u8", parts: []))
        #expect(
            text.contains("<NetworkURL>http://a/?x=&quot;1&quot;&amp;y=&lt;2&gt;</NetworkURL>"))
        #expect(text.contains("<Complete>NO</Complete>"))
    }
}
