internal import DownloadCore

/// What a session learns from the trace of a driver.
enum RunNote: Sendable {
    case requested
    /// The playlist that the download began with.
    case playlist([UInt8])
    case laid([StreamPlan])
    case stored(stream: Int, index: Int)
    case report(DownloadReport)
    case finished(DownloadOutcome)

    /// The notes of one step of the machine, in order.
    static func notes(
        of event: DownloadEvent, _ commands: [DownloadCommand], _ take: (RunNote) -> Void
    ) {
        if case .stored(.part(let stream, let index)) = event {
            take(.stored(stream: stream, index: index))
        }
        for command in commands {
            switch command {
            case .fetch: take(.requested)
            case .keepPlaylist(.multivariantPlaylist, let copy): take(.playlist(copy.bytes))
            case .lay(let plans): take(.laid(plans))
            case .report(let report): take(.report(report))
            case .finish(let outcome): take(.finished(outcome))
            default: break
            }
        }
    }
}
