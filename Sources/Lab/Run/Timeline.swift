internal import Crypto
internal import DownloadCore
internal import Foundation
internal import PlaybackCore
internal import Synchronization

/// Writes `timeline.jsonl` while a run goes on, and draws from it what the summary needs.
///
/// A line is written before the engine acts on it, so that what a killed run did can be read.
final class Timeline: Sendable {
    fileprivate struct State {
        var digest = SHA256()
        var plans: [StreamPlan] = []
        var stallFreeStart = StallFreeStart()
        var recoverableErrors = 0
        var failure: String?
    }

    private let file: FileHandle
    private let path: String
    private let state = Mutex(State())

    /// Opens the file, behind what an earlier run wrote.
    init(at path: String) throws(LabError) {
        self.path = path
        do {
            if !FileManager.default.fileExists(atPath: path) {
                try Data().write(to: URL(filePath: path))
            }
            file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
        } catch {
            throw LabError(.run, "cannot write \(path): \(RunFolder.reason(error))")
        }
    }

    /// Takes one step of the download machine.
    func record(_ elapsed: Duration, _ event: DownloadEvent, _ commands: [DownloadCommand]) {
        let line = TraceLine(at: elapsed, event, commands).bytes + [0x0A]
        state.withLock { state in
            state.digest.update(data: line)
            state.take(elapsed, event, commands)
            guard state.failure == nil else { return }
            do {
                try file.write(contentsOf: line)
            } catch {
                state.failure = RunFolder.reason(error)
            }
        }
    }

    /// Ends the file.
    /// - Throws: when a line could not be written.
    func close() throws(LabError) {
        let failure = state.withLock { $0.failure }
        do {
            try file.close()
        } catch {
            throw LabError(.run, "cannot write \(path): \(RunFolder.reason(error))")
        }
        if let failure { throw LabError(.run, "cannot write \(path): \(failure)") }
    }

    /// Digest of the lines of this run, lower-case hexadecimal.
    var sha256: String {
        state.withLock { state in
            let digest = state.digest
            return digest.finalize().hexadecimal
        }
    }

    /// The earliest start of playback that would have seen no stall.
    var stallFreeStart: Duration? { state.withLock { $0.stallFreeStart.earliest } }

    var recoverableErrors: Int { state.withLock { $0.recoverableErrors } }
}

extension Timeline.State {
    fileprivate mutating func take(
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
            stallFreeStart.segmentArrived(playingAt: part.start, arrival: elapsed)
        }
    }
}
