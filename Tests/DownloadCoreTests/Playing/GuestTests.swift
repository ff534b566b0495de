import DownloadCore
import Testing

@Suite struct `A stream that only a player wants` {
    @Test func `has its playlist asked for at once, before the part that made room for it`() {
        var played = PlayedDownload(options: DownloadOptions(parallelRequests: 1))
        played.need([])
        played.download.send(.streamWanted(uri: "low.m3u8"))
        #expect(played.aborted == [.high(0)])
        #expect(played.download.fetches.map(\.resource) == [.mediaPlaylist(stream: 1)])
    }

    @Test func `is planned and laid beside the package, which it is no part of`() throws {
        let played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        #expect(played.download.history.names.count { $0 == "layGuest" } == 1)
        #expect(played.download.history.names.count { $0 == "lay" } == 1)
        #expect(played.download.machine.superseded.map(\.uri) == ["low.m3u8"])
        #expect(played.download.machine.selection?.streams.map(\.uri) == ["high.m3u8"])
        #expect(played.download.machine.progress.partsExpected == 6)
    }

    @Test func `is never fetched by the download itself`() throws {
        var played = PlayedDownload(
            segments: 3, options: .init(parallelRequests: 4), guest: .described)
        for index in 0..<3 { try played.deliver(.high(index)) }
        played.download.send(.sealed)
        #expect(played.download.outcome == .completed)
        let parts = played.download.allFetches.map(\.resource).filter {
            if case .part(1, _) = $0 { true } else { false }
        }
        #expect(parts.isEmpty)
    }

    @Test func `is asked for once, and a selected one not at all`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        for uri in ["low.m3u8", "high.m3u8", "none.m3u8"] {
            played.download.send(.streamWanted(uri: uri))
            #expect(played.download.fetches == [], "\(uri)")
        }
    }

    @Test func `that cannot be had fails nothing but itself`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .asked)
        played.download.respond(
            try played.request(for: .mediaPlaylist(stream: 1)), .status(404))
        #expect(played.download.outcome == nil)
        #expect(
            played.download.commands.contains(
                .report(.unavailable(.mediaPlaylist(stream: 1), why: "the server answers 404"))))
        for index in 0..<6 { try played.deliver(.high(index)) }
        #expect(played.download.commands.names.contains("seal"))
    }

    @Test func `of which a part cannot be had fails nothing but that`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(0), .zero)])
        played.download.respond(try played.request(for: .low(0)), .status(404))
        #expect(played.download.outcome == nil)
        #expect(
            played.download.commands.contains(
                .report(.unavailable(.low(0), why: "the server answers 404"))))
        #expect(played.download.machine.asksPlayer)
    }

    @Test func `loses a part when the selected one of its time is durable, not before`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(1), .zero)])
        try played.deliver(.low(1))
        played.need([])
        let id = try played.request(for: .high(1))
        played.download.respond(id, .ok(188))
        played.download.receive(id, 188)
        played.download.end(id)
        #expect(!played.download.commands.names.contains("discardGuestPart"))
        played.download.send(.stored(.high(1)))
        #expect(played.download.commands.contains(.discardGuestPart(.low(1))))
        #expect(played.download.machine.storedParts[1][1] == false)
    }

    @Test func `loses a part at once when the selected one was quicker`() throws {
        var played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(0), .seconds(1_000))])
        try played.deliver(.high(0))
        try played.deliver(.low(0))
        #expect(played.download.commands.contains(.discardGuestPart(.low(0))))
    }

    @Test func `holds the seal back until what is being stored of it is durable`() throws {
        var played = PlayedDownload(
            segments: 2, options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(1), .seconds(1_000))])
        let id = try played.request(for: .low(1))
        played.download.respond(id, .ok(188))
        played.download.receive(id, 188)
        played.download.end(id)
        try played.deliver(.high(0))
        try played.deliver(.high(1))
        #expect(!played.download.commands.names.contains("seal"))
        played.download.send(.stored(.low(1)))
        #expect(played.download.commands.names.suffix(1) == ["seal"])
    }

    @Test func `is fetched no more when everything selected is there`() throws {
        var played = PlayedDownload(
            segments: 1, options: .init(parallelRequests: 4), guest: .described)
        played.need([(.low(0), .seconds(1_000))])
        try played.deliver(.high(0))
        #expect(played.aborted == [.low(0)])
        #expect(played.download.commands.names.contains("seal"))
    }

    @Test func `goes on where an earlier run left it, and goes in the end`() throws {
        let played = PlayedDownload(options: .init(parallelRequests: 4), guest: .described)
        let copies = played.download.history.compactMap { command -> PlaylistCopy? in
            if case .keepPlaylist(_, let copy) = command { copy } else { nil }
        }
        let snapshot = DownloadSnapshot(
            url: TestDownload.url, playlists: copies,
            stored: [.init(stream: "low.m3u8", index: 2)],
            selection: played.download.machine.selection,
            superseded: played.download.machine.superseded)
        let again = PlayedDownload(
            options: .init(parallelRequests: 4), guest: .described, resuming: snapshot)
        #expect(again.download.machine.superseded.map(\.uri) == ["low.m3u8"])
        #expect(again.download.machine.storedParts[1] == [false, false, true, false, false, false])
        #expect(again.download.machine.superseded.count == 1)
    }
}
