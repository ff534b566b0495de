package import Scenarios

/// How a run that was played again compares with the first time: what `hlslab replay` prints.
package struct ReplayOutcome: CommandReport {
    /// A figure of both.
    package struct Figure: Sendable, Hashable, Encodable {
        package var name: String
        package var before: String
        package var now: String
        /// Whether it has to be the same for the run to be as it was.
        package var isBinding: Bool
    }

    /// The first line of the timelines that is not the same.
    package struct Difference: Sendable, Hashable, Encodable {
        /// From 1.
        package var line: Int
        /// Nil behind the end of a timeline.
        package var before: String?
        package var now: String?
    }

    package let schema = "hlslab-replay/1"
    /// Folder of the first run, and of the second; nil: it left none.
    package var run: String
    package var again: String?
    package var scenario: String
    package var seed: UInt64
    package var via: Scenario.Via
    /// In virtual time: every line of the timeline; over sockets: verdict and what is on disk.
    package var isSame: Bool
    /// Lines of the second timeline.
    package var lines: Int
    /// Nil when the timelines are equal, and over sockets, where times are the machine's own.
    package var difference: Difference?
    package var figures: [Figure]

    /// 0 the run is as it was, 1 it is not.
    package var exitCode: Int32 { isSame ? 0 : 1 }

    package var text: String {
        let name = "\(scenario) (\(via.rawValue)), seed \(seed)"
        var lines: [String] = []
        if via == .simulate {
            lines.append(
                isSame
                    ? "SAME   \(name): \(self.lines) lines of the timeline, every one as it was"
                    : "OTHER  \(name): "
                        + (difference.map {
                            "line \($0.line) of the timeline is the first that differs"
                        }
                            ?? "the timeline is as it was, the summary is not"))
        } else {
            lines.append(
                "\(isSame ? "SAME " : "OTHER")  \(name): verdict and what is on disk are "
                    + (isSame ? "as they were" : "not as they were")
                    + "; over sockets times are the machine's own")
        }
        if let difference {
            lines.append("  was  \(difference.before ?? "(the end)")")
            lines.append("  is   \(difference.now ?? "(the end)")")
        }
        if via != .simulate || !isSame {
            let table = Table(
                heads: ["", "was", "is"], rows: figures.map { [$0.name, $0.before, $0.now] })
            lines += table.text.split(separator: "\n").map { "  \($0)" }
        }
        if let again { lines.append("  files  \(again)") }
        return lines.joined(separator: "\n")
    }
}

extension ReplayOutcome {
    /// What both summaries have, the binding ones first.
    static func figures(_ before: RunSummary, _ now: RunSummary) -> [Figure] {
        func figure(
            _ name: String, isBinding: Bool = false, _ value: (RunSummary) -> String
        ) -> Figure {
            Figure(name: name, before: value(before), now: value(now), isBinding: isBinding)
        }
        return [
            figure("verdict", isBinding: true) { $0.verdict.rawValue },
            figure("segments as requested", isBinding: true) {
                "\($0.onDisk.segmentsAtRequestedQuality) of \($0.onDisk.segmentsExpected)"
            },
            figure("stored", isBinding: true) { "\($0.download.bytesStored) B" },
            figure("time") { Figures.seconds($0.download.seconds) },
            figure("received") { "\($0.download.bytesReceived) B" },
            figure("requests") { "\($0.download.requests)" },
            figure("retries") { "\($0.download.retries)" },
            figure("stalls") { $0.playback.map { "\($0.stalls)" } ?? "-" },
        ]
    }

    /// The first line in which two timelines differ; nil when they are equal.
    static func difference(_ before: [UInt8], _ now: [UInt8]) -> Difference? {
        guard before != now else { return nil }
        let first = before.split(separator: 0x0A, omittingEmptySubsequences: false)
        let second = now.split(separator: 0x0A, omittingEmptySubsequences: false)
        let place =
            zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(first.count, second.count)
        func line(_ lines: [ArraySlice<UInt8>]) -> String? {
            guard place < lines.count, !lines[place].isEmpty else { return nil }
            return String(decoding: lines[place].prefix(mostLineBytes), as: UTF8.self)
        }
        return Difference(line: place + 1, before: line(first), now: line(second))
    }

    /// More of a line is not shown.
    private static let mostLineBytes = 2_000
}
