internal import Crypto
internal import DownloadCore
internal import OfflinePlayback
internal import PlaybackCore

/// The steps of a download and of its player as lines of `timeline.jsonl`, and what a summary draws from
/// them.
struct TraceDigest: Sendable {
    private var digest = SHA256()
    private var plans: [StreamPlan] = []
    private var arrivals = StallFreeStart()
    /// Failures that the engine got over.
    private(set) var recoverableErrors = 0

    /// The earliest start of playback that would have seen no stall.
    var stallFreeStart: Duration? { arrivals.earliest }

    /// Digest of all lines, lower-case hexadecimal.
    var sha256: String {
        let digest = digest
        return digest.finalize().hexadecimal
    }

    /// Takes one step.
    /// - Returns: its line, with the line break; empty for one of which there is nothing to tell.
    mutating func take(_ elapsed: Duration, _ step: PlayingDownload.Step) -> [UInt8] {
        guard !step.isIdle else { return [] }
        var line: [UInt8]
        switch step {
        case .download(let event, let commands):
            line = TraceLine(at: elapsed, event, commands).bytes
            note(elapsed, event, commands)
        case .player(let event, let commands):
            line = PlayerTraceLine(at: elapsed, event, commands).bytes
        }
        line.append(0x0A)
        line.withUnsafeBytes { digest.update(bufferPointer: $0) }
        return line
    }

    private mutating func note(
        _ elapsed: Duration, _ event: DownloadEvent, _ commands: [DownloadCommand]
    ) {
        for command in commands {
            switch command {
            case .lay(let plans): self.plans = plans
            case .report(.retrying): recoverableErrors += 1
            default: break
            }
        }
        if case .stored(.part(let stream, let index)) = event, plans.indices.contains(stream) {
            let part = plans[stream].parts[index]
            arrivals.segmentArrived(playingAt: part.start, arrival: elapsed)
        }
    }
}
