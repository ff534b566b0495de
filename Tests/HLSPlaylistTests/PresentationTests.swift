import HLSPlaylist
import Testing

@Suite struct `The media playlists of a presentation` {
    private static func playlist(
        target: Int = 4, type: MediaPlaylist.PlaylistType? = .vod, segments: Int = 3,
        discontinuities: Int = 0
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist(
            targetDuration: .seconds(target),
            segments: (0..<segments).map { index in
                var segment = MediaSegment(uri: "\(index).ts", duration: .seconds(4))
                segment.isDiscontinuity = index >= segments - discontinuities
                return segment
            })
        playlist.playlistType = type
        playlist.hasEndList = true
        return playlist
    }

    private func findings(
        _ role: Presentation.Role, _ playlist: MediaPlaylist
    ) -> [RuleID] {
        Presentation(members: [
            .init(role: .rendition(.audio), uri: "audio", playlist: Self.playlist()),
            .init(role: .variant, uri: "first", playlist: Self.playlist()),
            .init(role: role, uri: "other", playlist: playlist),
        ]).findings().map(\.rule)
    }

    @Test func `are fine when they are alike`() {
        #expect(findings(.variant, Self.playlist()) == [])
        #expect(findings(.variant, Self.playlist(segments: 4)) == [])
    }

    @Test func `have the same target duration, subtitles and I-frames of VOD left out`() {
        let other = Self.playlist(target: 6)
        #expect(findings(.variant, other) == [.presentationTargetDuration])
        #expect(findings(.rendition(.audio), other) == [.presentationTargetDuration])
        #expect(findings(.rendition(.subtitles), other) == [])
        #expect(findings(.iFrames, other) == [])
    }

    @Test func `have the same type, discontinuities and duration`() {
        #expect(findings(.variant, Self.playlist(type: nil)) == [.presentationType])
        #expect(
            findings(.variant, Self.playlist(discontinuities: 1)) == [.presentationDiscontinuities])
        #expect(findings(.variant, Self.playlist(segments: 5)) == [.presentationDuration])
    }

    @Test func `say which of them differs, and from which`() {
        let presentation = Presentation(members: [
            .init(role: .variant, uri: "a", playlist: Self.playlist()),
            .init(role: .variant, uri: "b", playlist: Self.playlist(target: 6)),
        ])
        #expect(
            presentation.findings() == [
                Presentation.Finding(
                    rule: .presentationTargetDuration, section: "6.2.4", uri: "b",
                    message: "the target duration is 6 s, that of 'a' 4 s")
            ])
    }

    @Test func `are named by the multivariant playlist, each once`() throws {
        let playlist = try MultivariantPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="n"
                #EXT-X-STREAM-INF:BANDWIDTH=1
                v
                #EXT-X-STREAM-INF:BANDWIDTH=2
                v
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i"
                """)
        let addresses = Presentation.addresses(of: playlist)
        #expect(addresses.map(\.uri) == ["v", "a", "i"])
        #expect(addresses.map(\.role) == [.variant, .rendition(.audio), .iFrames])
    }
}

@Suite struct `An authoring rule` {
    static let faults: [Fault] = [
        .multivariant(
            .authoringResolution, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f",FRAME-RATE=25,AVERAGE-BANDWIDTH=1"#
                + "\nv"),
        .multivariant(
            .authoringFrameRate, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f",RESOLUTION=1x1,AVERAGE-BANDWIDTH=1"#
                + "\nv"),
        .multivariant(
            .authoringAverageBandwidth, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2""# + "\nv"),
        .multivariant(
            .authoringPeak, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=3,CODECS="mp4a.40.2",AVERAGE-BANDWIDTH=1"# + "\nv"),
        .multivariant(
            .authoringLanguage, "4.4.6.1", #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n""#),
        .media(.authoringPlaylistType, "4.4.3.5", "#EXT-X-ENDLIST"),
    ]

    @Test(arguments: faults)
    func `is checked on demand, and breaches are warnings`(fault: Fault) throws {
        let context = ParsingContext(checksAuthoring: true)
        let found = try Playlist(parsing: fault.text, mode: .strict, context: context).diagnostics
            .first { $0.rule == fault.rule }
        #expect(found?.line == fault.line)
        #expect(found?.severity == .warning)
        #expect(found?.section == fault.section)
        let plain = try Playlist(parsing: fault.text).diagnostics
        #expect(!plain.contains { $0.rule == fault.rule })
    }

    @Test func `about video does not bind audio`() throws {
        let text =
            #"#EXTM3U\#n#EXT-X-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=1,CODECS="mp4a.40.2"\#nv"#
        let playlist = try Playlist(parsing: text, context: ParsingContext(checksAuthoring: true))
        #expect(playlist.diagnostics.isEmpty)
    }

    @Test(arguments: RuleID.allCases.filter { $0.rawValue.hasPrefix("authoring.") })
    func `stands in this table`(rule: RuleID) {
        #expect(Self.faults.contains { $0.rule == rule })
    }
}
