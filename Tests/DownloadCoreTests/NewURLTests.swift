import DownloadCore
import Testing

@Suite struct `A download whose URL has expired` {
    static let refusals = [401, 403, 410]
    static let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\nv.m3u8?token=1\n"

    @Test(arguments: refusals) func `in the middle asks for another`(status: Int) {
        var download = TestDownload.ofSegments(6)
        download.respond(4, .status(status))
        guard case .needsNewURL(let failure)? = download.outcome else {
            Issue.record("ended otherwise: \(String(describing: download.outcome))")
            return
        }
        #expect(failure.reason == .status(status))
        #expect(failure.subject.contains("segment 3"))
        #expect(failure.description.contains("get a URL that is still valid") || status == 401)
    }

    @Test(arguments: refusals) func `before its media playlist asks for another`(status: Int) {
        var download = TestDownload()
        download.playlist(1, Self.multivariant)
        download.respond(2, .status(status))
        #expect(download.outcome.map { "\($0)".hasPrefix("needsNewURL") } == true)
    }

    @Test(arguments: refusals) func `when it was new has failed`(status: Int) {
        var download = TestDownload()
        download.respond(1, .status(status))
        #expect(download.outcome == download.failure.map { .failed($0) })
        #expect(download.failure?.reason == .status(status))
    }

    @Test(arguments: refusals) func `when it goes on asks for another`(status: Int) {
        var download = TestDownload(resuming: RestartTests.snapshot)
        download.respond(1, .status(status))
        #expect(download.outcome == download.failure.map { .needsNewURL($0) })
    }

    @Test(arguments: [400, 404, 451]) func `is told from one that is wrong`(status: Int) {
        var download = TestDownload.ofSegments(6)
        download.respond(2, .status(status))
        #expect(download.outcome == download.failure.map { .failed($0) })
    }

    /// Part names of the earlier run, whose tokens were others.
    static let snapshot = DownloadSnapshot(
        url: TestDownload.url + "?token=0",
        playlists: [
            RestartTests.copy("", TestDownload.url + "?token=0", multivariant),
            RestartTests.copy(
                "v.m3u8", "http://host/a/v.m3u8?token=0",
                TestDownload.mediaPlaylist(4, query: "?token=0")),
        ],
        stored: [RestartTests.key(0), RestartTests.key(2)],
        partials: [RestartTests.key(1): .init(byteCount: 100, entityTag: "\"v1\"")])

    @Test(arguments: [
        "http://host/a/index.m3u8?token=1", "http://host/other/index.m3u8",
        "https://elsewhere/a/index.m3u8?token=1",
    ])
    func `goes on with another without fetching what is there`(url: String) {
        var download = TestDownload(url: url, resuming: Self.snapshot)
        #expect(download.fetches.map(\.ifNoneMatch) == [nil])
        download.playlist(1, Self.multivariant)
        #expect(download.fetches.map(\.ifNoneMatch) == [nil])
        download.playlist(2, TestDownload.mediaPlaylist(4, query: "?token=1"))
        #expect(!download.history.names.contains("discardStream"))
        let base = url.prefix { $0 != "?" }.dropLast("index.m3u8".count)
        #expect(
            download.fetches.map(\.url) == ["\(base)s2.ts?token=1", "\(base)s4.ts?token=1"])
        #expect(download.fetches.map(\.rangeStart) == [100, nil])
    }

    @Test func `goes on by stable ids when all its names are others`() {
        let stable = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,STABLE-VARIANT-ID=\"v\"\n"
        var snapshot = Self.snapshot
        snapshot.playlists = [
            RestartTests.copy("", TestDownload.url, stable + "old/v.m3u8\n"),
            RestartTests.copy(
                "variant#v", "http://host/a/old/v.m3u8", TestDownload.mediaPlaylist(4)),
        ]
        snapshot.stored = Set([0, 2, 3].map { .init(stream: "variant#v", index: $0) })
        snapshot.partials = [:]
        var download = TestDownload(url: "http://host/b/index.m3u8", resuming: snapshot)
        download.playlist(1, stable + "new/v.m3u8\n")
        download.playlist(2, TestDownload.mediaPlaylist(4))
        #expect(download.fetches.map(\.url) == ["http://host/b/new/s2.ts"])
    }
}
