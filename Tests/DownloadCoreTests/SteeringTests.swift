import Testing

@testable import DownloadCore

@Suite struct `Content steering` {
    static let playlist = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="steer?x=1",PATHWAY-ID="A"
        #EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID="A",STABLE-VARIANT-ID="v"
        http://a/v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID="B",STABLE-VARIANT-ID="v"
        http://b/v.m3u8

        """
    static let url = "http://host/a/steer?x=1&_HLS_pathway=A"

    static func manifest(_ priority: [String], ttl: Int = 60, more: String = "") -> String {
        let names = priority.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"VERSION\":1,\"TTL\":\(ttl),\"PATHWAY-PRIORITY\":[\(names)]\(more)}"
    }

    /// Requests 2 (media playlist) and 3 (steering) are open.
    static func download(parallel: Int = 1) -> TestDownload {
        var download = TestDownload(options: DownloadOptions(parallelRequests: parallel))
        download.playlist(1, playlist)
        return download
    }

    /// The media playlist is there; request 3 asks for the manifest, request 4 for the first part.
    static func running() -> TestDownload {
        var download = download()
        download.playlist(2, TestDownload.mediaPlaylist(6))
        return download
    }

    @Test func `is asked which pathway comes first, beside all else`() {
        let download = Self.running()
        #expect(
            download.allFetches.map(\.url)
                == [TestDownload.url, "http://a/v.m3u8", Self.url, "http://a/s1.ts"])
    }

    @Test func `moves the rest of the download to the pathway that comes first`() {
        var download = Self.running()
        download.playlist(3, Self.manifest(["B", "A"]))
        #expect(download.fetches.isEmpty, "what is open goes on")
        download.deliver(4)
        #expect(download.allFetches.last?.url == "http://b/v.m3u8")
        download.playlist(5, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://b/s2.ts"])
        for id in 6...10 { download.deliver(id) }
        #expect(download.commands.names.contains("seal"))
    }

    @Test func `stays where it is when that is best, or the better is not there`() {
        for priority in [["A", "B"], ["C"], ["C", "A"]] {
            var download = Self.running()
            download.playlist(3, Self.manifest(priority))
            download.deliver(4)
            #expect(download.allFetches.last?.url == "http://a/s2.ts")
        }
    }

    @Test func `avoids a pathway that has failed`() {
        var download = Self.running()
        download.respond(4, .status(404))
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
        download.playlist(3, Self.manifest(["A", "B"]))
        download.playlist(5, TestDownload.mediaPlaylist(6))
        #expect(download.fetches.map(\.url) == ["http://b/s1.ts"])
    }

    @Test func `stays where it is when the better pathway turns out to be none`() {
        var download = Self.running()
        download.playlist(3, Self.manifest(["B", "A"]))
        download.deliver(4)
        download.respond(5, .status(404))
        #expect(download.fetches.map(\.url) == ["http://a/s2.ts"])
        download.deliver(6)
        #expect(download.outcome == nil)
    }

    @Test func `is asked again after its time, at the URL it says`() {
        var download = Self.running()
        download.playlist(
            3, Self.manifest(["A"], ttl: 60, more: ",\"RELOAD-URI\":\"next\""), at: .seconds(1))
        download.respond(4, .ok(188 * 1000), at: .seconds(1))
        for second in stride(from: 5, through: 60, by: 5) {
            download.receive(4, 188, at: .seconds(second))
            #expect(download.fetches.isEmpty)
        }
        download.send(.woke, at: .seconds(61))
        #expect(download.fetches.map(\.url) == ["http://host/a/next?_HLS_pathway=A"])
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"VERSION\":2,\"PATHWAY-PRIORITY\":[\"B\"]}", "<html>",
        "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[]}", "{\"VERSION\":1,\"PATHWAY-PRIORITY\":\"B\"}",
        "{\"VERSION\":1,\"TTL\":\"x\",\"PATHWAY-PRIORITY\":[\"B\"]}",
        String(repeating: "[", count: 60_000), String(repeating: " ", count: 70_000) + "{}",
        "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"B\\u0000\",\"a b\",\"\"]}",
    ])
    func `that cannot be read is ignored, and says so`(manifest: String) {
        var download = Self.running()
        download.playlist(3, manifest)
        let ignored = download.commands.contains {
            if case .report(.ignored(.steeringManifest, _)) = $0 { true } else { false }
        }
        #expect(ignored)
        download.deliver(4)
        #expect(download.allFetches.last?.url == "http://a/s2.ts")
    }

    @Test(arguments: [400, 403, 404, 410, 429, 500, 503])
    func `that fails never stops the download`(status: Int) {
        var download = Self.running()
        download.respond(3, .status(status, retryAfter: .seconds(100_000)))
        for id in 4...9 { download.deliver(id) }
        #expect(download.commands.names.contains("seal"))
    }

    @Test func `that does not answer never stops the download`() {
        var download = Self.running()
        for id in 4...9 { download.deliver(id, at: .seconds(25)) }
        #expect(download.commands.names.contains("seal"))
        download = Self.running()
        download.fail(3, .insecure("x"))
        download.fail(4)
        #expect(download.outcome == nil)
    }

    @Test func `that is over is asked no more`() {
        var download = Self.running()
        download.respond(3, .status(410))
        download.respond(4, .ok(188 * 1000))
        for second in stride(from: 10, to: 10_000, by: 10) {
            download.receive(4, 0, at: .seconds(second))
            download.send(.woke, at: .seconds(second))
        }
        #expect(download.allFetches.count == 4)
    }

    @Test func `that has too much to do is asked when it wants`() {
        var download = Self.download(parallel: 2)
        download.playlist(2, TestDownload.mediaPlaylist(1))
        download.respond(3, .status(429, retryAfter: .seconds(15)))
        download.respond(4, .ok(188 * 1000))
        download.receive(4, 188, at: .seconds(14))
        download.send(.woke, at: .seconds(14))
        #expect(download.fetches.isEmpty)
        download.send(.woke, at: .seconds(15))
        #expect(download.fetches.map(\.url) == [Self.url])
    }

    @Test(arguments: [
        ("\"HOST\":\"c:81\"", "http://c:81/v.m3u8"),
        ("\"PARAMS\":{\"k\":\"1\",\"b\":\"2\"}", "http://a/v.m3u8?b=2&k=1"),
        ("\"PER-VARIANT-URIS\":{\"v\":\"http://d/w.m3u8\"}", "http://d/w.m3u8"),
        ("\"HOST\":\"c\",\"PER-VARIANT-URIS\":{\"other\":\"x\"}", "http://c/v.m3u8"),
    ])
    func `clones a pathway`(replacement: String, url: String) {
        let clones =
            ",\"PATHWAY-CLONES\":[{\"BASE-ID\":\"A\",\"ID\":\"C\","
            + "\"URI-REPLACEMENT\":{\(replacement)}}]"
        var download = Self.running()
        download.playlist(3, Self.manifest(["C", "A"], more: clones))
        download.deliver(4)
        #expect(download.allFetches.last?.url == url)
    }

    @Test(arguments: [
        "\"HOST\":\"evil/path?\"", "\"HOST\":\"\"", "\"PER-VARIANT-URIS\":{\"v\":\"file:///x\"}",
    ])
    func `clones no pathway that leads astray`(replacement: String) {
        let clones =
            ",\"PATHWAY-CLONES\":[{\"BASE-ID\":\"A\",\"ID\":\"C\","
            + "\"URI-REPLACEMENT\":{\(replacement)}}]"
        var download = Self.running()
        download.playlist(3, Self.manifest(["C", "A"], more: clones))
        download.deliver(4)
        #expect(download.allFetches.last?.url == "http://a/s2.ts")
    }
}

@Suite struct `A steering manifest` {
    @Test(arguments: [
        ("0", Duration.seconds(10)), ("-5", .seconds(10)), ("60", .seconds(60)),
        ("90.5", .milliseconds(90_500)), ("1e300", .seconds(86_400)), ("86401", .seconds(86_400)),
    ])
    func `is read again within bounds`(ttl: String, time: Duration) throws {
        let text = "{\"VERSION\":1,\"TTL\":\(ttl),\"PATHWAY-PRIORITY\":[\"A\"]}"
        #expect(try SteeringManifest(parsing: Array(text.utf8)).timeToLive == time)
    }

    @Test func `without a time is read again after five minutes`() throws {
        let text = "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"A\"]}"
        #expect(try SteeringManifest(parsing: Array(text.utf8)).timeToLive == .seconds(300))
    }

    @Test func `names no more pathways than are looked at`() throws {
        let names = (0..<1_000).map { "\"p\($0)\"" }.joined(separator: ",")
        let text = "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\(names)]}"
        #expect(try SteeringManifest(parsing: Array(text.utf8)).priority.count == 100)
    }

    @Test(arguments: [
        ("http://h/p", "http://h/p?a=1"), ("http://h/p?", "http://h/p?a=1"),
        ("http://h/p?a=2&b=3", "http://h/p?b=3&a=1"), ("http://h/p?b=?#f", "http://h/p?b=?&a=1"),
    ])
    func `sets a parameter in a query`(url: String, expected: String) {
        #expect(url.settingParameter("a", "1") == expected)
    }
}
