import DownloadCore
import Testing

@Suite struct `A key that cannot be had` {
    /// Six segments under one key, unless some are to have others.
    static func media(_ key: String = "k", _ others: [Int: String] = [:]) -> String {
        let lines = (1...6).map { number in
            let key = number == 1 ? key : others[number]
            return (key.map { "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0)\"\n" } ?? "")
                + "#EXTINF:4,\ns\(number).ts\n"
        }
        return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + lines.joined() + "#EXT-X-ENDLIST\n"
    }

    /// The media playlist of the first source is there, its first key asked for by request 3.
    static func download(
        _ text: String = media(), parallel: Int = 1, resuming snapshot: DownloadSnapshot? = nil
    ) -> TestDownload {
        var download = TestDownload(
            options: DownloadOptions(parallelRequests: parallel), resuming: snapshot)
        download.playlist(1, `A stream that is in several places`.twice)
        download.playlist(2, text)
        return download
    }

    @Test(arguments: [400, 401, 403, 404, 410, 451])
    func `is got from the next source`(status: Int) {
        var download = Self.download()
        #expect(download.fetches.map(\.url) == ["http://a/k"])
        download.respond(3, .status(status))
        #expect(download.outcome == nil)
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        download.playlist(4, Self.media())
        #expect(download.fetches.map(\.url) == ["http://b/k"])
        download.key(5)
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts"])
        for id in 6...11 { download.deliver(id) }
        #expect(download.commands.names.contains("seal"))
        #expect(!download.allFetches.contains { $0.url.hasPrefix("http://a/s") })
    }

    @Test func `is got from the next source when it stays of a wrong length`() throws {
        var download = Self.download()
        var (request, time) = (3, Duration.zero)
        while download.fetches.first?.url != "http://b/v.m3u8" {
            download.respond(request, .ok(5), at: time)
            download.send(.endedKey(RequestID(request), byteCount: 5), at: time)
            #expect(download.outcome == nil)
            guard download.fetches.isEmpty else { break }
            let next = try download.wakeUntilFetch()
            #expect(next.request.url == "http://a/k")
            (request, time) = (next.request.id.number, next.time)
        }
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
    }

    @Test func `leaves no request for the other keys of its source`() {
        var download = Self.download(Self.media("k1", [3: "k2", 5: "k3"]), parallel: 2)
        #expect(download.fetches.map(\.url) == ["http://a/k1", "http://a/k2"])
        download.respond(3, .status(404))
        #expect(download.commands.contains(.abort(RequestID(4))))
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        // What comes of them is of no use, and does not stop the download.
        download.respond(4, .status(404))
        download.playlist(5, Self.media("k1", [3: "k2", 5: "k3"]))
        #expect(download.fetches.map(\.url) == ["http://b/k1", "http://b/k2"])
        #expect(download.outcome == nil)
    }

    @Test func `ends the download when the key is the same everywhere`() {
        var download = Self.download(Self.media("http://keys/k"))
        download.respond(3, .status(404))
        download.playlist(4, Self.media("http://keys/k"))
        #expect(download.fetches.map(\.url) == ["http://c/v.m3u8"])
        download.playlist(5, Self.media("http://keys/k"))
        #expect(download.failure?.reason == .status(404))
        #expect(download.failure?.resource == .key(0))
        #expect(download.failure?.url == "http://keys/k")
        #expect(download.allFetches.count { $0.url == "http://keys/k" } == 1)
    }

    @Test func `ends the download with its failure when it is nowhere`() {
        var download = Self.download()
        download.respond(3, .status(404))
        download.playlist(4, Self.media())
        download.respond(5, .status(403))
        download.playlist(6, Self.media())
        #expect(download.fetches.map(\.url) == ["http://c/k"])
        download.respond(7, .status(410))
        #expect(download.failure?.reason == .status(404))
        #expect(download.failure?.url == "http://a/k")
    }

    @Test func `moves each stream that needs it, and none else`() {
        var download = TestDownload()
        download.playlist(
            1,
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES,URI="http://a/a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="h",NAME="A",DEFAULT=YES,URI="http://b/a.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="A",DEFAULT=YES,URI="http://t/t.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g",SUBTITLES="s"
            http://a/v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="h",SUBTITLES="s"
            http://b/v.m3u8

            """)
        for id in 2...3 { download.playlist(id, Self.media()) }
        download.playlist(4, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://a/k"])
        download.respond(5, .status(404))
        let urls = download.fetches.map(\.url)
        #expect(urls.prefix(2) == ["http://b/v.m3u8", "http://b/a.m3u8"])
        #expect(urls.dropFirst(2).allSatisfy { $0.hasPrefix("http://t/") })
        #expect(urls.count == 4, "text goes on meanwhile")
    }

    @Test func `ends the download when what is stored needs it`() {
        let snapshot = DownloadSnapshot(
            url: TestDownload.url,
            playlists: [
                RestartTests.copy("http://a/v.m3u8", "http://a/v.m3u8", Self.media())
            ],
            stored: [.init(stream: "http://a/v.m3u8", index: 0)])
        var download = Self.download(resuming: snapshot)
        #expect(download.fetches.map(\.url) == ["http://a/k"])
        download.respond(3, .status(404))
        #expect(download.failure?.reason == .status(404))
        #expect(download.failure?.url == "http://a/k")
    }

    @Test func `keeps the key of what is stored when the rest comes from elsewhere`() {
        let snapshot = DownloadSnapshot(
            url: TestDownload.url,
            playlists: [
                RestartTests.copy(
                    "http://a/v.m3u8", "http://a/v.m3u8", Self.media("k1", [3: "k2"]))
            ],
            stored: Set((0...1).map { .init(stream: "http://a/v.m3u8", index: $0) }),
            keys: ["http://a/k1"])
        var download = Self.download(Self.media("k1", [3: "k2"]), resuming: snapshot)
        #expect(download.fetches.map(\.url) == ["http://a/k2"])
        download.respond(3, .status(404))
        download.playlist(4, Self.media("k1", [3: "k2"]))
        #expect(download.fetches.map(\.url) == ["http://b/k2"])
        download.key(5)
        #expect(download.fetches.map(\.url) == ["http://b/s3.ts"])
        let parts = download.machine.plans[0]?.parts ?? []
        #expect(
            parts.map(\.keyURL)
                == ["http://a/k1", "http://a/k1"] + Array(repeating: "http://b/k2", count: 4))
        #expect(!download.history.names.contains("discardStream"))
    }
}

extension TestDownload {
    /// A key of 16 bytes arrives and is stored.
    fileprivate mutating func key(_ id: Int) {
        respond(id, .ok(16))
        send(.endedKey(RequestID(id), byteCount: 16))
        let stored = commands.compactMap { command -> ResourceID? in
            if case .storeKey(let resource) = command { resource } else { nil }
        }
        for resource in stored { send(.stored(resource)) }
    }
}
