internal import Foundation
internal import OfflinePlayback

/// What happened in explorations that were written down: what `hlslab explore --replay --timeline`
/// writes. Lines as of a run's `timeline.jsonl`, those of each run behind a line that names it.
struct ReplayTimeline {
    /// Lines that are kept: what never ends has no end of them.
    static let mostLines = 1_000_000

    private var bytes: [UInt8] = []
    private var lines = 0
    private var title = ""
    private var digest = TraceDigest()

    mutating func add(
        _ name: String, run: Int, _ elapsed: Duration, _ step: PlayingDownload.Step
    ) {
        guard lines < Self.mostLines else { return }
        let title = "{\"exploration\":\"\(name)\",\"run\":\(run)}\n"
        if title != self.title {
            self.title = title
            bytes += title.utf8
        }
        let line = digest.take(elapsed, step)
        guard !line.isEmpty else { return }
        bytes += line
        lines += 1
        if lines == Self.mostLines { bytes += "{\"cut\":true}\n".utf8 }
    }

    /// - Throws: ``LabError``.
    func write(to file: String) throws(LabError) {
        do {
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw LabError(.run, "cannot write \(file): \(RunFolder.reason(error))")
        }
    }
}
