import DownloadCore
import Testing

@Suite struct `After a failure a download` {
    static let patient = DownloadOptions(parallelRequests: 1)

    @Test func `waits for the first byte, then for progress, as long as it may`() {
        let times = Timeouts(firstByte: .seconds(30), progress: .seconds(20))
        var download = TestDownload.ofSegments(1, options: .init(timeouts: times))
        download.send(.woke, at: .nanoseconds(29_999_999_999))
        #expect(download.wake == .seconds(30))
        #expect(!download.commands.names.contains("abort"))
        download.respond(2, .ok(188), at: .seconds(29))
        download.receive(2, 1, at: .seconds(40))
        download.send(.woke, at: .seconds(59))
        #expect(!download.commands.names.contains("abort"))
        #expect(download.wake == .seconds(60))
        download.send(.woke, at: .seconds(60))
        #expect(download.commands.contains(.abort(RequestID(2))))
        #expect(download.pause != nil)
    }

    @Test func `gives a request without any response up in time`() {
        var download = TestDownload.ofSegments(1)
        download.send(.woke, at: .seconds(30))
        #expect(download.commands.contains(.abort(RequestID(2))))
        #expect(download.machine.progress.retries == 1)
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 599])
    func `tries again what a status says to try later`(status: Int) throws {
        var download = TestDownload.ofSegments(1, options: Self.patient)
        download.respond(2, .status(status))
        #expect(download.commands.names.first == "dismiss")
        let retry = try download.wakeUntilFetch()
        #expect(retry.time == download.pause)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 451, 304, 204])
    func `ends on a status that will not change, and names the segment`(status: Int) {
        var download = TestDownload.ofSegments(6)
        download.respond(4, .status(status))
        #expect(download.failure?.reason == .status(status))
        #expect(download.failure?.subject.contains("segment 3") == true)
        #expect(download.failure?.resource == .part(stream: 0, index: 2))
        #expect(download.failure?.url == "http://host/a/s3.ts")
    }

    @Test func `asks a host for nothing before the time it asked for`() throws {
        var download = TestDownload.ofSegments(20)
        download.respond(2, .status(503, retryAfter: .seconds(10)), at: .seconds(1))
        #expect(download.fetches.isEmpty)
        // Others of the same host fail and end meanwhile: still no request.
        download.fail(3, at: .seconds(2))
        download.respond(4, .ok(188), at: .seconds(2))
        download.receive(4, 188, at: .seconds(2))
        download.end(4, at: .seconds(2))
        #expect(download.fetches.isEmpty)
        var wakes = 0
        while let wake = download.wake, wake < .seconds(11) {
            download.send(.woke, at: wake)
            #expect(download.fetches.isEmpty, "at \(wake)")
            wakes += 1
            try #require(wakes < 10, "the machine asks to be woken without end")
        }
        #expect(download.wake == .seconds(11))
        download.send(.woke, at: .seconds(11))
        #expect(!download.fetches.isEmpty)
    }

    @Test func `goes on with other hosts while one wants to be left alone`() {
        var download = TestDownload()
        download.playlist(
            1,
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",DEFAULT=YES,URI="http://b/a.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="A",DEFAULT=YES,URI="http://c/t.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="g",SUBTITLES="t"
            http://b/v.m3u8

            """)
        #expect(download.fetches.count == 3)
        var other = TestDownload(options: Self.patient)
        other.playlist(1, String(decoding: download.multivariantBytes, as: UTF8.self))
        other.respond(2, .status(503, retryAfter: .seconds(10)))
        #expect(other.fetches.map(\.url) == ["http://c/t.m3u8"])
    }

    @Test func `ends when a server asks for more patience than allowed`() {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .status(503, retryAfter: .seconds(Int.max)))
        guard case .refused(let why)? = download.failure?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(why.contains("9223372036854775807 s"))
    }

    @Test func `backs off when Retry-After names no time to come`() {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .status(503, retryAfter: .zero))
        #expect(download.fetches.isEmpty)
        #expect(download.pause.map { $0 >= .milliseconds(250) } == true)
    }

    @Test func `pauses longer after each failure in a row`() throws {
        var download = TestDownload.ofSegments(1, options: Self.patient)
        var previous = Duration.zero
        var now = Duration.zero
        for id in 2..<8 {
            download.fail(id, at: now)
            let pause = try #require(download.pause)
            #expect(pause > previous)
            previous = pause
            now = try download.wakeUntilFetch().time
        }
    }

    @Test(arguments: [1, 3, 8])
    func `gives up after so many failures in a row`(limit: Int) throws {
        let policy = RetryPolicy(failuresWithoutProgress: limit)
        var download = TestDownload.ofSegments(1, options: .init(retry: policy))
        var now = Duration.zero
        for failure in 1...limit {
            #expect(download.outcome == nil)
            download.fail(failure + 1, at: now)
            if failure < limit { now = try download.wakeUntilFetch().time }
        }
        #expect(
            download.failure?.reason == .gaveUp(attempts: limit, last: "connection lost: x"))
        #expect(download.machine.progress.retries == limit - 1)
    }

    @Test func `counts new bytes as progress, but not for ever`() throws {
        let policy = RetryPolicy(failuresWithoutProgress: 2, failures: 5)
        var download = TestDownload.ofSegments(1, options: .init(retry: policy))
        var now = Duration.zero
        for failure in 1...5 {
            #expect(download.outcome == nil)
            let id = failure + 1
            let have = (failure - 1) * 10
            download.respond(
                id, failure == 1 ? .ok(188) : .partial(have, 187, of: 188), at: now)
            download.receive(id, 10, at: now)
            download.fail(id, at: now)
            if failure < 5 { now = try download.wakeUntilFetch().time }
        }
        #expect(download.failure?.reason == .gaveUp(attempts: 5, last: "connection lost: x"))
    }

    @Test(arguments: [TransportFailure.refused, .hostUnknown("host"), .connectTimeout])
    func `gives a server up that has never answered after three`(
        failure: TransportFailure
    ) throws {
        var download = TestDownload()
        for id in 1...2 {
            download.fail(id, failure)
            #expect(download.outcome == nil)
            _ = try download.wakeUntilFetch()
        }
        download.fail(3, failure)
        #expect(download.failure?.reason == .transport(failure))
    }

    @Test func `is patient with a server that has answered before`() throws {
        var download = TestDownload.ofSegments(1)
        for id in 2...5 {
            download.fail(id, .refused)
            _ = try download.wakeUntilFetch()
        }
        #expect(download.outcome == nil)
    }

    @Test func `does not go on when a connection cannot be trusted`() {
        var download = TestDownload()
        download.fail(1, .insecure("certificate expired"))
        #expect(download.failure?.reason == .transport(.insecure("certificate expired")))
    }

    @Test func `ignores what comes of requests it has called off`() {
        var download = TestDownload.ofSegments(1)
        download.send(.woke, at: .seconds(30))
        download.respond(2, .ok(188), at: .seconds(30))
        #expect(!download.commands.names.contains("receive"))
        download.end(2, at: .seconds(30))
        #expect(!download.history.contains { $0.isStore })
    }
}

extension TestDownload {
    /// The multivariant playlist that was kept.
    var multivariantBytes: [UInt8] {
        for case .keepPlaylist(.multivariantPlaylist, let copy) in history { return copy.bytes }
        return []
    }
}
