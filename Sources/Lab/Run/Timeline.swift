internal import Foundation
internal import OfflinePlayback
internal import Synchronization

/// Writes `timeline.jsonl` while a run goes on.
///
/// A line is written before the engine acts on it, so that what a killed run did can be read.
final class Timeline: Sendable {
    private struct State {
        var digest = TraceDigest()
        var chronicle = RunChronicle()
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

    /// Takes one step of the download or of its player.
    func record(_ elapsed: Duration, _ step: PlayingDownload.Step) {
        state.withLock { state in
            state.chronicle.take(elapsed, step)
            let line = state.digest.take(elapsed, step)
            guard state.failure == nil, !line.isEmpty else { return }
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

    /// What the lines of this run say.
    var digest: TraceDigest { state.withLock { $0.digest } }

    /// What a report tells of this run.
    var chronicle: RunChronicle { state.withLock { $0.chronicle } }
}
