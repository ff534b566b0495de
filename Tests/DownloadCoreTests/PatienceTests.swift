import DownloadCore
import Testing

@Suite struct `A silent request` {
    /// Two segments requested at once: requests 2 and 3. The second one is silent.
    private static func twoRequests(
        answered: Bool, urls: [String] = ["s1.ts", "s2.ts"]
    ) -> TestDownload {
        var download = TestDownload()
        let lines = urls.map { "#EXTINF:4,\n\($0)\n" }.joined()
        download.playlist(
            1, "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)#EXT-X-ENDLIST\n")
        download.respond(2, .ok(1 << 20))
        if answered { download.respond(3, .ok(1 << 20)) }
        return download
    }

    private static func isGivenUp(_ download: TestDownload) -> Bool {
        download.commands.contains(.abort(RequestID(3)))
    }

    @Test(arguments: [(false, 30), (true, 20)])
    func `is borne with while its server's other bytes crawl`(
        answered: Bool, patience: Int
    ) {
        var download = Self.twoRequests(answered: answered)
        // A packet every ten seconds: a queue of 50 of them may be ahead.
        for tens in 1...9 {
            let now = Duration.seconds(10 * tens)
            download.receive(2, 1_448, at: now)
            download.send(.woke, at: now)
            #expect(!Self.isGivenUp(download), "at \(now)")
        }
        // The other one's patience ends before where it is the shorter one.
        download.send(.woke, at: .seconds(90 + patience) - .nanoseconds(1))
        #expect(!Self.isGivenUp(download))
        download.send(.woke, at: .seconds(90 + patience))
        #expect(Self.isGivenUp(download))
    }

    @Test(arguments: [(262_143, false), (262_144, true)])
    func `is given up in time when more than a queue of other bytes came`(
        others: Int, isGivenUp: Bool
    ) {
        var download = Self.twoRequests(answered: false)
        download.receive(2, others, at: .seconds(15))
        download.send(.woke, at: .seconds(30))
        #expect(Self.isGivenUp(download) == isGivenUp)
    }

    @Test func `counts the bytes of others from its own last sign on`() {
        var download = Self.twoRequests(answered: true)
        download.receive(2, 262_144, at: .seconds(10))
        download.receive(3, 1, at: .seconds(15))
        download.receive(2, 262_143, at: .seconds(30))
        download.send(.woke, at: .seconds(35))
        #expect(!Self.isGivenUp(download))
        download.receive(2, 1, at: .seconds(40))
        download.send(.woke, at: .seconds(40))
        #expect(Self.isGivenUp(download))
    }

    @Test func `is no better off for bytes from another server`() {
        var download = Self.twoRequests(
            answered: false, urls: ["s1.ts", "http://elsewhere/s2.ts"])
        download.receive(2, 1_448, at: .seconds(29))
        download.send(.woke, at: .seconds(30))
        #expect(Self.isGivenUp(download))
    }
}
