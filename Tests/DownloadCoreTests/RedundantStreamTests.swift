import DownloadCore
import Testing

@Suite struct `A stream that is in several places` {
    static let twice = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=9
        http://a/v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9
        http://b/v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9
        http://c/v.m3u8

        """

    static let patient = DownloadOptions(parallelRequests: 1)

    /// Six segments, the first request for one of them open as request 3.
    static func download(_ options: DownloadOptions = patient) -> TestDownload {
        var download = TestDownload(options: options)
        download.playlist(1, twice)
        download.playlist(2, TestDownload.mediaPlaylist(6))
        return download
    }

    @Test(arguments: [400, 401, 403, 404, 410, 451])
    func `is fetched from the next when a segment is not there`(status: Int) {
        var download = Self.download()
        download.deliver(3)
        download.respond(4, .status(status))
        #expect(download.outcome == nil)
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        download.playlist(5, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://b/s2.ts"])
        for id in 6...10 { download.deliver(id) }
        #expect(download.commands.names.contains("seal"))
        let parts = download.allFetches.filter { $0.url.hasSuffix(".ts") }.map(\.url)
        #expect(
            parts == ["http://a/s1.ts", "http://a/s2.ts"] + (2...6).map { "http://b/s\($0).ts" })
    }

    @Test func `is fetched from the next when its playlist is not there`() {
        var download = TestDownload(options: Self.patient)
        download.playlist(1, Self.twice)
        download.respond(2, .status(404))
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        download.playlist(3, TestDownload.mediaPlaylist(2))
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts"])
    }

    @Test func `says that it is fetched from elsewhere, and why`() {
        var download = Self.download()
        download.respond(3, .status(404))
        #expect(
            download.commands.contains(
                .report(
                    .switched(
                        stream: 0, from: "http://a/v.m3u8", to: "http://b/v.m3u8",
                        why: "the server answers 404"))))
    }

    @Test func `is given up by no failure that passes`() throws {
        var download = Self.download()
        download.respond(3, .status(503))
        let retry = try download.wakeUntilFetch()
        #expect(retry.request.url == "http://a/s1.ts")
        download.fail(retry.request.id.number, at: retry.time)
        #expect(try download.wakeUntilFetch().request.url == "http://a/s1.ts")
    }

    @Test func `is fetched from the next when retries are used up`() throws {
        let options = DownloadOptions(
            parallelRequests: 1, retry: RetryPolicy(failuresWithoutProgress: 2))
        var download = Self.download(options)
        download.respond(3, .status(500))
        let retry = try download.wakeUntilFetch()
        download.respond(retry.request.id.number, .status(500), at: retry.time)
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
    }

    @Test func `ends the download with the first failure when it is nowhere`() {
        var download = Self.download()
        download.respond(3, .status(404))
        download.respond(4, .status(403))
        #expect(download.fetches.map(\.url) == ["http://c/v.m3u8"])
        download.playlist(5, TestDownload.mediaPlaylist(6))
        download.respond(6, .status(410))
        #expect(download.failure?.reason == .status(404))
        #expect(download.failure?.url == "http://a/s1.ts")
        #expect(download.outcome == download.failure.map { .failed($0) })
    }

    @Test(arguments: [
        TestDownload.mediaPlaylist(5),
        TestDownload.mediaPlaylist(6).replacing("#EXTINF:4,\ns3", with: "#EXTINF:3.8,\ns3"),
        TestDownload.mediaPlaylist(6).replacing(
            "TION:4\n", with: "TION:4\n#EXT-X-MEDIA-SEQUENCE:7\n"),
        TestDownload.mediaPlaylist(6, end: false), "#EXTM3U\n", "<html>",
    ])
    func `is not fetched from where it has other segments`(playlist: String) {
        var download = Self.download()
        download.deliver(3)
        download.respond(4, .status(404))
        download.playlist(5, playlist)
        #expect(download.fetches.map(\.url) == ["http://c/v.m3u8"])
        download.playlist(6, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://c/s2.ts"])
    }

    @Test func `may have other names and slightly other durations there`() {
        var download = Self.download()
        download.respond(3, .status(404))
        download.playlist(
            4,
            TestDownload.mediaPlaylist(6, name: "t").replacing(
                "#EXTINF:4,", with: "#EXTINF:4.0001,"))
        #expect(download.fetches.map(\.url) == ["http://b/t1.ts"])
    }

    @Test func `goes on inside a segment only under the same entity tag`() {
        var download = Self.download(DownloadOptions(parallelRequests: 2))
        download.respond(3, .ok(188))
        download.receive(3, 100)
        download.respond(4, .status(404))
        #expect(download.commands.contains(.abort(RequestID(3))))
        download.playlist(5, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts", "http://b/s2.ts"])
        #expect(download.fetches[0].ifRange == "\"v1\"")
        #expect(download.fetches[0].rangeStart == 100)
        download.respond(6, .ok(188, tag: "\"other\""))
        #expect(download.commands.compactMap(\.bodyPlan).map(\.appendAt) == [0])
    }

    @Test func `is not looked for elsewhere when it is live`() {
        var download = TestDownload(options: Self.patient)
        download.playlist(1, Self.twice)
        download.playlist(2, TestDownload.mediaPlaylist(6, end: false))
        #expect(download.failure?.reason == .live)
    }

    @Test func `does not hold up the others while it moves`() {
        var download = TestDownload(options: DownloadOptions(parallelRequests: 2))
        download.playlist(
            1,
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES,URI="http://x/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
            http://a/v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
            http://b/v.m3u8

            """)
        download.playlist(2, TestDownload.mediaPlaylist(6))
        download.playlist(3, TestDownload.mediaPlaylist(6))
        download.respond(4, .status(404))
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        download.deliver(5)
        #expect(download.allFetches.last?.url == "http://x/s2.ts")
        download.playlist(6, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts"])
    }

    @Test func `keeps what an earlier run has from elsewhere`() {
        var snapshot = DownloadSnapshot(
            url: TestDownload.url,
            playlists: [
                RestartTests.copy(
                    "http://a/v.m3u8", "http://b/v.m3u8", TestDownload.mediaPlaylist(4, name: "t"))
            ],
            stored: Set([0, 1, 2].map { .init(stream: "http://a/v.m3u8", index: $0) }))
        for (url, discards) in [("http://b/v.m3u8", false), ("http://z/v.m3u8", true)] {
            snapshot.playlists[0].url = url
            var download = TestDownload(options: Self.patient, resuming: snapshot)
            download.playlist(1, Self.twice)
            download.playlist(2, TestDownload.mediaPlaylist(4))
            #expect(download.history.names.contains("discardStream") == discards)
            #expect(
                download.fetches.map(\.url) == [discards ? "http://a/s1.ts" : "http://a/s4.ts"])
        }
    }

    @Test func `gets the keys that it has there`() {
        let keyed = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"
        let media = TestDownload.mediaPlaylist(2).replacing("TION:4\n", with: "TION:4\n" + keyed)
        var download = TestDownload(options: Self.patient)
        download.playlist(1, Self.twice)
        download.playlist(2, media)
        #expect(download.fetches.map(\.url) == ["http://a/k"])
        download.respond(3, .ok(16))
        download.send(.endedKey(RequestID(3), byteCount: 16))
        download.send(.stored(.key(0)))
        download.respond(4, .status(404))
        download.playlist(5, media)
        #expect(download.fetches.map(\.url) == ["http://b/k"])
        download.respond(6, .ok(16))
        download.send(.endedKey(RequestID(6), byteCount: 16))
        download.send(.stored(.key(1)))
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts"])
    }
}
