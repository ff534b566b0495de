internal import Crypto
internal import DownloadCore
internal import PlaybackCore

/// The steps of a download machine as lines of `timeline.jsonl`, and what a summary draws from them.
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
    /// - Returns: its line, with the line break.
    mutating func take(
        _ elapsed: Duration, _ event: DownloadEvent, _ commands: [DownloadCommand]
    ) -> [UInt8] {
        let line = TraceLine(at: elapsed, event, commands).bytes + [0x0A]
        line.withUnsafeBytes { digest.update(bufferPointer: $0) }
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
        return line
    }
}
