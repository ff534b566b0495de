internal import Foundation
internal import OfflinePlayback
internal import Synchronization

/// Writes `timeline.jsonl` while a run goes on.
///
/// What a killed run did can be read, but for the last tenth of a second: lines wait that long for
/// others, since a system call for each is a thirtieth of what a small segment costs.
final class Timeline: Sendable {
    private struct State {
        var digest = TraceDigest()
        /// Lines that are not written yet.
        var unwritten: [UInt8] = []
        /// They will be, without another line.
        var isWriteDue = false
        var failure: String?
    }

    private static let longestWait = Duration.milliseconds(100)
    private static let mostUnwritten = 32 << 10

    private let file: FileHandle
    private let path: String
    private let state: Mutex<State>

    /// Opens the file, behind what an earlier run wrote.
    init(at path: String) throws(LabError) {
        self.path = path
        state = Mutex(State())
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
        let isWriteDue = state.withLock { state in
            let line = state.digest.take(elapsed, step)
            guard state.failure == nil, !line.isEmpty else { return false }
            state.unwritten += line
            if state.unwritten.count >= Self.mostUnwritten { write(&state) }
            defer { state.isWriteDue = true }
            return !state.isWriteDue
        }
        guard isWriteDue else { return }
        Task {
            do {
                try await Task.sleep(for: Self.longestWait)
            } catch {
                // Nobody cancels it; if somebody did, the lines are written at once.
            }
            state.withLock { state in
                state.isWriteDue = false
                write(&state)
            }
        }
    }

    private func write(_ state: inout State) {
        guard state.failure == nil, !state.unwritten.isEmpty else { return }
        defer { state.unwritten.removeAll(keepingCapacity: true) }
        do {
            try file.write(contentsOf: state.unwritten)
        } catch {
            state.failure = RunFolder.reason(error)
        }
    }

    /// Writes what is left and ends the file.
    /// - Throws: when a line could not be written.
    func close() throws(LabError) {
        let failure = state.withLock { state in
            write(&state)
            return state.failure
        }
        do {
            try file.close()
        } catch {
            throw LabError(.run, "cannot write \(path): \(RunFolder.reason(error))")
        }
        if let failure { throw LabError(.run, "cannot write \(path): \(failure)") }
    }

    /// What the lines of this run say.
    var digest: TraceDigest { state.withLock { $0.digest } }
}
