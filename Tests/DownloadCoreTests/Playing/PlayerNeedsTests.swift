import DownloadCore
import Testing

@Suite struct `What a player needs` {
    @Test func `comes before everything that the download wants`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 3), guest: .described)
        // The requests for the first parts are open; far from pressing, so that none is ended.
        played.need([(.low(5), .seconds(1_000)), (.low(3), .seconds(500))])
        #expect(played.begun == [])
        try played.deliver(.high(0))
        #expect(played.begun == [.low(3)])
        try played.deliver(.high(1))
        #expect(played.begun == [.low(5)])
    }

    @Test func `ends the requests that would make it late, and loses nothing of them`() throws {
        var played = PlayedDownload()
        // There is room for no playlist: a player that waits gets it at once.
        let first = try played.request(for: .high(0))
        played.download.respond(first, .ok(1_880))
        played.download.receive(first, 376)
        played.need([(.high(3), .zero)], waiting: true)
        #expect(played.aborted == [.high(1), .high(0)])
        #expect(played.begun == [.high(3)])
        try played.deliver(.high(3))
        played.need([])
        let again = try #require(played.download.fetches.first { $0.resource == .high(0) })
        #expect(again.rangeStart == 376)
        #expect(again.ifRange == "\"v1\"")
    }

    @Test func `ends the requests that would make it late at a host that may have no more`() throws
    {
        var options = DownloadOptions(parallelRequests: 6)
        options.requestsPerHost = 2
        var played = PlayedDownload(options: options)
        played.need([(.high(3), .seconds(1_000))])
        #expect(played.aborted == [])
        #expect(played.begun == [])
        played.need([(.high(3), .zero)], waiting: true)
        #expect(played.aborted == [.high(1), .high(0)])
        #expect(played.begun == [.high(3)])
    }

    @Test func `waits for the next free place when that is soon enough`() throws {
        var played = PlayedDownload()
        // 8 Mbit/s: nothing takes long.
        let first = try played.request(for: .high(0))
        played.download.respond(first, .ok(2_000_000))
        for step in 1...10 {
            played.download.receive(first, 100_000, at: .milliseconds(100 * step))
        }
        played.need([(.high(3), .seconds(200))], at: .seconds(1))
        #expect(played.aborted == [])
        #expect(played.begun == [])
    }

    @Test func `is nothing new when the download fetches it already`() throws {
        var played = PlayedDownload()
        played.need([(.high(0), .seconds(1_000))])
        #expect(played.begun == [])
        try played.deliver(.high(0))
        let requests = played.download.allFetches.count { $0.resource == .high(0) }
        #expect(requests == 1)
    }

    @Test func `counts for the download and is not fetched again`() throws {
        var played = PlayedDownload(segments: 4, options: .init(parallelRequests: 1))
        played.need([(.high(2), .zero)], waiting: true)
        try played.deliver(.high(2))
        played.need([])
        for index in [0, 1, 3] { try played.deliver(.high(index)) }
        #expect(played.download.commands.names.contains("seal"))
        let requests = played.download.allFetches.count { $0.resource == .high(2) }
        #expect(requests == 1)
        #expect(played.download.machine.account.fetchedForPlayer == 188)
        #expect(played.download.machine.account.fetchedForDownload == 3 * 188)
        #expect(played.download.machine.account.kept == 4 * 188)
    }

    @Test func `is thrown away when it is given up and nobody else wants it`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(0), .zero)])
        let id = try played.request(for: .low(0))
        played.download.respond(id, .ok(1_880))
        played.download.receive(id, 376)
        played.need([])
        #expect(played.aborted == [.low(0)])
        #expect(played.download.commands.contains(.discardPartial(.low(0))))
        #expect(played.download.machine.account.abandoned == 376)
        played.need([(.low(0), .zero)])
        let again = try #require(played.download.fetches.first { $0.resource == .low(0) })
        #expect(again.rangeStart == nil)
    }

    @Test func `goes on for the download when it is given up and the download wants it`() throws {
        var played = PlayedDownload()
        played.need([(.high(0), .seconds(1_000))])
        let id = try played.request(for: .high(0))
        played.download.respond(id, .ok(1_880))
        played.download.receive(id, 376)
        played.need([])
        #expect(played.aborted == [])
        #expect(played.download.machine.account.lost == 0)
    }

    @Test func `lets nothing else begin before the player has said what is next`() throws {
        var played = PlayedDownload()
        played.need([(.high(0), .seconds(1_000)), (.high(1), .seconds(1_000))])
        try played.deliver(.high(0))
        #expect(played.begun == [])
        #expect(played.download.machine.asksPlayer)
        played.need([(.high(1), .seconds(1_000))])
        #expect(played.begun == [.high(2)])
    }

    @Test func `puts the times of which nothing is there first, from the playhead on`() throws {
        var played = PlayedDownload(guest: .described)
        func need(_ wants: [(ResourceID, Duration)]) {
            played.need(wants, playhead: .seconds(12))
        }
        need([(.low(3), .seconds(1_000))])
        try played.deliver(.high(0))
        #expect(played.begun == [.low(3)])
        // What the player fetches for itself is no hole.
        try played.deliver(.high(1))
        #expect(played.begun == [.high(4)])
        try played.deliver(.low(3))
        need([])
        #expect(played.begun == [.high(5)])
        // Then what is before the playhead, and last what takes the place of something.
        try played.deliver(.high(4))
        #expect(played.begun == [.high(2)])
        try played.deliver(.high(5))
        #expect(played.begun == [.high(3)])
    }

    @Test func `changes no order when that is wanted`() throws {
        var options = DownloadOptions(parallelRequests: 1)
        options.replacement = .inOrder
        var played = PlayedDownload(options: options)
        played.need([], playhead: .seconds(12))
        try played.deliver(.high(0))
        #expect(played.begun == [.high(1)])
    }

    @Test func `is all there is where no package is made`() throws {
        var options = DownloadOptions(parallelRequests: 2)
        options.onlyForPlayer = true
        var played = PlayedDownload(segments: 2, options: options)
        #expect(played.begun == [])
        played.need([(.high(0), .zero)])
        #expect(played.begun == [.high(0)])
        try played.deliver(.high(0))
        played.need([(.high(1), .zero)])
        try played.deliver(.high(1))
        #expect(!played.download.history.names.contains("seal"))
    }
}
