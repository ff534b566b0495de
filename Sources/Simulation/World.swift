internal import DequeModule
package import DownloadCore
package import LinkModel
package import OfflinePlayback
internal import PlaybackCore
package import Scenarios

/// A download in virtual time: a ``DownloadMachine``, an ``OriginScript``, a ``SharedLink`` and a
/// ``SimulatedDisk``, driven by one loop over a queue ordered by (time, sequence).
///
/// The same inputs and seed give the same history, byte for byte. Connections are those of
/// AsyncHTTPClient over HTTP/1.1: as many as requests may be open, kept and used again, a new one
/// costing its handshake over the link. Bytes of media are counted, not carried; playlists come from
/// `playlists`. At the same time the link comes before the queue.
///
/// What is not modelled: DNS, TLS, the framing of chunks but the last one, connections that the
/// origin closes for being idle, the time-out of connecting.
package struct World {
    /// The Host field of the laboratory's origin, whose port has five digits nearly always.
    static let hostField = "host: 127.0.0.1:40000\r\n"
    /// The chunk that ends a body without a declared length: `0`, CRLF, CRLF.
    static let lastChunkBytes = 5
    /// Bytes of a dismissed response that are read away to keep its connection, as the real driver.
    static let longestDrain = 64 << 10
    /// Time to make a part durable or to seal a package: an fsync of a quick disk.
    package static let storeTime = Duration.milliseconds(2)
    /// Events after which a run counts as endless.
    package static let mostEvents = 20_000_000
    /// Wakes at one point of time after which a machine counts as turning on the spot.
    package static let mostWakesAtOnce = 1_000
    /// Scheme and authority of the origin.
    package static let origin = "http://origin"
    /// The origin's time of day when the world begins: 2026-01-01 00:00:00 UTC.
    package static let startOfTime = 1_767_225_600

    /// A point of a run, counted from 1.
    package enum Stop: Sendable, Hashable {
        /// When the machine has given so many commands, before the last of them is performed.
        case beforeCommand(Int)
        /// When so many commands have been performed.
        case command(Int)
        /// When the machine has been told so many events and all their commands are performed.
        case event(Int)
    }

    package struct Settings: Sendable {
        package var options: DownloadOptions
        package var link: LinkProfile
        /// Of the jitter of retries.
        package var seed: UInt64
        /// Whether the lines of the timeline are kept.
        package var keepsTrace: Bool
        /// Where the run stops, as by a crash; nil: at the end of the download.
        package var stop: Stop?
        /// What happens to the download from outside, in any order.
        package var interruptions: [WorldInterruption] = []
        /// The interruptions of a scenario, and the profiles that they name.
        package var outside: [Interruption] = []
        package var profiles: [String: LinkProfile] = [:]
        /// Behind the URL of the playlist, `token=2` for example; nil: none.
        package var query: String?
        /// For tests of whoever watches a world.
        package var tamper: WorldTamper?
        /// Whether and how the presentation is played, and what the person does.
        package var playback: Playback?

        package init(
            options: DownloadOptions = DownloadOptions(), link: LinkProfile, seed: UInt64 = 1,
            keepsTrace: Bool = true, stop: Stop? = nil
        ) {
            self.options = options
            self.link = link
            self.seed = seed
            self.keepsTrace = keepsTrace
            self.stop = stop
        }
    }

    /// Bytes of a playlist by its path, which begins with `/`; nil when there is none.
    package typealias Playlists = @Sendable (String) -> [UInt8]?

    /// Told of every event of the download and of the player with the commands that it led to, in
    /// order.
    package typealias Watch = (Duration, PlayingDownload.Step) -> Void

    /// Told of every point at which a run can stop, when it is there, with what would be left then.
    package typealias Visit = (Stop, _ disk: SimulatedDisk, _ origin: OriginScript) -> Void

    let settings: Settings
    let watch: Watch?
    let visit: Visit?
    /// Somebody wants to see every event, or to step in.
    let isWatched: Bool
    var playlists: Playlists
    /// The origin after ``WorldInterruption/What/originReplaced``.
    var successor: (script: OriginScript, playlists: Playlists)?
    /// The machine, and a player beside it if there is one.
    var playing: PlayingDownload
    /// Something is to be played.
    let plays: Bool
    var random: StableRandom
    var script: OriginScript
    var link: SharedLink
    var disk: SimulatedDisk
    var queue = WorldQueue()
    /// Nanoseconds since the world began.
    var now = 0

    var connections: [SimulatedConnection] = []
    /// The last connection that was given each slot of the link.
    var connectionBySlot: [Int] = []
    /// In the order of their connections.
    var draining: [SimulatedConnection.Draining] = []
    /// Connections with bytes that have arrived and are not on the disk yet.
    var unwritten: [Int] = []
    /// Not all of them have been looked at.
    var hasToLook = false
    /// Requests that wait for a connection.
    var waiting: [FetchRequest] = []
    var wish: Int?
    var playerWish: Int?
    /// What the player reads.
    var reads: [PlayerRequestID] = []
    var playerFaults: [String] = []
    /// What is to be told to both when what they command is performed.
    var untold = Deque<PlayingDownload.Event>()
    var isTelling = false
    var hasPerson = false
    var outcome: DownloadOutcome? { didSet { hasOutcome = outcome != nil } }
    private(set) var hasOutcome = false
    /// When the download was over; a playback may go on.
    var finishedAt: Duration?
    var isStopped = false
    /// There is no engine: it was killed, or ended and is about to start again.
    var isDead = false
    var outside = WorldOutside()
    var isDiskFull = false
    var originWasReplaced = false
    /// What a full disk keeps from being done, in order.
    var heldBack: [DownloadCommand] = []
    /// Parts that a full disk kept from becoming durable.
    var unstored: [ResourceID] = []

    var trace: [[UInt8]] = []
    var lastLine: [UInt8] = []
    var record = OriginRecord()
    var exchanges: [WorldExchange] = []
    /// Places in ``exchanges`` by the number of the request.
    var exchangeByID: [Int: Int] = [:]
    var requestCount = 0
    var commandCount = 0
    var eventCount = 0
    /// Wakes since time last moved.
    var wakesAtOnce = 0
    var partBytes = 0
    var mostConnections = 0

    /// - Parameters:
    ///   - script: the origin; its catalog names the playlist that is downloaded.
    ///   - playlists: bytes of a playlist by its path, which begins with `/`; nil when there is none.
    ///   - disk: what an earlier run left.
    ///   - successor: what takes the origin's place when an interruption says so.
    ///   - watch: what a driver's trace is told, for who wants more than the lines of the timeline.
    ///   - visit: for who wants to end the run at each of its points; what it is given is a value.
    /// - Throws: when the link cannot play the profile.
    package init(
        _ settings: Settings, origin script: OriginScript,
        playlists: @escaping Playlists, disk: SimulatedDisk = SimulatedDisk(),
        successor: (script: OriginScript, playlists: Playlists)? = nil,
        watch: Watch? = nil, visit: Visit? = nil
    ) throws(UnsupportedLinkFeatures) {
        let query = settings.query.map { "?" + $0 } ?? ""
        let url = Self.origin + "/" + script.catalog.multivariantPlaylist + query
        self.settings = settings
        self.script = script
        self.playlists = playlists
        self.successor = successor
        self.watch = watch
        self.visit = visit
        isWatched =
            settings.keepsTrace || settings.stop != nil || settings.tamper != nil || watch != nil
            || visit != nil
        self.disk = disk
        self.disk.url = url
        link = try SharedLink(settings.link, seed: settings.seed)
        random = StableRandom(seed: settings.seed)
        plays = settings.playback != nil
        playing = PlayingDownload(
            url: url, options: settings.options, resuming: disk.snapshot(at: .zero),
            playing: settings.playback?.mode ?? .none,
            settings.playback?.options ?? PlayerOptions())
        for (place, interruption) in settings.interruptions.enumerated() {
            queue.add(
                .interrupt(place), at: interruption.at.wholeNanosecondsRoundedUp)
        }
        for profile in settings.profiles.values { try profile.requireSupport() }
        awaitOutside()
    }

    var machine: DownloadMachine {
        // Lent, not copied: it is looked at for every packet.
        _read { yield playing.download }
        _modify { yield &playing.download }
    }

    /// Runs until the download is over, or waits for something that never comes, or the run is
    /// stopped.
    /// - Throws: ``WorldError`` when the download can never end.
    package mutating func run() throws(WorldError) -> WorldHistory {
        tell(.started)
        var arrived: [LinkEvent] = []
        while !isOver, !isStopped {
            let moved = hasToLook ? link.nextMovement() : link.nextEvent
            let next = min(moved?.nanoseconds ?? .max, queue.nextTime)
            if next == .max, machine.waitingReason != nil {
                writeOut()
                return history
            }
            guard next < .max || stopWaitingPlayer() else {
                throw .quiet(at: elapsed, lastLine: String(decoding: lastLine, as: UTF8.self))
            }
            guard next < .max else { continue }
            try step(to: next)
            // One as a rule, and quicker so than as a range.
            while arrived.popLast() != nil {}
            advanceLink(into: &arrived)
            for event in arrived where !isOver && !isStopped { take(event) }
            playWhatDrained()
            // One act a step: what it adds at the same time is seen by the guard above.
            guard queue.nextTime <= now, !isOver, !isStopped else { continue }
            if let act = queue.next(dueAt: now) { perform(act) }
        }
        writeOut()
        return history
    }

    /// Lets the link go on up to now, and further as long as there is nothing to see and nothing else
    /// is due.
    private mutating func advanceLink(into arrived: inout [LinkEvent]) {
        guard !hasToLook else {
            return link.advance(to: LinkTime(nanoseconds: now), into: &arrived)
        }
        let limit = LinkTime(nanoseconds: queue.nextTime)
        repeat {
            let reached = link.advance(toNewsBy: limit, into: &arrived).nanoseconds
            if reached > now { wakesAtOnce = 0 }
            now = reached
            // What was offered goes out bit by bit: of interest is the last.
        } while arrived.isEmpty && link.hasSent && now < queue.nextTime && !hasDrained()
    }

    /// Moves time on, unless the machine keeps it from moving.
    private mutating func step(to next: Int) throws(WorldError) {
        if next > now { wakesAtOnce = 0 }
        now = max(now, next)
        guard eventCount < Self.mostEvents, wakesAtOnce < Self.mostWakesAtOnce
        else {
            throw .endless(
                at: elapsed, events: eventCount, lastLine: String(decoding: lastLine, as: UTF8.self)
            )
        }
    }

    var elapsed: Duration { Duration(attoseconds: Int128(now) * 1_000_000_000) }

    private mutating func perform(_ act: WorldQueue.Act) {
        writeOut()
        switch act {
        case .event(let event):
            if case .stored(let resource) = event {
                guard !isDiskFull else {
                    unstored.append(resource)
                    return tell(.storeFailed(diskFull))
                }
                commitStore(of: resource)
            }
            if case .sealed = event { disk.isSealed = true }
            tell(event)
        case .look: lookForSpace()
        case .interrupt(let place): interrupt(settings.interruptions[place].what)
        case .outside(let place): begin(place)
        case .outsideOver(let place): end(place)
        case .restart: beginLife()
        case .wake:
            guard wish == now else { return }
            wish = nil
            tell(.woke)
        case .play(let connection, let sequence):
            play(connection, sequence)
        case .player(let event): tellPlayer(event)
        case .wakePlayer:
            guard playerWish == now else { return }
            playerWish = nil
            tellPlayer(.woke)
        case .read(let id, let byteCount): readEnded(id, byteCount)
        }
    }

    /// In all lives of the engine.
    private var progress: DownloadProgress {
        var progress = machine.progress
        // Those of an engine that is gone are counted already.
        progress.bytesReceived = outside.bytesReceived + (isDead ? 0 : progress.bytesReceived)
        progress.retries = outside.retries + (isDead ? 0 : progress.retries)
        return progress
    }

    private var history: WorldHistory {
        WorldHistory(
            outcome: outcome, elapsed: elapsed, finishedAt: finishedAt, trace: trace,
            record: record, mediaBytesSent: mediaBytesSent,
            disk: disk.laidAside(at: elapsed),
            origin: script, progress: progress, requests: requestCount,
            partBytes: partBytes,
            commands: commandCount, events: eventCount, mostConnections: mostConnections,
            openedConnections: connections.count, exchanges: exchanges,
            waitingReason: machine.waitingReason, wasStopped: isStopped,
            originWasReplaced: originWasReplaced, down: link.counters(.down),
            up: link.counters(.up), downPackets: link.pathCounters(.down),
            upPackets: link.pathCounters(.up), playback: playbackHistory,
            interruptions: happened)
    }

    /// The target of a request for an absolute URL of the origin: path and query.
    static func target(of url: String) -> String {
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        var slashes = 0
        for place in bytes.indices where place < end && bytes[place] == UInt8(ascii: "/") {
            slashes += 1
            if slashes == 3 { return String(url[place..<end]) }
        }
        return "/"
    }

    static func path(of url: String) -> String {
        String(decoding: target(of: url).utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }
}
