internal import DownloadCore
internal import HLSPlaylist
internal import OfflinePlayback

/// What happened in a run, as far as its report tells of it: taken in step by step, of bounded size.
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

    /// Added to the times of a process that began to count anew.
    private var shift = Duration.zero
    /// Places in ``requests`` of those that are under way, by the engine's number.
    private var open: [Int: Int] = [:]
    private var attempts: [ResourceID: Int] = [:]
    /// Place of the last request for a resource.
    private var latest: [ResourceID: Int] = [:]

    /// Takes one step. Steps of the player are in its own history.
    mutating func take(_ elapsed: Duration, _ step: PlayingDownload.Step) {
        if case .download(.started, _) = step, elapsed < end { shift = end }
        let elapsed = elapsed + shift
        end = max(end, elapsed)
        guard case .download(let event, let commands) = step else { return }
        take(event, at: elapsed)
        for command in commands { take(command, at: elapsed) }
    }

    private mutating func take(_ event: DownloadEvent, at elapsed: Duration) {
        switch event {
        case .started: begin()
        case .responded(let id, let head):
            note(id) { request in
                request.headAt = elapsed
                request.status = head.status
                request.declaredLength = head.contentLength
                request.contentType = head.contentType
                request.retryAfter = head.retryAfter
                request.location = head.location
            }
        case .received(let id, let count): receive(count, id, at: elapsed)
        case .ended(let id, _): close(id, .whole, at: elapsed)
        case .endedPlaylist(let id, let bytes):
            note(id) { $0.bytes = max($0.bytes, bytes.count) }
            close(id, .whole, at: elapsed)
        case .endedKey(let id, let count):
            note(id) { $0.bytes = max($0.bytes, count) }
            close(id, .whole, at: elapsed)
        case .keyRefused(let id, let reason): close(id, .failed(reason), at: elapsed)
        case .failed(let id, let failure): close(id, .failed("\(failure)"), at: elapsed)
        case .stored(.part(let stream, let index)):
            notePart(stream, index) { $0.storedAt = elapsed }
        case .suspended: remark("suspended", at: elapsed)
        case .resumed: remark("resumed", at: elapsed)
        case .networkChanged(let status): remark("network \(status.rawValue)", at: elapsed)
        case .storeFailed(let failure): remark(failure.description, at: elapsed)
        case .cancelled: remark("stopped", at: elapsed)
        case .stored, .sealed, .spaceFound, .woke, .streamWanted, .needed: break
        }
    }

    private mutating func take(_ command: DownloadCommand, at elapsed: Duration) {
        switch command {
        case .fetch(let request): send(request, at: elapsed)
        case .abort(let id): close(id, .aborted, at: elapsed)
        case .dismiss(let id): close(id, .dismissed, at: elapsed)
        case .lay(let plans):
            for (index, plan) in plans.enumerated() { lay(plan, index, isGuest: false) }
        case .layGuest(let stream, let plan): lay(plan, stream, isGuest: true)
        case .store(.part(let stream, let index), let attestation):
            let words = attestation.words(under: cipher(stream, index))
            notePart(stream, index) { $0.attestation = words }
        case .discardGuestPart(.part(let stream, let index)):
            notePart(stream, index) { $0.isReplaced = true }
        case .discardStream(let stream):
            for index in tracks[stream]?.parts.indices ?? 0..<0 {
                notePart(stream, index) { $0.storedAt = nil }
            }
        case .report(let report): take(report, at: elapsed)
        case .finish: finishedAt = finishedAt ?? elapsed
        default: break
        }
    }

    private mutating func take(_ report: DownloadReport, at elapsed: Duration) {
        switch report {
        case .retrying(let resource, let reason, let pause):
            guard let place = latest[resource] else { return }
            requests[place].trouble = reason
            requests[place].pause = pause
        case .switched(_, let from, let to, let why):
            remark("switched from \(from) to \(to): \(why)", at: elapsed)
        case .waiting(let reason): remark("waits: \(reason)", at: elapsed)
        case .running: remark("goes on", at: elapsed)
        default: break
        }
    }
}

// MARK: - Requests and parts

extension RunChronicle {
    /// A download that begins, or goes on in a new process: what was under way is lost, and numbers
    /// are given anew.
    private mutating func begin() {
        guard !requests.isEmpty else { return }
        for place in open.values { requests[place].end(.open, at: end) }
        open = [:]
        remark("began anew, with what was kept", at: end)
    }

    private mutating func send(_ request: FetchRequest, at elapsed: Duration) {
        let attempt = (attempts[request.resource] ?? 0) + 1
        attempts[request.resource] = attempt
        var isForGuest = false
        if case .part(let stream, let index) = request.resource {
            isForGuest = tracks[stream]?.isGuest ?? false
            notePart(stream, index) { $0.attempts += 1 }
        }
        guard requests.count < Self.mostRequests else {
            requestsUntold += 1
            latest[request.resource] = nil
            return
        }
        latest[request.resource] = requests.count
        open[request.id.number] = requests.count
        requests.append(
            ChronicleRequest(
                number: requests.count + 1, resource: request.resource, attempt: attempt,
                isForGuest: isForGuest, url: CredentialedURL(request.url).url,
                range: request.rangeStart.map { start in
                    "bytes=\(start)-\(request.rangeEnd.map(String.init) ?? "")"
                }, sentAt: elapsed))
    }

    private mutating func receive(_ count: Int, _ id: RequestID, at elapsed: Duration) {
        received.add(count, at: elapsed)
        note(id) { $0.take(count, at: elapsed) }
        guard let place = open[id.number],
            case .part(let stream, let index) = requests[place].resource
        else { return }
        notePart(stream, index) { $0.bytes += count }
    }

    private mutating func note(_ id: RequestID, _ change: (inout ChronicleRequest) -> Void) {
        if let place = open[id.number] { change(&requests[place]) }
    }

    private mutating func close(
        _ id: RequestID, _ ending: ChronicleRequest.Ending, at elapsed: Duration
    ) {
        note(id) { $0.end(ending, at: elapsed) }
        open[id.number] = nil
    }

    private mutating func lay(_ plan: StreamPlan, _ stream: Int, isGuest: Bool) {
        if let known = tracks[stream], known.plan.hasSameParts(as: plan) { return }
        tracks[stream] = ChronicleTrack(plan, isGuest: isGuest)
    }

    private mutating func notePart(
        _ stream: Int, _ index: Int, _ change: (inout ChronicleTrack.Part) -> Void
    ) {
        guard let place = tracks.index(forKey: stream),
            tracks.values[place].parts.indices.contains(index)
        else { return }
        change(&tracks.values[place].parts[index])
    }

    /// What a part is encrypted with; nil: it is in the clear.
    private func cipher(_ stream: Int, _ index: Int) -> Key.Method? {
        guard let parts = tracks[stream]?.plan.parts, parts.indices.contains(index) else {
            return nil
        }
        return parts[index].encryption?.method
    }

    private mutating func remark(_ words: String, at elapsed: Duration) {
        guard remarks.count < Self.mostRemarks else { return }
        remarks.append(Remark(at: elapsed, words: words))
    }
}
