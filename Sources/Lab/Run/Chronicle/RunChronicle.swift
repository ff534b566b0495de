internal import DownloadCore

/// What happened in a run, as far as its report tells of it: taken in line by line of its timeline,
/// of bounded size.
struct RunChronicle: Sendable {
    /// Requests that are kept; further ones are counted.
    static let mostRequests = 10_000
    /// Remarks that are kept.
    static let mostRemarks = 200

    /// Something that befell the download as a whole.
    struct Remark: Sendable, Hashable {
        var at: Duration
        var words: String
    }

    private(set) var requests: [ChronicleRequest] = []
    /// Requests that were made and are not kept.
    private(set) var requestsUntold = 0
    /// By their number in the engine.
    private(set) var tracks: [Int: ChronicleTrack] = [:]
    private(set) var remarks: [Remark] = []
    private(set) var received = RateHistory()
    /// When the last step was.
    private(set) var end = Duration.zero
    /// When the engine said that the download was over.
    private(set) var finishedAt: Duration?

    private let places: TrackPlaces
    /// Added to the times of a process that began to count anew.
    private var shift = Duration.zero
    /// Places in ``requests`` of those that are under way, by the engine's number.
    private var open: [Int: Int] = [:]
    private var attempts: [ResourceID: Int] = [:]
    /// Place of the last request for a resource.
    private var latest: [ResourceID: Int] = [:]

    /// - Parameter places: what the timeline does not say of the streams' parts.
    init(places: TrackPlaces = TrackPlaces()) { self.places = places }

    /// Takes one step. Steps of the player are in its own history.
    mutating func take(_ line: TimelineLine) {
        if line.event == "started", line.elapsed < end { shift = end }
        let elapsed = line.elapsed + shift
        end = max(end, elapsed)
        guard let event = line.event else { return }
        take(event: TimelineLine.Words(event), at: elapsed)
        for command in line.commands { take(command: TimelineLine.Words(command), at: elapsed) }
    }
}

// MARK: - Requests and parts

extension RunChronicle {
    /// A download that begins, or goes on in a new process: what was under way is lost, and numbers
    /// are given anew.
    mutating func begin() {
        guard !requests.isEmpty else { return }
        for place in open.values { requests[place].end(.open, at: end) }
        open = [:]
        remark("began anew, with what was kept", at: end)
    }

    mutating func send(
        _ number: Int, _ resource: ResourceID, url: Substring, range: Substring?,
        at elapsed: Duration
    ) {
        let attempt = (attempts[resource] ?? 0) + 1
        attempts[resource] = attempt
        var isForGuest = false
        if case .part(let stream, let index) = resource {
            isForGuest = tracks[stream]?.isGuest ?? false
            notePart(stream, index) { $0.attempts += 1 }
        }
        guard requests.count < Self.mostRequests else {
            requestsUntold += 1
            latest[resource] = nil
            return
        }
        latest[resource] = requests.count
        open[number] = requests.count
        requests.append(
            ChronicleRequest(
                number: requests.count + 1, resource: resource, attempt: attempt,
                isForGuest: isForGuest, url: CredentialedURL(String(url)).url,
                range: range.map(String.init), sentAt: elapsed))
    }

    mutating func receive(_ count: Int, _ number: Int, at elapsed: Duration) {
        received.add(count, at: elapsed)
        note(number) { $0.take(count, at: elapsed) }
        guard let place = open[number],
            case .part(let stream, let index) = requests[place].resource
        else { return }
        notePart(stream, index) { $0.bytes += count }
    }

    mutating func note(_ number: Int, _ change: (inout ChronicleRequest) -> Void) {
        if let place = open[number] { change(&requests[place]) }
    }

    mutating func close(
        _ number: Int, _ ending: ChronicleRequest.Ending, at elapsed: Duration
    ) {
        note(number) { $0.end(ending, at: elapsed) }
        open[number] = nil
    }

    mutating func retry(_ resource: ResourceID, in pause: Duration, because reason: String) {
        guard let place = latest[resource] else { return }
        requests[place].trouble = reason
        requests[place].pause = pause
    }

    mutating func lay(_ stream: Int, _ uri: Substring, count: Int, isGuest: Bool) {
        if let known = tracks[stream], known.uri == uri, known.parts.count == count { return }
        let path =
            latest[.mediaPlaylist(stream: stream)].map { requests[$0].path } ?? "/\(uri)"
        let bare = String(path.prefix { $0 != "?" && $0 != "#" })
        tracks[stream] = ChronicleTrack(
            String(uri), path: bare, places: places.places(of: bare, count: count),
            isGuest: isGuest)
    }

    mutating func discard(stream: Int) {
        for index in tracks[stream]?.parts.indices ?? 0..<0 {
            notePart(stream, index) { $0.storedAt = nil }
        }
    }

    mutating func notePart(
        _ stream: Int, _ index: Int, _ change: (inout ChronicleTrack.Part) -> Void
    ) {
        guard let place = tracks.index(forKey: stream),
            tracks.values[place].parts.indices.contains(index)
        else { return }
        change(&tracks.values[place].parts[index])
    }

    mutating func remark(_ words: String, at elapsed: Duration) {
        guard remarks.count < Self.mostRemarks else { return }
        remarks.append(Remark(at: elapsed, words: words))
    }

    mutating func finish(at elapsed: Duration) { finishedAt = finishedAt ?? elapsed }
}
