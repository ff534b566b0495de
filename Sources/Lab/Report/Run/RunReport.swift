internal import FixtureOrigin
internal import LinkModel
internal import Scenarios

/// `report.html` of one run: the verdict and its reason, the link, every request, what was played,
/// what is in the package, and how to play it again.
struct RunReport: Sendable {
    let summary: RunSummary
    let profile: LinkProfile
    let catalog: AssetCatalog
    let chronicle: RunChronicle
    /// What the origin saw.
    let record: [RecordLine]
    /// Nil when nothing was played.
    var playback: ReportedPlayback?
    let circumstances: RunCircumstances

    var page: HTMLPage {
        HTMLPage(
            title: "\(verdict): \(title)",
            body: head + expectations + linkPart + requestsPart + playbackPart + packagePart
                + circumstancesPart + again, hasPatterns: true)
    }

    /// From the start to the last that any request had to do with, and never nothing. A playback may
    /// go on long after that.
    var seconds: Double {
        let ends = chronicle.requests.map { request in
            request.endedAt.map { $0 + (request.pause ?? .zero) } ?? chronicle.end
        }
        let end = max(chronicle.finishedAt ?? .zero, ends.max() ?? .zero)
        return max(min(end, chronicle.end) / .seconds(1), 0.001)
    }

    /// That time as an axis.
    var timeAxis: PlotAxis {
        PlotAxis("time since the start", .seconds, showing: 0...seconds, isTight: true)
    }

    private var verdict: String {
        (circumstances.hasEnded ? summary.verdict.rawValue : UnendedRun.state).uppercased()
    }

    private var title: String {
        "\(summary.asset) over \(summary.link.profile), quality \(summary.quality)"
    }

    // MARK: - Head

    private var head: [Markup] {
        [
            .element(
                "div", ["class": "verdict \(summary.verdict.rawValue)"],
                verdict),
            .element("h1", [:], title),
            .element("p", ["class": "reason"], summary.reason),
            .element("dl", ["class": "tiles"], tiles.map(tile)),
        ]
    }

    private struct Tile {
        var name: String
        var value: String
        var besides: String
    }

    private func tile(_ tile: Tile) -> Markup {
        .element(
            "div", [:],
            [
                .element("dt", [:], tile.name),
                .element("dd", [:], [Markup(tile.value), .element("small", [:], tile.besides)]),
            ])
    }

    private var tiles: [Tile] {
        let download = summary.download
        let onDisk = summary.onDisk
        let rate = download.seconds > 0 ? Double(summary.link.bytesDown * 8) / download.seconds : 0
        let isKept = summary.playback?.mode != .only
        let kept = circumstances.hasEnded ? onDisk.segmentsAtRequestedQuality : storedSegments
        let streams = download.requestedStreams.joined(separator: ", ")
        var tiles = [
            Tile(
                name: "on disk",
                value: isKept ? "\(kept) of \(onDisk.segmentsExpected)" : "nothing",
                besides: !isKept
                    ? "it was only to be played"
                    : circumstances.hasEnded
                        ? "segments of \(streams)"
                        : "segments of \(streams) became durable; not judged"),
            Tile(name: "time", value: Figures.seconds(download.seconds), besides: expectedTime),
            Tile(
                name: "received", value: Figures.bytes(summary.link.bytesDown),
                besides: "at \(Figures.rate(rate)) in the mean"),
            Tile(
                name: "wasted",
                value: circumstances.hasEnded ? Figures.bytes(download.wasteBytes) : "not known",
                besides: "received and not kept"),
            Tile(
                name: "requests", value: "\(download.requests)",
                besides: download.retries == 1 ? "1 retry" : "\(download.retries) retries"),
        ]
        if let start = download.stallFreeStartSeconds {
            tiles.append(
                Tile(
                    name: "playable", value: Figures.seconds(start),
                    besides: "from then on without a stall"))
        }
        if let playback = summary.playback {
            let start = playback.startupSeconds.map { "first frame after \(Figures.seconds($0))" }
            tiles.append(
                Tile(
                    name: "stalls", value: "\(playback.stalls)",
                    besides: "\(Figures.seconds(playback.stallSeconds)) in all; "
                        + (start ?? "nothing played")))
        }
        return tiles
    }

    private var expectedTime: String {
        guard summary.download.state == "completed" else { return summary.download.state }
        if let model = summary.link.modelSeconds {
            return "the link model gives \(Figures.seconds(model))"
        }
        return "rate and delay allow \(Figures.seconds(summary.link.allowedSeconds))"
    }

    // MARK: - Expectations and how to go on

    private var expectations: [Markup] {
        let rows = (summary.expectations.filter { !$0.pass } + summary.expectations.filter(\.pass))
            .map { expectation in
                let word = expectation.pass ? "pass" : "fail"
                return HTMLTable.Row([
                    .init(.element("strong", ["class": word], word.uppercased())),
                    "\(expectation.name)", "\(expectation.detail)",
                ])
            }
        guard !rows.isEmpty else { return [] }
        return [
            .element("h2", [:], "Expectations"),
            HTMLTable(
                caption: "Expectations", heads: ["verdict", "expectation", "what was found"],
                rows: rows
            ).markup,
        ]
    }

    private var circumstancesPart: [Markup] {
        let rows =
            [
                ("scenario", summary.scenario), ("asset", summary.asset),
                ("quality", summary.quality), ("seed", "\(summary.seed)"),
                ("link", "\(summary.link.profile) (\(summary.link.via.rawValue))"),
            ] + circumstances.facts.map { ($0.name, $0.value) }
            + (circumstances.hasEnded ? [("trace", "SHA-256 \(summary.traceSHA256)")] : [])
        return [
            .element("h2", [:], "Circumstances"),
            HTMLTable(
                caption: "Circumstances", heads: [],
                rows: rows.map { HTMLTable.Row(["\($0.0)", "\($0.1)"]) }
            ).markup,
        ]
    }

    private var again: [Markup] {
        [
            .element("h2", [:], "Again"), .listing("The command", summary.replay),
            .element(
                "p", ["class": "faint"],
                "Beside this page: summary.json (all figures), timeline.jsonl (every event and "
                    + "decision), origin.jsonl (what the origin saw), session.har (for a browser's "
                    + "developer tools)."),
        ]
    }
}

extension RunSummary {
    /// Why the verdict is what it is, in one sentence.
    var reason: String {
        if let obstacle { return obstacle }
        if let failed = expectations.first(where: { !$0.pass }) {
            let more = expectations.count { !$0.pass } - 1
            return "\(failed.name): \(failed.detail)" + (more > 0 ? "; and \(more) more" : "")
        }
        guard playback?.mode != .only else { return "It was played, and nothing was to be kept." }
        return "Every one of the \(onDisk.segmentsExpected) segments at the requested quality "
            + "(\(download.requestedStreams.joined(separator: ", "))) is on disk, "
            + "\(link.via.proof)."
    }
}
