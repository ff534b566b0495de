import PlaybackCore

/// A world for a ``PlayerMachine``: a link that open requests share, a store, and what a person does.
/// Holds the machine to what it promises at every step.
struct PlayerWorld {
    /// What is asked for and what is there.
    struct Settings {
        var presentation: PlayerPresentation
        var segmentDuration = Duration.seconds(4)
        var segmentCount = 30
        /// Of a segment of audio or subtitles.
        var renditionBytes = 24_000
        /// Bit/s and the time from which on, the first one from zero.
        var rates: [(from: Duration, bitsPerSecond: Double)] = [(.zero, 8_000_000)]
        var latency = Duration.milliseconds(50)
        var stored: [SegmentID] = []
        /// What happens besides, in the order of time.
        var script: [(at: Duration, event: PlayerEvent)] = []
        /// Requests of which the answer is a failure, by their number.
        var failing: Set<Int> = []
        /// Streams whose playlists never come.
        var undescribed: Set<Int> = []
        var lateness = Duration.zero
    }

    struct Flow {
        var request: SegmentRequest
        var isRead: Bool
        var begins: Duration
        var hasResponded = false
        /// Bits that have not arrived.
        var rest: Double
        var told = 0
    }

    private let settings: Settings
    private(set) var machine: PlayerMachine
    private(set) var now = Duration.zero
    private var flows: [Flow] = []
    private var descriptions: [(at: Duration, stream: Int)] = []
    private var wish: Duration?
    private var scriptPlace = 0
    private var stored: Set<SegmentID>
    private(set) var faults: [String] = []
    private(set) var reports: [PlayerReport] = []
    private(set) var fetched: [SegmentID] = []
    /// Those of them that were there at a lower level.
    private(set) var replacements: [(at: Duration, segment: SegmentID)] = []
    private(set) var readSegments: [SegmentID] = []
    /// A sum over all commands: the same for the same history.
    private(set) var digest: UInt64 = 0
    var keepsDigest = false
    private(set) var steps = 0
    /// Told of the network.
    private(set) var arrivedBytes = 0

    /// Whether the person moves the playhead.
    var seeks: Bool {
        settings.script.contains { if case .sought = $0.event { true } else { false } }
    }

    init(_ settings: Settings, _ options: PlayerOptions) throws {
        self.settings = settings
        machine = try PlayerMachine(settings.presentation, options)
        stored = Set(settings.stored)
    }

    private func bytes(_ segment: SegmentID) -> Int {
        let level = settings.presentation.levels.first { $0.stream == segment.stream }
        guard let level else { return settings.renditionBytes }
        return Int(Double(level.peakBitRate) / 8 * (settings.segmentDuration / .seconds(1)))
    }

    private var timeline: StreamTimeline {
        StreamTimeline(
            (0..<settings.segmentCount).map {
                .init(
                    start: settings.segmentDuration * $0, duration: settings.segmentDuration)
            })
    }

    private func rate(at time: Duration) -> Double {
        settings.rates.last { $0.from <= time }?.bitsPerSecond ?? 0
    }

    /// Runs until the player is over, nothing will ever happen, or too much has.
    mutating func run() -> PlayerMachine {
        for segment in settings.stored { tell(.stored(segment, byteCount: bytes(segment))) }
        tell(.started)
        while !machine.isOver, steps < 200_000 {
            guard let next = nextTime else { break }
            move(to: max(next, now))
            steps += 1
            happen()
        }
        if steps == 200_000 { faults.append("it never ended") }
        return machine
    }

    private var flowing: [Int] { flows.indices.filter { flows[$0].begins <= now } }

    private var nextTime: Duration? {
        var next: Duration?
        func consider(_ time: Duration?) {
            if let time { next = min(next ?? time, time) }
        }
        consider(wish.map { $0 + settings.lateness })
        for description in descriptions { consider(description.at) }
        if scriptPlace < settings.script.count { consider(settings.script[scriptPlace].at) }
        consider(settings.rates.first { $0.from > now }?.from)
        let share = rate(at: now) / Double(max(1, flowing.count))
        for flow in flows {
            if flow.begins > now {
                consider(flow.begins)
            } else if share > 0 {
                let nanoseconds = (flow.rest / share * 1e9).rounded(.up)
                consider(now + .nanoseconds(Int(nanoseconds)))
            }
        }
        return next
    }

