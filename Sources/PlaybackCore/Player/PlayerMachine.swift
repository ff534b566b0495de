/// Decides what a player does next: what it fetches or reads, at which level, and when it plays.
/// Performs nothing: a driver (HLSDownload) or a world in virtual time (Simulation) performs its
/// commands and tells it what happened.
///
/// Media bytes never pass through it: it counts them. The same events at the same times give the same
/// commands.
package struct PlayerMachine: Sendable {
    /// Why nothing plays although it should.
    enum Waiting: Sendable, Hashable {
        case start(since: Duration)
        case seek
        case stall(since: Duration)
    }

    let presentation: PlayerPresentation
    let options: PlayerOptions
    /// When the person asked to play; nil: when the machine is started.
    private let requestedAt: Duration?
    var timelines: [StreamTimeline?]
    /// Streams whose playlist has been asked for.
    var isAskedFor: [Bool]
    /// Streams that cannot be had.
    var isMissing: [Bool]
    /// What the store has of each stream, with bytes.
    var stored: [[Int: Int]]

    var video = PlayerTrack(.video)
    var audio: PlayerTrack?
    var subtitles: PlayerTrack?
    var audioName: String?
    var subtitlesName: String?

    /// Made once the first timeline is there.
    var rule: (any AdaptationRule)?
    var ladder: Ladder?
    var replacement: SegmentReplacement?
    /// The level of the segment that is to be fetched next; nil until the rule is asked.
    var choice: Choice?
    /// Of the video segment that arrived last.
    var lastLevel: Int?

    package internal(set) var playhead = Playhead()
    var waiting: Waiting?
    var isPaused = false
    var isReachable = true
    var hasBegun = false
    package internal(set) var state = PlaybackState.idle

    /// What was played so far.
    package internal(set) var played = PlayedSequence()
    /// Access and error log so far.
    package internal(set) var log = PlaybackLog()
    /// Level of the segment that plays.
    var playingLevel: Int?
    /// The segment that plays, once some of it has, and the place from which it did.
    var playingItem: PlayerTrack.Item?
    var playingFrom: Duration

    private var nextRequestNumber = 1
    private var armedWake: Duration?
    var commands: [PlayerCommand] = []

    /// - Parameter requestedAt: when the person asked to play, if that was before the presentation
    ///   was known and the machine is started.
    /// - Throws: when there is no rule of the name in the options, or it cannot be used here.
    package init(
        _ presentation: PlayerPresentation, _ options: PlayerOptions, requestedAt: Duration? = nil
    ) throws(RuleCatalog.Problem) {
        // Whether the rule can be made is known before the first playlist is.
        _ = try RuleCatalog.entry(
            named: options.rule,
            for: Ladder(
                bitrates: presentation.levels.map { Double($0.peakBitRate) / 1_000 },
                segmentDuration: 1, segmentCount: 1))
        self.presentation = presentation
        self.options = options
        self.requestedAt = requestedAt
        let count = presentation.streams.count
        timelines = Array(repeating: nil, count: count)
        isAskedFor = Array(repeating: false, count: count)
        isMissing = Array(repeating: false, count: count)
        stored = Array(repeating: [:], count: count)
        audioName = options.audio
        subtitlesName = options.subtitles
        playingFrom = options.startPosition
        playhead.move(to: options.startPosition, at: .zero)
        video.clear(to: options.startPosition)
    }

    /// Nothing further will be commanded.
    package var isOver: Bool { state.isOver }

    /// Media time per time of the clock, as the person wants it; 0 for a pause.
    package var rate: Double { isPaused ? 0 : playhead.rate.factor }

    /// Takes in one event and returns what has to be done, in order.
    /// - Parameter now: time since the machine's start; never less than in an earlier call.
    package mutating func handle(_ event: PlayerEvent, at now: Duration) -> [PlayerCommand] {
        guard !isOver else { return [] }
        if case .received(let id, let count) = event {
            // By far the most frequent: nothing is decided before the next wake.
            received(id, count)
            return []
        }
        advance(to: now)
        if !isOver { take(event, at: now) }
        if hasBegun, !isOver { pump(at: now) }
        defer { commands = [] }
        return commands
    }

    private mutating func take(_ event: PlayerEvent, at now: Duration) {
        switch event {
        case .started: begin(at: now)
        case .described(let stream, let timeline): described(stream, timeline, at: now)
        case .undescribed(let stream, let reason): undescribed(stream, reason, at: now)
        case .responded(let id, let count): responded(id, count, at: now)
        case .received: break
        case .arrived(let id): arrived(id, at: now)
        case .failed(let id, let reason): failed(id, reason, at: now)
        case .stored(let segment, let count):
            stored[segment.stream][segment.index] = count
            video.open?.mayBeStored = true
            noteBytes(of: segment, count)
            if hasBegun { describe(segment.stream) }
        case .discarded(let segment): stored[segment.stream][segment.index] = nil
        case .networkChanged(let isReachable): networkChanged(isReachable)
        case .woke: armedWake = nil
        case .paused: pause(at: now)
        case .resumed: isPaused = false
        case .sought(let place): seek(to: place, at: now)
        case .rateChanged(let rate): playhead.change(to: rate, at: now)
        case .audioSelected(let name): selectAudio(name, at: now)
        case .subtitlesSelected(let name): selectSubtitles(name, at: now)
        case .stopped: end(.stopped, at: now)
        }
    }

    private mutating func begin(at now: Duration) {
        precondition(!hasBegun, "a machine starts once")
        hasBegun = true
        waiting = .start(since: requestedAt ?? now)
        log.begin(at: requestedAt ?? now)
        enter(.waiting)
        describe(presentation.levels[presentation.firstListed].stream)
        // What is stored of a stream is of use once its playlist is there.
        for stream in stored.indices where !stored[stream].isEmpty { describe(stream) }
    }

    /// Gets everything going that can be.
    private mutating func pump(at now: Duration) {
        updateTracks(at: now)
        checkTransfers(at: now)
        startPlaying(at: now)
        guard !isOver else { return }
        fetch(at: now)
        // What was asked for may be there without a request: a gap, the end.
        startPlaying(at: now)
        if !isOver { arm(at: now) }
    }

    mutating func newRequestID() -> PlayerRequestID {
        defer { nextRequestNumber += 1 }
        return PlayerRequestID(nextRequestNumber)
    }

    mutating func enter(_ state: PlaybackState) {
        guard state != self.state else { return }
        self.state = state
        commands.append(.report(.state(state)))
    }

    mutating func describe(_ stream: PlayerPresentation.StreamID) {
        guard !isAskedFor[stream], !isMissing[stream] else { return }
        isAskedFor[stream] = true
        commands.append(.describe(stream))
    }

    mutating func end(_ state: PlaybackState, at now: Duration) {
        playhead.stop(at: now)
        for kind in PlayerPresentation.Stream.Kind.allCases { drop(kind, at: now) }
        closePlayed(at: now)
        log.end(at: now, state)
        enter(state)
    }

    /// Gives up what a track is getting.
    mutating func drop(_ kind: PlayerPresentation.Stream.Kind, at now: Duration) {
        guard hasOpen(kind), let open = self[kind]?.open else { return }
        commands.append(.abandon(open.id))
        count(open, isUseless: true, at: now)
        self[kind]?.open = nil
    }

    /// Whether a track is getting a segment; without a copy of the track, which is large.
    private func hasOpen(_ kind: PlayerPresentation.Stream.Kind) -> Bool {
        switch kind {
        case .video: video.open != nil
        case .audio: audio?.open != nil
        case .subtitles: subtitles?.open != nil
        }
    }

    /// The track of a medium; there is always one of video.
    subscript(kind: PlayerPresentation.Stream.Kind) -> PlayerTrack? {
        get {
            switch kind {
            case .video: video
            case .audio: audio
            case .subtitles: subtitles
            }
        }
        set {
            switch kind {
            case .video: video = newValue ?? video
            case .audio: audio = newValue
            case .subtitles: subtitles = newValue
            }
        }
    }

    /// Sees to the next wake: the end of what is buffered, room for the next segment, a question about
    /// a request, the end of a pause.
    private mutating func arm(at now: Duration) {
        guard let next = nextWish(after: now) else { return }
        if let armedWake, armedWake <= next, armedWake > now { return }
        armedWake = next
        commands.append(.wake(at: next))
    }
}
