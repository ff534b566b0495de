import DownloadCore
import Testing

@Suite struct `A redirect` {
    static func to(_ location: String?, status: Int = 302) -> ResponseHead {
        ResponseHead(status: status, location: location)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `is followed at once, and relative addresses go by where it led`(status: Int) {
        var download = TestDownload()
        download.respond(1, Self.to("//cdn/x/i.m3u8", status: status))
        #expect(download.fetches.map(\.url) == ["http://cdn/x/i.m3u8"])
        download.playlist(2, TestDownload.mediaPlaylist(1))
        #expect(download.fetches.map(\.url) == ["http://cdn/x/s1.ts"])
    }

    @Test(arguments: [nil, "ftp://host/x", "file:///x"])
    func `to no place that can be asked ends the download`(location: String?) {
        var download = TestDownload()
        download.respond(1, Self.to(location))
        guard case .refused? = download.failure?.reason else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `from https to http is refused`() {
        var download = TestDownload(url: "https://host/i.m3u8")
        download.respond(1, Self.to("http://host/i.m3u8"))
        guard case .refused? = download.failure?.reason else {
            Issue.record("not refused")
            return
        }
    }

    @Test(arguments: [1, 20])
    func `loop ends at the limit`(limit: Int) {
        var download = TestDownload(options: .init(limits: .init(redirects: limit)))
        for id in 1...limit {
            download.respond(id, Self.to(id.isMultiple(of: 2) ? "/a" : "/b"))
            #expect(download.outcome == nil)
        }
        download.respond(limit + 1, Self.to("/a"))
        #expect(download.failure?.reason == .refused("more than \(limit) redirects"))
    }

    @Test func `of a part keeps the range, and a retry begins at the part's own address`() throws {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(188))
        download.receive(2, 100)
        download.fail(2)
        _ = try download.wakeUntilFetch()
        download.respond(3, Self.to("http://cdn/s1.ts"))
        #expect(download.fetches.map(\.rangeStart) == [100])
        #expect(download.fetches.map(\.ifRange) == ["\"v1\""])
        download.fail(4)
        let next = try download.wakeUntilFetch().request
        #expect(next.url == "http://host/a/s1.ts")
    }

    @Test func `to a host that wants to be left alone waits, and asks to be woken once`() throws {
        var download = TestDownload.ofSegments(4, options: .init(parallelRequests: 2))
        download.respond(2, Self.to("http://cdn/s1.ts"))
        download.respond(4, .status(503, retryAfter: .seconds(5)))
        download.respond(3, Self.to("http://cdn/s2.ts"), at: .seconds(1))
        #expect(!download.fetches.contains { $0.url.hasPrefix("http://cdn") })
        #expect(try #require(download.wake) >= .seconds(5))
    }
}
