import DownloadCore
import Testing

@Suite struct `A host` {
    static func options(parallel: Int, perHost: Int?) -> DownloadOptions {
        var options = DownloadOptions(parallelRequests: parallel)
        options.requestsPerHost = perHost
        return options
    }

    static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES,URI="http://b/a.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
        http://a/v.m3u8

        """

    /// Video from host a, audio from host b, six segments each.
    static func download(_ options: DownloadOptions) -> TestDownload {
        var download = TestDownload(url: "http://m/index.m3u8", options: options)
        download.playlist(1, multivariant)
        download.playlist(2, TestDownload.mediaPlaylist(6))
        download.playlist(3, TestDownload.mediaPlaylist(6))
        return download
    }

    @Test(arguments: [
        (1, ["a", "b"]), (2, ["a", "b", "a", "b"]), (3, ["a", "b", "a", "b", "a", "b"]),
    ])
    func `has no more requests open than it may`(perHost: Int, hosts: [String]) {
        let download = Self.download(Self.options(parallel: 8, perHost: perHost))
        #expect(download.fetches.map { $0.url.host } == hosts)
    }

    @Test func `has as many as there are, when nothing is said`() {
        let download = Self.download(Self.options(parallel: 8, perHost: nil))
        #expect(download.fetches.count == 8)
    }

    @Test func `gets its next request when one ends`() {
        var download = Self.download(Self.options(parallel: 8, perHost: 1))
        download.deliver(4)
        #expect(download.allFetches.last?.url == "http://a/s2.ts")
        #expect(download.allFetches.count == 6)
        download.deliver(6)
        download.deliver(5)
        let urls = download.allFetches.suffix(2).map(\.url)
        #expect(urls == ["http://a/s3.ts", "http://b/s2.ts"])
    }

    @Test func `that wants to be left alone does not keep the others waiting`() {
        var download = Self.download(Self.options(parallel: 2, perHost: nil))
        download.respond(4, .status(503, retryAfter: .seconds(60)))
        #expect(download.fetches.map(\.url) == ["http://b/s2.ts"])
        for id in 5...10 { download.deliver(id, at: .seconds(1)) }
        #expect(download.allFetches.dropFirst(4).map(\.url.host) == Array(repeating: "b", count: 6))
        // What was passed over comes when its time has come, each part once.
        var now = Duration.seconds(60)
        var id = 11
        while download.outcome == nil, !download.history.names.contains("seal"), id < 40 {
            download.send(.woke, at: now)
            while download.allFetches.count >= id {
                download.deliver(id, at: now)
                id += 1
            }
            now += .seconds(1)
        }
        let parts = download.allFetches.dropFirst(3).map(\.url)
        #expect(Set(parts).count == 12)
        #expect(parts.count == 13, "the one that was refused twice: \(parts)")
    }

    @Test func `with a port of its own is another`() {
        var download = TestDownload(
            url: "http://m/index.m3u8", options: Self.options(parallel: 8, perHost: 1))
        download.playlist(1, Self.multivariant.replacing("//b/", with: "//a:81/"))
        #expect(download.fetches.count == 2)
    }
}

extension String {
    fileprivate var host: String {
        String(split(separator: "/", omittingEmptySubsequences: false)[2])
    }
}
