import DownloadCore
import Testing

@Suite struct `A host that cannot be reached` {
    static let failures: [TransportFailure] = [
        .refused, .connectTimeout, .hostUnknown("host"), .unreachable("no route"),
    ]

    /// Four requests are open, 2 to 5; all find nobody at one second.
    static func down(_ failure: TransportFailure = .refused, _ segments: Int = 20) -> TestDownload {
        var download = TestDownload.ofSegments(segments)
        for id in 2...5 { download.fail(id, failure, at: .seconds(1)) }
        return download
    }

    @Test(arguments: failures)
    func `is tried by one request, while all others wait`(failure: TransportFailure) throws {
        var download = Self.down(failure)
        #expect(download.allFetches.count == 5)
        let probe = try download.wakeUntilFetch()
        #expect(download.fetches.map(\.url) == ["http://host/a/s1.ts"])
        #expect(probe.time - .seconds(1) >= .milliseconds(250))
        #expect(probe.time - .seconds(1) <= .milliseconds(500))
        // Nobody else goes as long as it is open, whatever wakes.
        for second in 2...9 { download.send(.woke, at: .seconds(second)) }
        #expect(download.allFetches.count == 6)
    }

    @Test func `is tried after pauses that double up to the longest`() throws {
        var download = Self.down()
        var failedAt = Duration.seconds(1)
        var full = Duration.milliseconds(500)
        for _ in 1...7 {
            let probe = try download.wakeUntilFetch()
            #expect(download.fetches.count == 1)
            #expect((full / 2...full).contains(probe.time - failedAt))
            failedAt = probe.time + .milliseconds(5)
            download.fail(probe.request.id.number, .refused, at: failedAt)
            full = min(full * 2, .seconds(30))
        }
    }

