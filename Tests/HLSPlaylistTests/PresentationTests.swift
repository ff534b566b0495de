import HLSPlaylist
import Testing

@Suite struct `The media playlists of a presentation` {
    private static func playlist(
        target: Int = 4, type: MediaPlaylist.PlaylistType? = .vod, segments: Int = 3,
        discontinuities: Int = 0, at times: [Int] = [], date: String? = nil,
        iFrames: Bool = false
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist(
            targetDuration: .seconds(target),
            segments: (0..<segments).map { index in
                var segment = MediaSegment(uri: "\(index).ts", duration: .seconds(4))
                segment.isDiscontinuity =
                    index >= segments - discontinuities || times.contains(index)
                if index == 0 { segment.programDateTime = date.map { PlaylistDate(text: $0) } }
                return segment
            })
        playlist.playlistType = type
        playlist.hasEndList = type == .vod
        playlist.isIFramesOnly = iFrames
        return playlist
    }

    private func findings(
        _ role: Presentation.Role, _ playlist: MediaPlaylist,
        beside first: MediaPlaylist = Self.playlist()
    ) -> [RuleID] {
        Presentation(members: [
            .init(role: .rendition(.audio), uri: "audio", playlist: first),
            .init(role: .variant, uri: "first", playlist: first),
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
        #expect(findings(.iFrames, Self.playlist(target: 6, iFrames: true)) == [])
    }

    @Test func `have I-frames only where they are for scrubbing`() {
        #expect(findings(.iFrames, Self.playlist()) == [.presentationIFrames])
        #expect(findings(.variant, Self.playlist(iFrames: true)) == [.presentationIFrames])
        #expect(findings(.iFrames, Self.playlist(iFrames: true)) == [])
    }

    @Test func `have their discontinuities at the same time`() {
        let first = Self.playlist(segments: 9, at: [4])
        #expect(findings(.variant, Self.playlist(segments: 9, at: [5]), beside: first) == [])
        #expect(
            findings(.variant, Self.playlist(segments: 9, at: [6]), beside: first)
                == [.presentationDiscontinuities])
    }

    @Test func `of live media have their discontinuities at the same time on the clock`() {
        let clock = ["2026-05-01T00:00:00Z", "2026-05-01T00:00:08Z"]
        let first = Self.playlist(type: nil, segments: 9, at: [4], date: clock[0])
        let later = Self.playlist(type: nil, segments: 9, at: [2], date: clock[1])
        let moved = Self.playlist(type: nil, segments: 9, at: [4], date: clock[1])
        #expect(findings(.variant, later, beside: first) == [])
        #expect(findings(.variant, moved, beside: first) == [.presentationDiscontinuities])
    }

    @Test func `have dates in all or in none, and the same ones`() {
        let first = Self.playlist(date: "2026-05-01T00:00:00Z")
        let same = Self.playlist(date: "2026-05-01T02:00:04+02:00")
        let other = Self.playlist(date: "2026-05-01T00:00:05Z")
        #expect(findings(.variant, same, beside: first) == [])
        #expect(findings(.variant, Self.playlist(), beside: first) == [.presentationDates])
        #expect(findings(.variant, first) == [.presentationDates])
        #expect(findings(.rendition(.audio), other, beside: first) == [.presentationDates])
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
