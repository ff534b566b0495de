internal import Foundation
internal import OfflinePlayback

/// What happened in explorations that were written down: what `hlslab explore --replay --timeline`
/// writes. Lines as of a run's `timeline.jsonl`, those of each run behind a line that names it.
struct ReplayTimeline {
    /// Lines that are kept: what never ends has no end of them.
    static let mostLines = 1_000_000

    /// The line in front of those of a run.
    private struct Title: Encodable, Hashable {
        var exploration: String
        var run: Int
    }

    private var bytes: [UInt8] = []
    private var lines = 0
    private var title: Title?
    private var digest = TraceDigest()

    mutating func add(
        _ name: String, run: Int, _ elapsed: Duration, _ step: PlayingDownload.Step
    ) {
        guard lines < Self.mostLines else { return }
        begin(Title(exploration: name, run: run))
        let line = digest.take(elapsed, step)
        guard !line.isEmpty else { return }
        bytes += line
        lines += 1
        if lines == Self.mostLines { bytes += "{\"cut\":true}\n".utf8 }
    }

    private mutating func begin(_ title: Title) {
        guard title != self.title else { return }
        self.title = title
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A string and a number can always be encoded.
        guard let line = try? encoder.encode(title) else {
            preconditionFailure("a title of \(title.exploration) cannot be encoded")
        }
        bytes += line
        bytes.append(0x0A)
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
