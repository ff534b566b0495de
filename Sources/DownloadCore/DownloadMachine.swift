internal import DequeModule
internal import HLSPlaylist

/// Decides what a download does next. Performs nothing: a driver (HLSDownload) or a world in
/// virtual time (Simulation) performs its commands and tells it what happened.
///
/// Segment bytes never pass through it: it counts them. Playlists do, since it decides by them.
/// The same events at the same times with the same random numbers give the same commands.
package struct DownloadMachine: Sendable {
    enum Phase: Sendable { case idle, playlists, keys, parts, sealing, finished }

    /// A request whose end has not been reported yet.
    struct OpenRequest: Sendable {
        var id: RequestID
        var resource: ResourceID
        var url: String
        var startedAt: Duration
        /// When the head or the last body bytes arrived; nil before the head.
        var lastSign: Duration?
        var rangeStart: Int?
        var isConditional: Bool
        /// Length that the part has to have in the end, once a head or the playlist said so.
        var expected: Int?
        /// For a playlist: what its copy will carry.
        var entityTag: String?
        /// For a playlist: bytes that arrived.
        var received = 0
        /// Nobody but the app is asked, who has a time of its own.
        var isForApp = false
        /// Host and port that the request went to, and their number among the open requests.
        var host: String?
        var server = 0
        var overtaken = Overtaken()
        /// Where its resource stood in the book of attempts when bytes were last counted.
        var placeInBook = 0
    }

    struct Delayed: Sendable {
        var resource: ResourceID
        var notBefore: Duration
    }

    let url: String
    let options: DownloadOptions
    let snapshot: DownloadSnapshot?

    var phase = Phase.idle
    package internal(set) var selection: Selection? {
        didSet { selectedCount = selection?.streams.count ?? 0 }
    }
    /// Streams that the package is to hold; what has a higher place is a guest. 0 as long as nothing
    /// is selected.
    private(set) var selectedCount = 0
    /// How the selection came about; nil before it is made, and for a media playlist.
    package internal(set) var resolved: ResolvedSelection?
    /// Absolute URLs of the selected streams' media playlists.
    var streamURLs: [String] = []
    package internal(set) var plans: [StreamPlan?] = []
    /// Where the selected streams can be had from; empty when the URL named a media playlist.
    var sources: [StreamSources] = []
    /// The multivariant playlist's URL after redirects.
    var presentationURL = ""
    var steering: Steering?
    var stored: [[Bool]] = []
    /// By stream, once the parts are begun.
    var ledger: [StreamLedger] = []
    /// Streams of each content that was asked for.
    var contents: [[Int]] = []
    /// Streams in the package that a better one takes the place of, or that nobody asks for and that
    /// never were complete: they go when all that is selected is there.
    package internal(set) var superseded: [Selection.Stream] = []
    /// Keys of all streams, in the order in which playback needs them.
    package internal(set) var keys: [KeyPlan] = []
    /// Places in ``keys`` of those that are not there yet.
    var missingKeys: Set<Int> = []
    /// Places of those that were not there and that nobody needs since their streams went elsewhere.
    var droppedKeys: Set<Int> = []
    /// Why keys cannot be had, by URL.
    var failedKeys: [String: DownloadFailure] = [:]
    /// Identities of streams of which the origin now has something else than in the earlier run.
    var changedStreams: [String] = []

    var open: [OpenRequest] = []
    var attempts = AttemptBook()
    /// Never requested yet, playlists only.
    var ready = Deque<ResourceID>()
    /// All parts in the order in which they are wanted, and how many of them were begun or skipped.
    var order: [ResourceID] = []
    var begun = 0
    /// Places in ``order`` behind ``begun`` that were begun out of turn.
    var begunAhead: Set<Int> = []
    var delayed: [Delayed] = []
    var gates: [Gate] = []
    /// Hosts that no connection could be had to.
    var outages: [Outage] = []
    var isSuspended = false
    var network = NetworkStatus.unmetered
    var spaceWait: SpaceWait?
    /// Why nothing is requested; nil while the download runs.
    package internal(set) var waitingReason: WaitingReason?
    /// What a player is to the download.
    var playing = Playing()
    /// What became of the bytes of parts.
    package internal(set) var account = ByteAccount()
    var armedWake: Duration?
    /// The wake that was asked for is no later than anything that is due.
    private var isArmed = false
    /// Before this time bytes that arrive lead to nothing, unless they leave the player another room.
    private var quietUntil = Duration.zero
    var serverHasAnswered = false

    /// Keeps whoever holds a machine from copying it: the compiler loads a large struct as a whole to
    /// call a method that only reads it, unless it has a field whose size is not known.
    private let standsInPlace: (any Sendable)? = nil

    private var nextRequestNumber = 1
    var commands: [DownloadCommand] = []
    /// How far the download is, for people.
    package internal(set) var progress = DownloadProgress(
        secondsStored: .zero, secondsExpected: .zero, partsStored: 0, partsExpected: 0,
        bytesReceived: 0, retries: 0)

    /// - Parameters:
    ///   - url: absolute http or https URL of a multivariant or media playlist. A user's name and
    ///     password in it are left out.
    ///   - snapshot: what an earlier run left, nil for a new download.
    package init(url: String, options: DownloadOptions, resuming snapshot: DownloadSnapshot? = nil)
    {
        self.url = CredentialedURL(url).url
        self.options = options
        self.snapshot = snapshot
    }

    /// ``DownloadProgress/fraction`` with the share that has arrived of the parts under way. Falls
    /// when such a part has to begin again.
    package var fractionArrived: Double {
        guard !ledger.isEmpty else { return 0 }
        var underWay = Array(repeating: Duration.zero, count: ledger.count)
        for request in open {
            guard case .part(let stream, _) = request.resource, let part = part(request.resource),
                let expected = request.expected, expected > 0, stream < ledger.count
            else { continue }
            let have = min(attempts[request.resource]?.have ?? 0, expected)
            underWay[stream] += part.duration * (Double(have) / Double(expected))
        }
        return max(progress.fraction, ledger.fraction(underWay: underWay))
    }

    /// What of a stream is on disk, in order, neighbours put together. Empty before the plans are
    /// there.
    package func loadedRanges(ofStream stream: Int) -> [MediaTimeRange] {
        stream < ledger.count ? ledger[stream].loaded.ranges : []
    }

    /// Which parts are durable, by stream and place in ``StreamPlan/parts``; empty before the plans
    /// are there. Gaps count as there.
    package var storedParts: [[Bool]] { stored }

    /// The download is over: its ``DownloadCommand/finish(_:)`` was given.
    package var isFinished: Bool { phase == .finished }

    /// Takes in one event and returns what has to be done, in order.
    /// - Parameter now: time since the machine's start; never less than in an earlier call.
    package mutating func handle(
        _ event: DownloadEvent, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [DownloadCommand] {
        guard phase != .finished else { return [] }
        switch event {
        case .started: begin(at: now)
        case .responded(let id, let head): responded(id, head, at: now, using: &random)
        case .received(let id, let count):
            // By far the most frequent.
            guard !received(id, count, at: now, using: &random) || isNoisy(at: now) else {
                return []
            }
        case .ended(let id, let finding): ended(id, finding, at: now, using: &random)
        case .endedPlaylist(let id, let bytes): endedPlaylist(id, bytes)
        case .endedKey(let id, let count): endedKey(id, count, at: now, using: &random)
        case .keyRefused(let id, let reason): keyRefused(id, reason)
        case .failed(let id, let failure): failed(id, failure, at: now, using: &random)
        case .stored(.key(let index)): keyStored(index)
        case .stored(let resource): partStored(resource)
        case .sealed: finish(.completed)
        case .storeFailed(let failure): storeFailed(failure, at: now)
        case .spaceFound: spaceWait = nil
        case .suspended: isSuspended = true
        case .resumed: isSuspended = false
        case .networkChanged(let status): networkChanged(to: status, at: now)
        case .woke:
            armedWake = nil
            checkDeadlines(at: now, using: &random)
            lookForSpace(at: now)
        case .streamWanted(let uri): streamWanted(uri)
        case .needed(let needs): needed(needs)
        case .cancelled: finish(.cancelled)
        }
        updateWaiting()
        pump(at: now)
        // Handed over: what is shared would be copied with the next event.
        defer { commands = [] }
        return commands
    }

    private mutating func begin(at now: Duration) {
        precondition(phase == .idle, "a machine starts once")
        phase = .playlists
        guard admits(playlist: url) else {
            fail(.refused("only http and https URLs can be downloaded"), .multivariantPlaylist)
            return
        }
        takePauses(at: now)
        ready.append(.multivariantPlaylist)
    }

    mutating func finish(_ outcome: DownloadOutcome) {
        for request in open { commands.append(.abort(request.id)) }
        open = []
        phase = .finished
        commands.append(.finish(outcome))
    }
}

// MARK: - What to request next

extension DownloadMachine {

    /// Opens requests while there is work and room, then sees to the next wake.
    private mutating func pump(at now: Duration) {
        guard phase != .finished else { return }
        openGates(at: now)
        continueSteering(at: now)
        makeRoomForPlayer(at: now)
        while waitingReason == nil, hasRoom,
            let next = takeForPlayer(at: now) ?? takeNext(at: now)
        {
            begin(next, at: now)
        }
        if waitingReason == nil, let place = ready.firstIndex(of: .steeringManifest),
            !isHeldBack(.steeringManifest)
        {
            begin(ready.remove(at: place), at: now)
        }
        arm(at: now)
        noteQuiet(at: now)
    }

    /// Notes until when nothing of what ``pump(at:)`` looks at changes by itself.
    private mutating func noteQuiet(at now: Duration) {
        quietUntil = .zero
        guard isArmed, steering?.pause == nil, !ready.contains(.steeringManifest) else { return }
        var time = steering?.reloadAt ?? .seconds(Int64.max)
        for entry in delayed where entry.notBefore > now { time = min(time, entry.notBefore) }
        for gate in gates { time = min(time, gate.notBefore) }
        for outage in outages where !outage.isDue { time = min(time, outage.probeAt) }
        quietUntil = time
    }

    /// Whether bytes that have arrived may lead to something else than being counted.
    private func isNoisy(at now: Duration) -> Bool {
        now.attoseconds >= quietUntil.attoseconds || !leavesSameRoom(at: now)
    }

    /// A steering server that does not answer takes no one's place.
    var hasRoom: Bool {
        open.count { $0.resource != .steeringManifest } < options.parallelRequests
    }

    private mutating func begin(_ resource: ResourceID, at now: Duration) {
        let id = RequestID(nextRequestNumber)
        nextRequestNumber += 1
        if case .key(let key) = resource, keys[key].isFromApp {
            open.append(
                OpenRequest(
                    id: id, resource: resource, url: keys[key].url, startedAt: now,
                    isConditional: false, isForApp: true))
            commands.append(.askApp(id, resource, identifier: keys[key].url))
            return
        }
        var request = fetchRequest(id, for: resource)
        if let start = request.rangeStart, let end = request.rangeEnd, start > end {
            return recheck(id, resource, at: now)
        }
        noteBegin(of: resource, at: now)
        let host = PlaylistURL.authority(of: request.url)
        open.append(
            OpenRequest(
                id: id, resource: resource, url: request.url, startedAt: now,
                rangeStart: request.rangeStart, isConditional: request.ifNoneMatch != nil,
                host: host, server: server(of: host, for: id)))
        noteProbe(id)
        request.clientData = clientData(for: request, at: now)
        commands.append(.fetch(request))
    }

    /// An earlier run ended between the last byte and its storing: there is nothing to request.
    private mutating func recheck(_ id: RequestID, _ resource: ResourceID, at now: Duration) {
        open.append(
            OpenRequest(
                id: id, resource: resource, url: currentURL(of: resource), startedAt: now,
                lastSign: now, isConditional: false, expected: part(resource)?.range?.length))
        commands.append(.recheck(id, resource))
    }

    private mutating func fetchRequest(_ id: RequestID, for resource: ResourceID) -> FetchRequest {
        var request = FetchRequest(
            id: id, resource: resource, url: currentURL(of: resource),
            acceptsCompression: true, priority: priority(resource))
        if case .key = resource {
            request.acceptsCompression = false
        } else if let part = part(resource) {
            request.acceptsCompression = false
            let offset = part.range?.offset ?? 0
            let attempt = attempts[resource] ?? partialLeft(of: resource)
            attempts[resource] = attempt
            if part.range != nil || attempt.have > 0 { request.rangeStart = offset + attempt.have }
            if let range = part.range { request.rangeEnd = range.offset + range.length - 1 }
            if attempt.have > 0 { request.ifRange = attempt.entityTag }
        } else if let copy = copyFromEarlierRun(of: resource), copy.url == request.url {
            request.ifNoneMatch = copy.entityTag
        }
        return request
    }

    /// What an earlier run left of a part: resumed when a strong entity tag can vouch for it.
    private func partialLeft(of resource: ResourceID) -> Attempts {
        var attempt = Attempts()
        if let key = partKey(resource), let partial = snapshot?.partials[key],
            !changedStreams.contains(key.stream),
            partial.byteCount <= part(resource)?.range?.length ?? .max
        {
            attempt.have = partial.byteCount
            attempt.best = partial.byteCount
            attempt.entityTag = partial.entityTag
        }
        return attempt
    }

    /// Playlists and keys come first, then parts in the order of their time.
    func priority(_ resource: ResourceID) -> Int {
        switch resource {
        case .multivariantPlaylist, .mediaPlaylist, .key, .steeringManifest: 0
        case .part where isWanted(resource): 0
        case .part(let stream, let index):
            1 + Int((plans[stream]?.parts[index].start ?? .zero) / .milliseconds(1))
                + (options.order == .byStream ? stream * Self.longerThanAnyStream : 0)
        }
    }

    /// Milliseconds: three years.
    private static let longerThanAnyStream = 100_000_000_000

    private mutating func arm(at now: Duration) {
        var next: Duration?
        func consider(_ time: Duration) { next = min(next ?? time, time) }
        for place in open.indices where !open[place].isForApp { consider(deadline(of: place)) }
        if let lookAt = spaceWait?.lookAt { consider(lookAt) }
        if let reloadAt = steering?.reloadAt { consider(reloadAt) }
        if waitingReason == nil, hasRoom {
            // What is held back is not due before a gate opens or a request ends.
            for entry in delayed where !isHeldBack(entry.resource) { consider(entry.notBefore) }
            for gate in gates { consider(gate.notBefore) }
            for outage in outages where !outage.isDue { consider(outage.probeAt) }
        }
        isArmed = true
        guard let next else { return }
        if let armedWake, armedWake <= next { return }
        isArmed = next >= now
        armedWake = max(next, now)
        commands.append(.wake(at: max(next, now)))
    }
}