    @Test func `gets all requests as soon as it answers one`() throws {
        var download = Self.down()
        let probe = try download.wakeUntilFetch()
        download.respond(probe.request.id.number, .ok(188), at: probe.time)
        #expect(
            download.fetches.map(\.url)
                == ["http://host/a/s2.ts", "http://host/a/s3.ts", "http://host/a/s4.ts"])
    }

    @Test(arguments: [404, 503, 302])
    func `is back with any answer`(status: Int) throws {
        var download = Self.down(.refused, 20)
        let probe = try download.wakeUntilFetch()
        var head = ResponseHead.status(status)
        head.location = "/elsewhere.ts"
        download.respond(probe.request.id.number, head, at: probe.time)
        if status == 404 {
            #expect(download.failure?.reason == .status(404))
        } else {
            #expect(download.fetches.count >= 3)
        }
    }

    /// A server that is away from one second on, for so long: what is asked of it meanwhile, by a
    /// download of 200 segments that is done at last.
    @Test(arguments: [5, 10, 20, 30])
    func `costs few requests while it is away`(seconds: Int) throws {
        var download = Self.down(.refused, 200)
        let back = Duration.seconds(1 + seconds)
        var probes = 0
        var time = Duration.zero
        while time < back {
            let probe = try download.wakeUntilFetch()
            time = probe.time
            #expect(download.fetches.count == 1)
            guard time < back else { break }
            probes += 1
            download.fail(probe.request.id.number, .refused, at: time)
        }
        // Half-way pauses at the least: 0.25, 0.5, 1, 2, 4, 8, 15 s.
        #expect(probes <= 7)
        #expect(download.machine.progress.retries == 4 + probes)
        // With the longest pause it is noticed late, and no later.
        #expect(time - back <= .seconds(30))
        var id = 5 + probes + 1
        while download.allFetches.count >= id, id < 400 {
            download.deliver(id, at: time)
            id += 1
        }
        #expect(download.commands.names.contains("seal"))
        #expect(download.allFetches.count == 1 + 4 + probes + 200)
    }

    @Test func `is given up after as many attempts as a resource`() throws {
        var download = Self.down()
        for _ in 2...7 {
            let probe = try download.wakeUntilFetch()
            #expect(download.outcome == nil)
            download.fail(probe.request.id.number, .refused, at: probe.time)
        }
        #expect(download.outcome == nil)
        let last = try download.wakeUntilFetch()
        download.fail(last.request.id.number, .refused, at: last.time)
        #expect(
            download.failure?.reason
                == .gaveUp(attempts: 8, last: "connection refused; is the server running?"))
    }

    @Test func `keeps none of the others waiting`() throws {
        var download = HostTests.download(HostTests.options(parallel: 4, perHost: nil))
        // Requests 4 and 6 went to a, 5 and 7 to b.
        download.fail(4, .refused)
        download.fail(6, .refused)
        #expect(download.fetches.allSatisfy { $0.url.hasPrefix("http://b/") })
        for id in [5, 7, 8, 9, 10, 11] { download.deliver(id, at: .milliseconds(1)) }
        #expect(download.allFetches.suffix(4).allSatisfy { $0.url.hasPrefix("http://b/") })
        let probe = try download.wakeUntilFetch()
        #expect(probe.request.url == "http://a/s1.ts")
    }

    @Test func `is left for another that has the stream`() throws {
        var download = TestDownload(options: DownloadOptions(parallelRequests: 1))
        download.playlist(1, RedundantTests.twice)
        download.playlist(2, TestDownload.mediaPlaylist(6))
        download.fail(3, .refused)
        for _ in 2...8 {
            let probe = try download.wakeUntilFetch()
            #expect(probe.request.url == "http://a/s1.ts")
            download.fail(probe.request.id.number, .refused, at: probe.time)
        }
        #expect(download.fetches.map(\.url) == ["http://b/v.m3u8"])
    }

    @Test func `that was given up is found out at once by who else needs it`() throws {
        var download = TestDownload()
        download.playlist(
            1,
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES,URI="http://a/a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="h",NAME="A",DEFAULT=YES,URI="http://b/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g"
            http://a/v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="h"
            http://b/v.m3u8

            """)
        #expect(download.fetches.map(\.url) == ["http://a/v.m3u8", "http://a/a.m3u8"])
        for id in 2...3 { download.fail(id, .refused) }
        var time = Duration.zero
        for _ in 2...8 {
            let probe = try download.wakeUntilFetch()
            time = probe.time
            download.fail(probe.request.id.number, .refused, at: time)
        }
        // One stream turns elsewhere; the other is asked for where it is said to be, without a
        // pause, and then elsewhere, too.
        let urls = download.fetches.map(\.url)
        #expect(urls.count == 2)
        #expect(urls.count { $0.hasPrefix("http://b/") } == 1)
        let other = try #require(download.fetches.first { $0.url.hasPrefix("http://a/") })
        download.fail(other.id.number, .refused, at: time)
        #expect(download.fetches.map(\.url) == [other.url.replacing("//a/", with: "//b/")])
    }

    @Test func `is away still when the attempt ends without an answer`() throws {
        for event in [true, false] {
            var download = Self.down()
            let probe = try download.wakeUntilFetch()
            let time = probe.time + .seconds(30)
            if event {
                download.fail(probe.request.id.number, .connectionLost("x"), at: time)
            } else {
                download.send(.woke, at: time)
            }
            #expect(download.fetches.isEmpty)
            let next = try download.wakeUntilFetch()
            #expect(next.time - time >= .milliseconds(500), "the second pause")
            #expect(download.fetches.count == 1)
        }
    }

    @Test func `is tried at once when the download goes on, or the network is back`() throws {
        for (begins, ends) in [
            (DownloadEvent.suspended, DownloadEvent.resumed),
            (.networkChanged(.unavailable), .networkChanged(.unmetered)),
        ] {
            var download = Self.down()
            let probe = try download.wakeUntilFetch()
            download.send(begins, at: probe.time)
            #expect(download.commands.contains(.abort(probe.request.id)))
            download.send(ends, at: probe.time + .seconds(1))
            let isProbing = begins == .suspended
            #expect(download.fetches.count == (isProbing ? 1 : 4))
        }
    }

    @Test func `that has never answered is given up after three attempts`() throws {
        var download = TestDownload()
        var time = Duration.zero
        for id in 1...3 {
            #expect(download.outcome == nil)
            download.fail(id, .unreachable("no route"), at: time)
            if id < 3 { time = try download.wakeUntilFetch().time }
        }
        #expect(download.failure?.reason == .transport(.unreachable("no route")))
    }

    @Test func `does not matter to a download when it only steers`() throws {
        var download = TestDownload(options: DownloadOptions(parallelRequests: 1))
        download.playlist(
            1, SteeringTests.playlist.replacing("steer?x=1", with: "http://s/steer"))
        #expect(download.fetches.map(\.url).last?.hasPrefix("http://s/steer") == true)
        download.fail(3, .refused)
        #expect(download.machine.progress.retries == 0)
        download.playlist(2, TestDownload.mediaPlaylist(3))
        for id in 4...6 { download.deliver(id) }
        #expect(download.commands.names.contains("seal"))
    }
}

private typealias HostTests = `A host`
private typealias RedundantTests = `A stream that is in several places`
private typealias SteeringTests = `Content steering`
