internal import Scenarios

extension RunSummary {
    /// 0 pass, 1 fail, 2 the run could not be carried out.
    package var exitCode: Int32 {
        switch verdict {
        case .pass: 0
        case .fail: 1
        case .error: 2
        }
    }

    /// Why the run could not be carried out, in one line; nil when it was.
    package var obstacle: String? {
        verdict == .error ? download.error ?? "the run could not be carried out" : nil
    }

    /// Lines of the summary at most: what can be seen at a glance.
    static let mostLines = 15

    /// The summary for a person, to be understood in ten seconds, at most ``mostLines`` lines; no
    /// line break at its end.
    package var text: String {
        var rows: [(String, String)] = [("on disk", onDiskText)]
        if let coverage, !coverage.streams.isEmpty { rows.append(("coverage", coverage.bar)) }
        rows += [("time", timeText), ("link", linkText)]
        if let linkRecord {
            rows.append(("packets", linkRecord.packetsText))
            if let kernel = linkRecord.kernel { rows.append(("kernel", kernel.text)) }
        }
        if let start = download.stallFreeStartSeconds {
            rows.append(("playable", "without a stall from \(Figures.seconds(start)) on"))
        }
        if let playback { rows += zip(["playback", ""], playback.lines) }
        if let notJudged {
            let names = notJudged.joined(separator: ", ")
            rows.append(("open", "\(names): of many seeds, add --link simulate --seeds 1...100"))
        }
        var last: [(String, String)] = []
        if let error = download.error { last.append(("because", error)) }
        last.append(("files", runFolder + link.via.omission))
        if verdict != .pass { last.append(("again", replay)) }
        rows += failures(lines: Self.mostLines - 1 - rows.count - last.count) + last
        let table = rows.map { "  \($0.0)" + padding($0.0) + $0.1 }
        return ([headline] + table).joined(separator: "\n")
    }

    /// What did not hold, one line each; those for which there is no line are counted.
    private func failures(lines: Int) -> [(String, String)] {
        let failed = expectations.filter { !$0.pass }
        let told = failed.count <= lines ? failed.count : max(1, lines - 1)
        let untold = failed.count - told
        return failed.prefix(told).map { ("failed", "\($0.name): \($0.detail)") }
            + (untold > 0 ? [("", "and \(untold) more, see summary.json")] : [])
    }

    private func padding(_ name: String) -> String {
        String(repeating: " ", count: max(1, 10 - name.count))
    }

    private var headline: String {
        "\(verdict.rawValue.uppercased())  \(asset) over \(link.profile) (\(link.via.rawValue)), "
            + "quality \(quality), seed \(seed)"
    }

    private var onDiskText: String {
        let count = "\(onDisk.segmentsAtRequestedQuality) of \(onDisk.segmentsExpected) segments"
        let streams = download.requestedStreams.joined(separator: ", ")
        guard playback?.mode != .only else { return "nothing: it was only to be played" }
        guard !onDisk.isComplete else {
            return "\(count) of \(streams), \(link.via.proof)"
        }
        let hole = onDisk.firstHole.map { "; \($0)" } ?? ""
        return "\(count) of \(streams); \(onDisk.segmentsMissing) missing, "
            + "\(onDisk.segmentsCorrupt) corrupt\(hole)"
    }

    private var timeText: String {
        let (expected, reason) =
            link.modelSeconds.map { ($0, "the link model gives") }
            ?? (link.allowedSeconds, "rate and delay allow")
        let taken =
            machineTime.map {
                "\(Figures.seconds(download.seconds)) in virtual time, \(Figures.time($0)) of this "
                    + "machine's"
            } ?? Figures.seconds(download.seconds)
        guard expected > 0, download.state == "completed" else { return taken }
        let share = Int((download.seconds / expected * 100).rounded())
        return "\(taken), \(share) % of the \(Figures.seconds(expected)) that \(reason)"
    }

    private var linkText: String {
        let rate = download.seconds > 0 ? Double(link.bytesDown * 8) / download.seconds : 0
        return "\(Figures.bytes(link.bytesDown)) down at \(Figures.rate(rate)), "
            + "\(download.requests) requests, \(download.retries) "
            + (download.retries == 1 ? "retry" : "retries")
            + ", \(Figures.bytes(download.wasteBytes)) wasted"
    }
}

extension Coverage {
    private static let pieces = 40

    /// The presentation from left to right, told without colour.
    fileprivate var bar: String {
        let worst = worst(inPieces: Self.pieces)
        let legend = Finding.allCases.filter { $0 != .right && worst.contains($0) }
            .map { "\($0.mark) \($0.rawValue)" }
        return "[" + worst.map(\.mark).joined() + "]  "
            + ([Figures.seconds(seconds)] + legend).joined(separator: ", ")
    }
}

extension Coverage.Finding {
    /// One column wide.
    fileprivate var mark: String {
        switch self {
        case .right: "█"
        case .missing: "·"
        case .corrupt: "×"
        }
    }
}

extension Scenario.Via {
    /// How far the judge looked at segments that are right.
    var proof: String {
        switch self {
        case .simulate: "the origin's by file, version and range"
        case .throttle, .netem: "byte for byte what the origin holds"
        }
    }

    /// What a run folder does not have.
    fileprivate var omission: String {
        self == .simulate ? " (no asset/: bytes are counted, not carried)" : ""
    }
}
