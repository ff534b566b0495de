import DownloadCore
import Testing

@Suite struct `A download` {
    @Test func `begins with its playlist, then the streams', then parts in the order of time`() {
        var download = TestDownload()
        #expect(download.fetches.map(\.url) == [TestDownload.url])
        download.playlist(
            1,
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",URI="../b/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
            v.m3u8

            """)
        #expect(download.fetches.map(\.url) == ["http://host/a/v.m3u8", "http://host/b/a.m3u8"])
        download.playlist(2, TestDownload.mediaPlaylist(3))
        #expect(download.fetches.isEmpty)
        download.playlist(3, TestDownload.mediaPlaylist(3, name: "t"))
        let urls = ["a/s1.ts", "b/t1.ts", "a/s2.ts", "b/t2.ts"].map { "http://host/" + $0 }
        #expect(download.fetches.map(\.url) == urls)
        #expect(download.fetches.map(\.priority) == [1, 1, 4_001, 4_001])
        #expect(
            download.allFetches.map(\.acceptsCompression).prefix(4) == [true, true, true, false])
    }

    @Test(arguments: 1...5)
    func `never has more requests open than it may`(limit: Int) {
        var download = TestDownload.ofSegments(8, options: .init(parallelRequests: limit))
        var open = download.fetches.count
        #expect(open == limit)
        for id in 2...9 {
            download.respond(id, .ok(188))
            download.receive(id, 188)
            download.end(id)
            open += download.fetches.count - 1
            #expect(open <= limit)
            #expect(open == limit || download.allFetches.count == 9)
        }
    }

    @Test func `is complete when every part is stored and the package is sealed`() {
        var download = TestDownload.ofSegments(3)
        for id in 2...4 { download.deliver(id) }
        // What was loaded, how far that is, the stream, the content.
        #expect(download.commands.names == ["report", "report", "report", "report", "seal"])
        #expect(download.outcome == nil)
        download.send(.sealed)
        #expect(download.outcome == .completed)
        #expect(download.machine.progress.fraction == 1)
        #expect(download.machine.progress.bytesReceived == 188 * 3 + 98)
    }

    @Test func `does nothing any more once it is over`() {
        var download = TestDownload.ofSegments(3)
        download.send(.cancelled)
        #expect(download.commands.names == ["abort", "abort", "abort", "finish"])
        #expect(download.outcome == .cancelled)
        for event in [DownloadEvent.woke, .received(RequestID(2), byteCount: 1), .sealed] {
            #expect(download.send(event, at: .seconds(99)).isEmpty)
        }
    }

    @Test func `ends when the disk refuses, and says so`() {
        var download = TestDownload.ofSegments(3)
        download.send(.storeFailed(.diskFull(path: "x")))
        #expect(download.failure?.reason == .store(.diskFull(path: "x")))
        #expect(
            download.failure?.description
                == "cannot download to the package: no space left to write x; "
                + "make room and start again to go on")
    }

    @Test(arguments: ["ftp://host/a", "a.m3u8", "file:///a", ""])
    func `does not begin with anything but http and https`(url: String) {
        let download = TestDownload(url: url)
        guard case .refused? = download.failure?.reason else {
            Issue.record("not refused: \(String(describing: download.outcome))")
            return
        }
        #expect(download.allFetches.isEmpty)
    }

    @Test func `refuses a live presentation`() {
        var download = TestDownload()
        download.playlist(1, TestDownload.mediaPlaylist(3, end: false))
        #expect(download.failure?.reason == .live)
    }

    @Test(arguments: [
        ("<html><body>Sign in</body></html>", "HTML"), ("", "empty"),
    ])
    func `says what came in place of a playlist`(text: String, word: String) {
        var download = TestDownload()
        download.playlist(1, text)
        #expect(download.failure?.description.contains(word) == true)
    }

    @Test(arguments: ["http://other/x.ts", "ftp://host/x.ts", "file:///etc/passwd"])
    func `over https goes to https only`(uri: String) {
        var download = TestDownload(url: "https://host/index.m3u8")
        download.playlist(
            1, "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(uri)\n#EXT-X-ENDLIST\n")
        guard case .refused? = download.failure?.reason else {
            Issue.record("not refused: \(String(describing: download.outcome))")
            return
        }
    }

    @Test func `counts a playlist that trickles in as alive, and its bytes once`() {
        var download = TestDownload()
        download.respond(1, .status(200))
        for second in stride(from: 15, through: 90, by: 15) {
            download.receive(1, 10, at: .seconds(second))
            download.send(.woke, at: .seconds(second))
        }
        #expect(!download.history.names.contains("abort"))
        let text = TestDownload.mediaPlaylist(3)
        download.send(.endedPlaylist(RequestID(1), bytes: Array(text.utf8)), at: .seconds(95))
        #expect(download.fetches.count == 3)
        #expect(download.machine.progress.bytesReceived == text.utf8.count)
    }

    @Test func `does not take a part of a playlist for the playlist`() {
        var download = TestDownload()
        download.respond(1, .partial(0, 9, of: 100))
        #expect(!download.history.names.contains("receivePlaylist"))
        #expect(download.pause != nil)
    }
}
