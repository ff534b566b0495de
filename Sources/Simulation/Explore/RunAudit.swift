internal import DownloadCore
internal import OfflinePlayback

/// Watches one run of a machine, event by event.
struct RunAudit {
    /// Requests that may be open at once.
    private let limit: Int
    private var open: Set<RequestID> = []
    private var stored: Set<ResourceID> = []
    private var isFull = false
    /// A request was given up while its answer was under way, of which more was sent than came.
    private(set) var leftEarly = false
    private var last: DownloadProgress?
    /// Parts that were durable when the run first said how far it was; nil: it never said.
    private(set) var partsAtStart: Int?
    private(set) var violations: [Violation] = []

    init(limit: Int) {
        self.limit = limit
    }

    mutating func take(_ elapsed: Duration, _ step: PlayingDownload.Step) {
        guard case .download(let event, let commands) = step else { return }
        switch event {
        case .ended(let id, _), .endedPlaylist(let id, _), .endedKey(let id, _),
            .keyRefused(let id, _), .failed(let id, _):
            open.remove(id)
        case .stored(let resource): stored.insert(resource)
        default: break
        }
        for command in commands { take(command, elapsed) }
    }

    private mutating func take(_ command: DownloadCommand, _ elapsed: Duration) {
        switch command {
        case .abort(let id), .dismiss(let id):
            leftEarly = true
            open.remove(id)
        case .discardGuestPart(let resource): stored.remove(resource)
        case .fetch(let request):
            open.insert(request.id)
            if open.count > limit, !isFull {
                // Once: what follows is the same.
                isFull = true
                violations.append(
                    Violation(
                        .connections,
                        "\(open.count) requests are open at \(elapsed), \(limit) may be"))
            }
            if stored.contains(request.resource) {
                violations.append(
                    Violation(
                        .fetchedTwice,
                        "\(request.resource) is asked for at \(elapsed) and is durable already"))
            }
        case .report(.progress(let progress)): take(progress, elapsed)
        default: break
        }
    }

    private mutating func take(_ progress: DownloadProgress, _ elapsed: Duration) {
        if partsAtStart == nil { partsAtStart = progress.partsStored }
        defer { last = progress }
        guard let last else { return }
        if progress.fraction < last.fraction || progress.partsStored < last.partsStored
            || progress.secondsStored < last.secondsStored
        {
            violations.append(
                Violation(
                    .progress,
                    "at \(elapsed) it falls from \(last.fraction) (\(last.partsStored) parts) "
                        + "to \(progress.fraction) (\(progress.partsStored) parts)"))
        }
    }
}
