import DownloadCore
import Testing

@Suite struct `A download that has to wait` {
    struct Cause: CustomTestStringConvertible, Sendable {
        var begins: DownloadEvent
        var ends: DownloadEvent
        var reason: WaitingReason
        var options = DownloadOptions()

        var testDescription: String { "\(reason)" }
    }

    static func options(_ change: (inout DownloadOptions) -> Void) -> DownloadOptions {
        var options = DownloadOptions()
        change(&options)
        return options
    }

    static let waitsForSpace = options { $0.waitsForSpace = true }
    static let full = DownloadEvent.storeFailed(.diskFull(path: "p"))

    static let causes = [
        Cause(begins: .suspended, ends: .resumed, reason: .suspended),
        Cause(
            begins: .networkChanged(.unavailable), ends: .networkChanged(.metered),
            reason: .noNetwork),
        Cause(
            begins: .networkChanged(.metered), ends: .networkChanged(.unmetered),
            reason: .meteredNetwork, options: options { $0.allowsMeteredNetwork = false }),
        Cause(
            begins: full, ends: .spaceFound, reason: .diskFull(path: "p"), options: waitsForSpace),
    ]

    @Test(arguments: causes) func `ends its requests and says why`(cause: Cause) {
        var download = TestDownload.ofSegments(6, options: cause.options)
        download.send(cause.begins)
        let aborted = download.commands.filter { if case .abort = $0 { true } else { false } }
        #expect(aborted.count == 4)
        #expect(download.commands.contains(.report(.waiting(cause.reason))))
        #expect(download.machine.waitingReason == cause.reason)
        #expect(download.machine.progress.retries == 0)
        #expect(download.outcome == nil)
    }

    @Test(arguments: causes) func `asks for nothing, however often it wakes`(cause: Cause) {
        var download = TestDownload.ofSegments(6, options: cause.options)
        download.send(cause.begins)
        for second in 1...200 { download.send(.woke, at: .seconds(second)) }
        #expect(download.allFetches.count == 5)
        #expect(download.outcome == nil)
    }

    @Test(arguments: causes) func `goes on where it was`(cause: Cause) {
        var download = TestDownload.ofSegments(6, options: cause.options)
        download.respond(2, .ok(188))
        download.receive(2, 100)
        download.respond(3, .ok(188, tag: nil))
        download.receive(3, 100)
        download.send(cause.begins, at: .seconds(1))
        // Nothing vouches for the bytes of the second part.
        #expect(download.commands.contains(.discardPartial(.part(stream: 0, index: 1))))
        #expect(!download.commands.contains(.discardPartial(.part(stream: 0, index: 0))))
        download.send(cause.ends, at: .seconds(100))
        #expect(download.commands.contains(.report(.running)))
        #expect(download.fetches.map(\.url.last4) == ["1.ts", "2.ts", "3.ts", "4.ts"])
        #expect(download.fetches.map(\.rangeStart) == [100, nil, nil, nil])
        #expect(download.fetches[0].ifRange == "\"v1\"")
    }

    @Test(arguments: causes) func `before it begins, begins when it may`(cause: Cause) {
        var machine = DownloadMachine(url: TestDownload.url, options: cause.options)
        var random = SeededRandom(seed: 1)
        _ = machine.handle(cause.begins, at: .zero, using: &random)
        let started = machine.handle(.started, at: .zero, using: &random)
        #expect(started.compactMap(\.request).isEmpty)
        let ended = machine.handle(cause.ends, at: .seconds(9), using: &random)
        #expect(ended.compactMap(\.request).map(\.url) == [TestDownload.url])
    }

    @Test func `for two reasons goes on when both are gone`() {
        var download = TestDownload.ofSegments(6)
        download.send(.networkChanged(.unavailable))
        download.send(.suspended)
        download.send(.networkChanged(.unmetered))
        #expect(download.fetches.isEmpty)
        download.send(.resumed)
        #expect(download.fetches.count == 4)
        let reports = download.history.compactMap {
            if case .report(.waiting(let reason)) = $0 { reason } else { nil }
        }
        #expect(reports == [.noNetwork, .suspended])
    }

    @Test func `may use a metered network unless told not to`() {
        var download = TestDownload.ofSegments(6)
        download.send(.networkChanged(.metered))
        #expect(download.machine.waitingReason == nil)
        #expect(!download.commands.names.contains("abort"))
    }

    @Test func `for a network does not sit out pauses when it is back`() {
        var download = TestDownload.ofSegments(1)
        download.fail(2, at: .seconds(1))
        download.send(.networkChanged(.unavailable), at: .seconds(1))
        download.send(.networkChanged(.unmetered), at: .seconds(1))
        #expect(download.fetches.count == 1)
    }

    @Test func `for a network still gives a host the time it asked for`() {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .status(503, retryAfter: .seconds(10)))
        download.send(.networkChanged(.unavailable), at: .seconds(1))
        download.send(.networkChanged(.unmetered), at: .seconds(2))
        #expect(download.fetches.isEmpty)
        download.send(.woke, at: .seconds(10))
        #expect(download.fetches.count == 1)
    }

    @Test func `stores what has arrived, and is complete with the last of it`() {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(188))
        download.receive(2, 188)
        download.end(2)
        download.send(.suspended)
        download.send(.stored(.part(stream: 0, index: 0)))
        #expect(download.commands.names.contains("seal"))
    }

    @Test func `can be cancelled`() {
        var download = TestDownload.ofSegments(1)
        download.send(.suspended)
        download.send(.cancelled)
        #expect(download.outcome == .cancelled)
    }
}

@Suite struct `A download on a full disk` {
    typealias Waiting = `A download that has to wait`

    @Test func `ends when it is not told to wait`() {
        var download = TestDownload.ofSegments(1)
        download.send(Waiting.full)
        #expect(download.failure?.reason == .store(.diskFull(path: "p")))
    }

    @Test func `ends for any other trouble with the disk`() {
        var download = TestDownload.ofSegments(1, options: Waiting.waitsForSpace)
        download.send(.storeFailed(.notWritable(path: "p", reason: "r")))
        #expect(download.outcome != nil)
    }

    @Test func `looks for space again and again, a pause between`() {
        let interval = Waiting.waitsForSpace.spaceInterval
        var download = TestDownload.ofSegments(1, options: Waiting.waitsForSpace)
        var now = Duration.seconds(3)
        download.send(Waiting.full, at: now)
        for _ in 1...3 {
            #expect(download.wake == now + interval)
            download.send(.woke, at: now + interval - .nanoseconds(1))
            #expect(!download.commands.contains(.lookForSpace))
            now += interval
            download.send(.woke, at: now)
            #expect(download.commands.contains(.lookForSpace))
            // While someone looks, nobody else does.
            download.send(.woke, at: now + interval * 3)
            #expect(!download.commands.contains(.lookForSpace))
            now += interval * 3
            download.send(Waiting.full, at: now)
            #expect(download.fetches.isEmpty)
        }
        #expect(download.outcome == nil)
    }

    @Test func `takes further complaints for the same`() {
        var download = TestDownload.ofSegments(4, options: Waiting.waitsForSpace)
        for second in 0...2 { download.send(Waiting.full, at: .seconds(second)) }
        #expect(download.wake == Waiting.waitsForSpace.spaceInterval)
        #expect(download.history.count { $0 == .report(.waiting(.diskFull(path: "p"))) } == 1)
    }
}

extension String {
    fileprivate var last4: String { String(suffix(4)) }
}