    private mutating func move(to time: Duration) {
        let active = flowing
        let bits = rate(at: now) / Double(max(1, active.count)) * ((time - now) / .seconds(1))
        for index in active { flows[index].rest = max(0, flows[index].rest - bits) }
        now = time
    }

    /// Tells the machine all that is due.
    private mutating func happen() {
        if let wish, wish + settings.lateness <= now {
            self.wish = nil
            tell(.woke)
        }
        while scriptPlace < settings.script.count, settings.script[scriptPlace].at <= now {
            let event = settings.script[scriptPlace].event
            scriptPlace += 1
            if case .stored(let segment, _) = event {
                stored.insert(segment)
                tell(.stored(segment, byteCount: bytes(segment)))
            } else {
                tell(event)
            }
        }
        while let due = descriptions.firstIndex(where: { $0.at <= now }) {
            let stream = descriptions.remove(at: due).stream
            tell(.described(stream, timeline))
        }
        for id in flows.map(\.request.id) { progress(id) }
    }

    private mutating func progress(_ id: PlayerRequestID) {
        guard let place = flows.firstIndex(where: { $0.request.id == id }),
            flows[place].begins <= now
        else { return }
        let total = bytes(flows[place].request.segment)
        if !flows[place].hasResponded {
            flows[place].hasResponded = true
            tell(.responded(id, byteCount: total))
        }
        guard let place = flows.firstIndex(where: { $0.request.id == id }) else { return }
        // What is left of a bit by rounding is nothing.
        if flows[place].rest < 1e-6 { flows[place].rest = 0 }
        let arrived = total - Int((flows[place].rest / 8).rounded(.up))
        if arrived > flows[place].told {
            let count = arrived - flows[place].told
            flows[place].told = arrived
            if !flows[place].isRead { arrivedBytes += count }
            tell(.received(id, byteCount: count))
        }
        guard let place = flows.firstIndex(where: { $0.request.id == id }),
            flows[place].rest == 0
        else { return }
        let flow = flows.remove(at: place)
        if settings.failing.contains(id.number) {
            // What cannot be read is not there.
            if flow.isRead { stored.remove(flow.request.segment) }
            tell(.failed(id, reason: "status 503"))
        } else {
            if !flow.isRead { stored.insert(flow.request.segment) }
            tell(.arrived(id))
            if !flow.isRead {
                tell(.stored(flow.request.segment, byteCount: bytes(flow.request.segment)))
            }
        }
    }

    private mutating func tell(_ event: PlayerEvent) {
        let before = machine.playhead.position(at: now)
        let commands = machine.handle(event, at: now)
        if case .sought = event {
        } else if machine.playhead.position(at: now) > before + .milliseconds(1) {
            faults.append("the playhead jumped at \(now)")
        }
        for command in commands { perform(command) }
        for kind in PlayerPresentation.Stream.Kind.allCases {
            let open = flows.count {
                settings.presentation.streams[$0.request.segment.stream].kind == kind
            }
            if open > 1 { faults.append("\(open) requests for \(kind) at \(now)") }
        }
    }

    private mutating func perform(_ command: PlayerCommand) {
        if keepsDigest {
            for byte in "\(now) \(command)".utf8 {
                digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        switch command {
        case .describe(let stream):
            guard !settings.undescribed.contains(stream) else { return }
            descriptions.append((now + settings.latency, stream))
        case .fetch(let request):
            if stored.contains(request.segment) {
                faults.append("fetches \(request.segment), which is stored, at \(now)")
            }
            fetched.append(request.segment)
            if request.isReplacement { replacements.append((now, request.segment)) }
            flows.append(
                Flow(
                    request: request, isRead: false, begins: now + settings.latency,
                    rest: Double(bytes(request.segment)) * 8))
        case .read(let request):
            if !stored.contains(request.segment) {
                faults.append("reads \(request.segment), which is not stored, at \(now)")
            }
            readSegments.append(request.segment)
            flows.append(
                Flow(request: request, isRead: true, begins: now + .milliseconds(1), rest: 0))
        case .abandon(let id):
            if !flows.contains(where: { $0.request.id == id }) {
                faults.append("abandons \(id), which is not open, at \(now)")
            }
            flows.removeAll { $0.request.id == id }
        case .wake(let time):
            if time < now { faults.append("wants to be woken in the past at \(now)") }
            wish = time
        case .report(let report): reports.append(report)
        }
    }
}

extension PlayerPresentation {
    static let ladder = PlayerPresentation(bitRates: [300_000, 750_000, 1_500_000, 3_000_000])
}
