import DownloadCore
import Testing

typealias RestartTests = `A download that goes on`

@Suite struct `A download that goes on` {
    static let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\nv.m3u8\n"

    static func copy(_ key: String, _ url: String, _ text: String) -> PlaylistCopy {
        PlaylistCopy(key: key, url: url, entityTag: "\"\(key)\"", bytes: Array(text.utf8))
    }

    static func key(_ index: Int) -> DownloadSnapshot.PartKey {
        .init(stream: "v.m3u8", index: index)
    }

    /// Four segments, of which 1 and 3 are stored and 2 has 100 bytes.
    static let snapshot = DownloadSnapshot(
        url: TestDownload.url,
        playlists: [
            copy("", TestDownload.url, multivariant),
            copy("v.m3u8", "http://host/a/v.m3u8", TestDownload.mediaPlaylist(4)),
        ],
        stored: [key(0), key(2)],
        partials: [key(1): .init(byteCount: 100, entityTag: "\"v1\"")])

    /// - Parameter media: what the media playlist is now; nil: not modified.
    static func resumed(
        _ snapshot: DownloadSnapshot = snapshot, media: String? = nil
    ) -> TestDownload {
        var download = TestDownload(resuming: snapshot)
        download.respond(1, .status(304))
        if let media {
            download.playlist(2, media)
        } else {
            download.respond(2, .status(304))
        }
        return download
    }

    @Test func `asks whether playlists changed, and takes its copies when not`() {
        let download = Self.resumed()
        #expect(download.allFetches.prefix(2).map(\.ifNoneMatch) == ["\"\"", "\"v.m3u8\""])
        #expect(download.machine.plans.count == 1)
    }

    @Test func `fetches nothing that is stored, and the rest of what is not`() {
        let download = Self.resumed()
        let parts = download.allFetches.dropFirst(2)
        #expect(parts.map(\.url) == ["http://host/a/s2.ts", "http://host/a/s4.ts"])
        #expect(parts.map(\.rangeStart) == [100, nil])
        #expect(parts.map(\.ifRange) == ["\"v1\"", nil])
        #expect(download.machine.progress.partsStored == 2)
    }

    @Test func `leaves a server alone that asked an earlier run for it`() throws {
        var first = TestDownload.ofSegments(4)
        first.respond(2, .status(503, retryAfter: .seconds(30)), at: .seconds(1))
        let pause = ServerPause(host: "host", time: .seconds(30))
        // Before anything else that may end the run.
        #expect(first.commands.first == .keepPause(pause))
        var snapshot = Self.snapshot
        snapshot.pauses = [ServerPause(host: pause.host, time: .seconds(20))]
        var download = TestDownload(resuming: snapshot)
        #expect(download.allFetches.isEmpty)
        #expect(download.pause == .seconds(20))
        let (request, time) = try download.wakeUntilFetch()
        #expect(request.resource == .multivariantPlaylist)
        #expect(time == .seconds(20))
    }

    @Test func `asks other servers meanwhile, and waits no longer than anybody may ask it to`()
        throws
    {
        var snapshot = Self.snapshot
        snapshot.pauses = [ServerPause(host: "other", time: .seconds(20))]
        #expect(TestDownload(resuming: snapshot).allFetches.count == 1)
        snapshot.pauses = [ServerPause(host: "host", time: .seconds(7_200))]
        var download = TestDownload(resuming: snapshot)
        #expect(try download.wakeUntilFetch().time == .seconds(3_600))
    }

    @Test func `keeps its parts when the playlist changed in words only`() {
        let download = Self.resumed(media: TestDownload.mediaPlaylist(4) + "# comment\n")
        #expect(download.allFetches.count == 4)
        #expect(!download.history.names.contains("discardStream"))
    }

    @Test func `keeps its parts when the presentation moved`() {
        var download = TestDownload(url: "http://other/b/i.m3u8", resuming: Self.snapshot)
        #expect(download.fetches.map(\.ifNoneMatch) == [nil])
        download.playlist(1, Self.multivariant)
        download.playlist(2, TestDownload.mediaPlaylist(4))
        #expect(download.fetches.map(\.url) == ["http://other/b/s2.ts", "http://other/b/s4.ts"])
    }

    @Test(arguments: [
        TestDownload.mediaPlaylist(4, name: "t"), TestDownload.mediaPlaylist(5),
    ])
    func `throws a stream away that became another, before it keeps the playlist`(
        media: String
    ) throws {
        let download = Self.resumed(media: media)
        let parts = download.allFetches.dropFirst(2)
        #expect(parts.count == 4)
        #expect(parts.allSatisfy { $0.rangeStart == nil })
        let discarded = try #require(
            download.history.firstIndex { $0 == .discardStream(0) })
        let kept = try #require(
            download.history.firstIndex {
                if case .keepPlaylist(.mediaPlaylist, _) = $0 { true } else { false }
            })
        #expect(discarded < kept, "a crash between the two would mix old parts with a new playlist")
    }

    @Test func `with everything on disk has only to seal`() {
        var snapshot = Self.snapshot
        snapshot.stored = Set((0..<4).map(Self.key))
        var download = Self.resumed(snapshot)
        #expect(download.allFetches.count == 2)
        #expect(download.commands.names.contains("seal"))
        download.send(.sealed)
        #expect(download.outcome == .completed)
    }

    @Test func `does not trust more bytes than a byte range has`() {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-BYTERANGE:50@1000
            #EXTINF:4,
            all.mp4
            #EXT-X-ENDLIST

            """
        var snapshot = Self.snapshot
        snapshot.playlists[1] = Self.copy("v.m3u8", "http://host/a/v.m3u8", text)
        snapshot.stored = []
        snapshot.partials = [Self.key(0): .init(byteCount: 51, entityTag: "\"v1\"")]
        #expect(Self.resumed(snapshot).allFetches.last?.rangeStart == 1000)
        snapshot.partials = [Self.key(0): .init(byteCount: 50, entityTag: "\"v1\"")]
        #expect(Self.resumed(snapshot).history.names.contains("recheck"))
    }

    @Test func `tries a stale copy's playlist anew when the server has nothing to compare`() {
        var snapshot = Self.snapshot
        snapshot.playlists[0].entityTag = nil
        var download = TestDownload(resuming: snapshot)
        #expect(download.fetches.map(\.ifNoneMatch) == [nil])
        download.respond(1, .status(304))
        #expect(download.failure?.reason == .status(304), "nobody asked conditionally")
    }
}
