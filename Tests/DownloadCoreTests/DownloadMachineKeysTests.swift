import DownloadCore
import Testing

@Suite struct `A download with keys` {
    private static let rotating = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-KEY:METHOD=AES-128,URI="a.key?token=1"
        #EXTINF:4,
        1.ts
        #EXT-X-KEY:METHOD=AES-128,URI="b.key?token=1"
        #EXTINF:4,
        2.ts
        #EXT-X-KEY:METHOD=AES-128,URI="a.key?token=1"
        #EXTINF:4,
        3.ts
        #EXT-X-ENDLIST
        """

    private static func download(resuming snapshot: DownloadSnapshot? = nil) -> TestDownload {
        var download = TestDownload(resuming: snapshot)
        download.playlist(1, rotating)
        return download
    }

    private static func name(_ url: String) -> String {
        String(url.split(separator: "/").last ?? "")
    }

    @Test func `fetches each key once, and no segment before all keys are there`() {
        var download = Self.download()
        #expect(download.fetches.map { Self.name($0.url) } == ["a.key?token=1", "b.key?token=1"])
        #expect(download.fetches.allSatisfy { !$0.acceptsCompression && $0.priority == 0 })
        for (id, key) in [(2, 0), (3, 1)] {
            #expect(download.fetches.isEmpty == (id == 3))
            download.respond(id, .ok(16))
            download.send(.endedKey(RequestID(id), byteCount: 16))
            #expect(download.commands.contains(.storeKey(.key(key))))
            download.send(.stored(.key(key)))
        }
        #expect(download.fetches.map { Self.name($0.url) } == ["1.ts", "2.ts", "3.ts"])
    }

    /// Two keys that only an app can get, of which one is needed twice.
    private static func download(
        asking systems: [KeySystem]?
    ) -> TestDownload {
        var download = TestDownload(options: DownloadOptions(keySystems: systems))
        let text = rotating.replacing("a.key?token=1\"", with: "skd://x/a?id=1\",KEYFORMAT=\"f\"")
            .replacing("b.key?token=1\"", with: "skd://x/a?id=2\",KEYFORMAT=\"f\"")
        download.playlist(1, text)
        return download
    }

    @Test func `asks the app for each key that only it can get, by its whole identifier`() {
        var download = Self.download(asking: [KeySystem(keyFormat: "f")])
        #expect(download.fetches.isEmpty)
        let asked = download.commands.compactMap {
            if case .askApp(_, _, let identifier) = $0 { identifier } else { nil }
        }
        #expect(asked == ["skd://x/a?id=1", "skd://x/a?id=2"])
        // The app has a time of its own.
        #expect(download.wake == nil || download.send(.woke, at: .seconds(9_999)).isEmpty)
        for (id, key) in [(2, 0), (3, 1)] {
            #expect(download.fetches.isEmpty)
            download.send(.endedKey(RequestID(id), byteCount: 16))
            #expect(download.commands.contains(.storeKey(.key(key))))
            download.send(.stored(.key(key)))
        }
        #expect(download.fetches.map { Self.name($0.url) } == ["1.ts", "2.ts", "3.ts"])
    }

    @Test func `ends when the app has no key, or one of another length`() {
        var download = Self.download(asking: [KeySystem(keyFormat: "f")])
        download.send(.keyRefused(RequestID(3), reason: "no ticket"))
        #expect(
            download.failure?.description
                == "cannot download key 2 of 2 (skd://x/a?id=2): no key: no ticket")
        download = Self.download(asking: [KeySystem(keyFormat: "f")])
        download.send(.endedKey(RequestID(2), byteCount: 5))
        #expect(download.failure?.reason == .key("it has 5 bytes and needs 16"))
    }

    @Test(arguments: [nil, [], [KeySystem(keyFormat: "f", versions: [2])]])
    func `is refused when nobody reads one of its keys`(systems: [KeySystem]?) {
        guard case .unsupported? = Self.download(asking: systems).failure?.reason else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `fetches no key that is there, whatever its token was`() {
        let snapshot = DownloadSnapshot(
            url: TestDownload.url, keys: ["http://host/a/a.key", "http://host/a/b.key"])
        #expect(
            Self.download(resuming: snapshot).fetches.map { Self.name($0.url) }
                == ["1.ts", "2.ts", "3.ts"])
    }

    @Test func `tries a key of a wrong length again, and gives up at last`() throws {
        var download = Self.download()
        download.respond(3, .ok(16))
        download.send(.endedKey(RequestID(3), byteCount: 16))
        download.send(.stored(.key(1)))
        var request = 2
        var time = Duration.zero
        while download.failure == nil {
            download.respond(request, .ok(5), at: time)
            download.send(.endedKey(RequestID(request), byteCount: 5), at: time)
            guard download.failure == nil else { break }
            let next = try download.wakeUntilFetch()
            (request, time) = (next.request.id.number, next.time)
        }
        let failure = try #require(download.failure)
        #expect(failure.subject == "key 1 of 2")
        #expect("\(failure.reason)".contains("the key has 5 bytes and needs 16"))
    }

    @Test func `ends when the server has no such key`() {
        var download = Self.download()
        download.respond(2, .status(404))
        #expect(download.failure?.reason == .status(404))
        #expect(download.failure?.url == "http://host/a/a.key?token=1")
    }

    @Test func `takes a bounded body for a key`() {
        var download = Self.download()
        download.respond(2, .ok(16))
        #expect(download.commands.contains(.receiveKey(RequestID(2), limit: 4 << 10)))
    }

    @Test func `tells keys apart that differ by the query alone`() {
        var download = TestDownload()
        download.playlist(
            1,
            Self.rotating.replacing("a.key?token=1", with: "key?id=a").replacing(
                "b.key?token=1", with: "key?id=b"))
        #expect(
            download.machine.keys.map(\.identity)
                == ["http://host/a/key?id=a", "http://host/a/key?id=b"])
        let one = DownloadSnapshot(url: TestDownload.url, keys: ["http://host/a/key"])
        download = TestDownload(resuming: one)
        download.playlist(1, Self.rotating.replacing("a.key?token=1", with: "key?id=a"))
        #expect(download.fetches.count == 1, "the other key has a path of its own")
    }
}
