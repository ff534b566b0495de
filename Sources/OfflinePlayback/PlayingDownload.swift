internal import DequeModule
package import DownloadCore
package import PlaybackCore

/// A download and a player of the same presentation: one that uses the network, one store for both.
///
/// The player's wishes become needs of the download; what becomes of them, and what the download has
/// besides, is told to the player. Performs nothing: whoever drives it performs the commands of its
/// steps, in order. Of the player's commands these are ``PlaybackCore/PlayerCommand/read(_:)``,
/// `wake` and, for a read, `abandon`; the others are seen to here.
package struct PlayingDownload: Sendable {
    package enum Event: Sendable {
        case download(DownloadEvent)
        /// A wake, what came of reading, or what the person does.
        case player(PlayerEvent)
    }

    /// What one of the two was told, and what it commands.
    package enum Step: Sendable, Codable {
        case download(DownloadEvent, [DownloadCommand])
        case player(PlayerEvent, [PlayerCommand])

        /// The player looked at its requests, as it does ten times a second, and let them be: nothing
        /// that a trace has to tell.
        package var isIdle: Bool {
            guard case .player(.woke, let commands) = self else { return false }
            return commands.allSatisfy {
                if case .wake = $0 { true } else { false }
            }
        }
    }

    /// A segment that the player waits for, with its init section.
    struct Fetch: Sendable {
        var request: SegmentRequest
        var start: Duration
        var parts: [ResourceID]
        /// Bytes that were there before it was asked for.
        var there: Int
    }

    package let mode: PlaybackMode
    let options: PlayerOptions
    package var download: DownloadMachine
    /// The player, or none: in a place of the heap, since it is asked for every packet, is large, and
    /// must not be copied for that.
    var players: [PlayerMachine] = []
    /// Why there is no player although there should be one.
    package internal(set) var problem: RuleCatalog.Problem?
    /// When the person asked to play, since the download's start: the player's time is counted from
    /// here.
    package internal(set) var requestedAt: Duration

    /// The download's stream for each of the presentation's; nil while it is none.
    var places: [Int?] = []
    var isDescribed: [Bool] = []
    /// Places in the stream's plan of the segments of each stream's timeline.
    var segments: [[Int]] = []
    /// What the player knows to be in the store.
    var isTold: Set<SegmentID> = []
    var presentation: PlayerPresentation?
    var fetches: [Fetch] = []
    var needs: PlayerNeeds?
    /// The player does something else than before.
    var hasChanged = false
    /// Before this time the playhead has not moved far enough to matter, if the player goes on as it
    /// does.
    var movesAt = Duration.zero
    /// The package is all there will be.
    var isSealed = false

    var steps: [Step] = []
    private var forPlayer = Deque<PlayerEvent>()
    private var forDownload = Deque<DownloadEvent>()

    /// - Parameters:
    ///   - url: as of a ``DownloadCore/DownloadMachine``.
    ///   - player: how it is played; without it and with mode none there is no player.
    ///   - start: when it all begins, in the time of ``handle(_:at:using:)``.
    package init(
        url: String, options: DownloadOptions, resuming snapshot: DownloadSnapshot? = nil,
        playing mode: PlaybackMode = .none, _ player: PlayerOptions = PlayerOptions(),
        from start: Duration = .zero
    ) {
        requestedAt = start
        var downloadOptions = options
        if mode == .only { downloadOptions.onlyForPlayer = true }
        download = DownloadMachine(url: url, options: downloadOptions, resuming: snapshot)
        self.mode = mode
        self.options = player
    }

    package var player: PlayerMachine? { players.first }
    package var hasPlayer: Bool { !players.isEmpty }

    /// Whether nothing will ever come of the player any more, or there will be none.
    package var isPlayed: Bool {
        if hasPlayer { return players[0].state.isOver }
        return mode == .none || download.isFinished || problem != nil
    }

    /// Peak rates of the player's levels in bit/s, rising; empty before there is a player.
    package var bitRates: [Int] { presentation?.levels.map(\.peakBitRate) ?? [] }

    /// The part of the download that a segment of the player's is; nil for what is none.
    package func resource(of segment: SegmentID) -> ResourceID? {
        guard segments.indices.contains(segment.stream), let place = places[segment.stream],
            segments[segment.stream].indices.contains(segment.index)
        else { return nil }
        return .part(stream: place, index: segments[segment.stream][segment.index])
    }

    /// Takes in one event and returns what both have to say to it, in order.
    /// - Parameter now: time since the download's start; never less than in an earlier call.
    package mutating func handle(
        _ event: Event, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [Step] {
        switch event {
        case .download(.received(let id, let count)):
            guard let steps = received(count, of: id, at: now, using: &random) else {
                return [.download(.received(id, byteCount: count), [])]
            }
            return steps
        case .download(let event): tell(event, at: now, using: &random)
        case .player(let event):
            if event != .woke { hasChanged = true }
            tell(event, at: now)
        }
        settle(at: now, using: &random)
        return handOver()
    }

    /// Takes in that bytes of a body arrived: by far the most frequent event, and one that nearly
    /// never leads to anything.
    /// - Returns: what ``handle(_:at:using:)`` returns; nil when only the download was told and
    ///   commands nothing.
    package mutating func received(
        _ count: Int, of id: RequestID, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [Step]? {
        // That the player hears of it decides nothing.
        if count > 0, !fetches.isEmpty, let resource = download.resource(of: id) {
            received(count, of: resource, at: now)
        }
        let event = DownloadEvent.received(id, byteCount: count)
        let commands = download.handle(event, at: now, using: &random)
        if commands.isEmpty, isSettled(at: now) { return nil }
        steps.append(.download(event, commands))
        follow(event, commands, at: now)
        settle(at: now, using: &random)
        return handOver()
    }

    /// What is shared would be copied with the next event.
    private mutating func handOver() -> [Step] {
        defer { steps = [] }
        return steps
    }

    /// Lets both talk until neither has anything to say to the other.
    private mutating func settle(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) {
        while true {
            if let event = forPlayer.popFirst() {
                tell(event, at: now)
            } else if let event = forDownload.popFirst() {
                tell(event, at: now, using: &random)
            } else if let event = newNeeds(at: now) {
                tell(event, at: now, using: &random)
            } else {
                return
            }
        }
    }

    private mutating func tell(
        _ event: DownloadEvent, at now: Duration, using random: inout some RandomNumberGenerator
    ) {
        let commands = download.handle(event, at: now, using: &random)
        steps.append(.download(event, commands))
        follow(event, commands, at: now)
    }

    private mutating func tell(_ event: PlayerEvent, at now: Duration) {
        movesAt = .zero
        guard hasPlayer else { return }
        let before = players[0].state
        var commands = players[0].handle(event, at: now - requestedAt)
        for (place, command) in commands.enumerated() {
            switch command {
            case .describe(let stream): describe(stream)
            case .fetch(let request): fetch(request)
            case .abandon(let id):
                fetches.removeAll { $0.request.id == id }
                hasChanged = true
            case .wake(let time): commands[place] = .wake(at: time + requestedAt)
            case .read, .report: break
            }
        }
        steps.append(.player(event, commands))
        guard players[0].state != before else { return }
        hasChanged = true
        guard players[0].state.isOver else { return }
        fetches = []
        if mode == .only, !download.isFinished { forDownload.append(.cancelled) }
    }

    /// The player is told of bytes on their own: it decides nothing by them.
    private mutating func received(_ count: Int, of resource: ResourceID, at now: Duration) {
        for place in fetches.indices where fetches[place].parts.contains(resource) {
            _ = players[0].handle(
                .received(fetches[place].request.id, byteCount: count), at: now - requestedAt)
        }
    }

    mutating func say(_ event: PlayerEvent) { forPlayer.append(event) }

    /// Whether the player will be told that a segment is stored.
    func isYetToHear(of segment: SegmentID) -> Bool {
        forPlayer.contains { event in
            if case .stored(segment, _) = event { true } else { false }
        }
    }

    mutating func ask(_ event: DownloadEvent) { forDownload.append(event) }
}
