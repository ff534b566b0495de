import DownloadCore
import HLSPlaylist
import OfflinePlayback
import PlaybackCore
import Testing

/// A download and a player by hand.
struct HandPlayed {
    var playing: PlayingDownload
    private var random = CountingRandom()
    private(set) var steps: [PlayingDownload.Step] = []
    private(set) var history: [PlayingDownload.Step] = []

    struct CountingRandom: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    static let film = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=100000
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000
        high.m3u8

        """

    init(_ mode: PlaybackMode, rule: String = "fixed:0", stored: [Int] = []) {
        let snapshot = DownloadSnapshot(
            url: "http://host/i.m3u8",
            stored: Set(stored.map { .init(stream: "high.m3u8", index: $0) }))
        playing = PlayingDownload(
            url: "http://host/i.m3u8", options: DownloadOptions(),
            resuming: stored.isEmpty ? nil : snapshot, playing: mode, PlayerOptions(rule: rule))
        send(.download(.started))
    }

    mutating func send(_ event: PlayingDownload.Event, at now: Duration = .zero) {
        steps = playing.handle(event, at: now, using: &random)
        history += steps
    }

    /// Answers the request that is open for a resource.
    mutating func playlist(_ resource: ResourceID, _ text: String) throws {
        let id = try request(resource)
        send(.download(.responded(id, ResponseHead(status: 200))))
        send(.download(.endedPlaylist(id, bytes: Array(text.utf8))))
    }

    mutating func media(_ resource: ResourceID, map: Bool = false) throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + (map ? "#EXT-X-MAP:URI=\"i.mp4\"\n" : "")
            + (1...4).map { "#EXTINF:4,\n\($0).m4s\n" }.joined() + "#EXT-X-ENDLIST\n"
        try playlist(resource, text)
    }

    mutating func deliver(_ resource: ResourceID, at now: Duration = .zero) throws {
        let id = try request(resource)
        let head = ResponseHead(status: 200, contentLength: 100)
        send(.download(.responded(id, head)), at: now)
        send(.download(.received(id, byteCount: 100)), at: now)
        send(.download(.ended(id, container: .whole(.fragmentedMP4))), at: now)
        send(.download(.stored(resource)), at: now)
    }

    func request(_ resource: ResourceID) throws -> RequestID {
        let requests = history.flatMap { step -> [FetchRequest] in
            guard case .download(_, let commands) = step else { return [] }
            return commands.compactMap { if case .fetch(let it) = $0 { it } else { nil } }
        }
        return try #require(requests.last { $0.resource == resource }).id
    }

    var playerCommands: [PlayerCommand] {
        steps.flatMap { step -> [PlayerCommand] in
            if case .player(_, let commands) = step { commands } else { [] }
        }
    }
}

@Suite struct `A player of a download` {
    @Test func `fetches through the download and hears when its segment is durable`() throws {
        var hand = HandPlayed(.withDownload)
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 0))
        try hand.media(.mediaPlaylist(stream: 1))
        #expect(hand.playing.player?.state == .waiting)
        try hand.deliver(.part(stream: 1, index: 0))
        #expect(hand.playing.player?.state == .playing)
        #expect(hand.playing.download.account.fetchedForPlayer == 100)
    }

    @Test func `waits for the init section with the first segment`() throws {
        var hand = HandPlayed(.withDownload)
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 0), map: true)
        try hand.media(.mediaPlaylist(stream: 1), map: true)
        try hand.deliver(.part(stream: 1, index: 1))
        #expect(hand.playing.player?.state == .waiting)
        try hand.deliver(.part(stream: 1, index: 0))
        #expect(hand.playing.player?.state == .playing)
    }

    @Test func `reads what the download has, at its level or a better one`() throws {
        var hand = HandPlayed(.withDownload, stored: [0, 2])
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 1))
        try hand.media(.mediaPlaylist(stream: 0))
        let reads = hand.playerCommands.compactMap { command -> SegmentID? in
            if case .read(let request) = command { request.segment } else { nil }
        }
        #expect(reads == [SegmentID(stream: 1, index: 0)])
        #expect(
            hand.playing.resource(of: SegmentID(stream: 1, index: 0))
                == .part(stream: 0, index: 0))
    }

    /// A player at its upper level that could not read what is stored there, and has asked for more.
    private func unreadable() throws -> (hand: HandPlayed, now: Duration) {
        var hand = HandPlayed(.withDownload, rule: "fixed:1", stored: [0])
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 1))
        try hand.media(.mediaPlaylist(stream: 0))
        let reads = hand.playerCommands.compactMap { command -> PlayerRequestID? in
            if case .read(let request) = command { request.id } else { nil }
        }
        let read = try #require(reads.last)
        hand.send(.player(.failed(read, reason: "damaged")))
        var now = Duration.zero
        for _ in 0..<5 {
            now += .seconds(10)
            hand.send(.player(.woke), at: now)
        }
        return (hand, now)
    }

    @Test func `takes a lower quality in place of what is stored and cannot be read`() throws {
        var (hand, now) = try unreadable()
        try hand.deliver(.part(stream: 1, index: 0), at: now)
        let player = try #require(hand.playing.player)
        #expect(player.state == .playing)
        let reasons = player.log.failures.compactMap(\.comment)
        #expect(reasons == ["damaged", "what is stored of it cannot be read"])
    }

    @Test func `fails when there is no other quality, and does not wait for it`() throws {
        var (hand, now) = try unreadable()
        for _ in 0..<100 where hand.playing.player?.isOver == false {
            if let id = try? hand.request(.part(stream: 1, index: 0)) {
                hand.send(.download(.responded(id, ResponseHead(status: 404))), at: now)
            }
            now += .seconds(10)
            hand.send(.player(.woke), at: now)
        }
        let player = try #require(hand.playing.player)
        let unread = "what is stored of it cannot be read"
        #expect(player.state == .failed(unread))
        let refused = "the server answers 404"
        let comments = player.log.failures.compactMap(\.comment)
        #expect(comments.prefix(6) == ["damaged", unread, refused, unread, refused, unread])
    }

    @Test func `is told of another quality when its own cannot be had`() throws {
        var hand = HandPlayed(.withDownload)
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 0))
        let id = try hand.request(.mediaPlaylist(stream: 1))
        hand.send(.download(.responded(id, ResponseHead(status: 404))))
        try hand.deliver(.part(stream: 0, index: 0))
        #expect(hand.playing.player?.played.segments.isEmpty == true)
        #expect(hand.playing.player?.log.failures.map(\.comment) == ["the server answers 404"])
        #expect(hand.playing.player?.isOver == false)
    }

    @Test func `begins when the download is complete, if it is to play after it`() throws {
        var hand = HandPlayed(.after)
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        try hand.media(.mediaPlaylist(stream: 0))
        #expect(hand.playing.player == nil)
        #expect(!hand.playing.isPlayed)
        for index in 0..<4 { try hand.deliver(.part(stream: 0, index: index)) }
        hand.send(.download(.sealed), at: .seconds(9))
        #expect(hand.playing.requestedAt == .seconds(9))
        // Only what is in the package is known to it.
        #expect(hand.playing.bitRates == [900_000])
        let reads = hand.playerCommands.filter { if case .read = $0 { true } else { false } }
        #expect(reads.count == 1)
    }

    @Test func `of nothing is no player`() throws {
        var hand = HandPlayed(.none)
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        #expect(hand.playing.player == nil)
        #expect(hand.playing.isPlayed)
    }

    @Test func `with a rule that is not there is a problem, and no player`() throws {
        var hand = HandPlayed(.withDownload, rule: "none-such")
        try hand.playlist(.multivariantPlaylist, HandPlayed.film)
        #expect(hand.playing.problem != nil)
        #expect(hand.playing.isPlayed)
    }
}
