internal import Scenarios

// What is in the package, and what vouches for it.
extension RunReport {
    private static let mostSegments = 500
    /// Segments of a stream that are drawn one by one; of more, neighbours alike become one.
    private static let mostCells = 200

    var packagePart: [Markup] {
        let tracks = tracks
        guard !tracks.isEmpty, summary.playback?.mode != .only else { return [] }
        let end = tracks.flatMap(\.segments).map { $0.start + $0.seconds }.max() ?? 0
        guard end > 0 else { return [] }
        let chart = TimeRows(
            description: "The presentation from its beginning to its end, one row for each stream: "
                + "what is on disk, what was replaced, what is missing.",
            axis: PlotAxis("time of the media", .seconds, showing: 0...end, isTight: true),
            rows: tracks.map { track in
                TimeRows.Row(
                    label: track.name, title: track.title,
                    bars: track.cells(atMost: Self.mostCells))
            }, rowHeight: 26)
        return [
            .element("h2", [:], "Package"),
            .element("p", [:], packageWords),
            TimeRows.legend([
                (.solid, circumstances.hasEnded ? "on disk, the origin's bytes" : "became durable"),
                (.hatched, "fetched for the player and replaced"), (.dashed, "missing"),
                (.crossed, "on disk with other bytes"),
            ]), .wide("Coverage of the presentation", chart.svg),
        ] + attestations + segmentTable(tracks)
    }

    private var packageWords: String {
        let onDisk = summary.onDisk
        guard circumstances.hasEnded else {
            return "\(storedSegments) of \(onDisk.segmentsExpected) segments of "
                + "\(summary.download.requestedStreams.joined(separator: ", ")) became durable "
                + "before the timeline ends; the judge did not look at them."
        }
        let hole = onDisk.firstHole.map { " First hole: \($0)." } ?? ""
        return "\(onDisk.segmentsAtRequestedQuality) of \(onDisk.segmentsExpected) segments of "
            + "\(summary.download.requestedStreams.joined(separator: ", ")) are right, "
            + "\(onDisk.segmentsMissing) missing, \(onDisk.segmentsCorrupt) corrupt, by the judge's "
            + "own reading.\(hole)"
    }

    private var attestations: [Markup] {
        guard !summary.attestations.isEmpty else { return [] }
        let words = summary.attestations.sorted { $0.key < $1.key }.map {
            "\($0.value) by \($0.key)"
        }
        return [
            .element(
                "p", [:],
                "The package says what vouches for its parts: "
                    + words.joined(separator: "; ") + ".")
        ]
    }

    private func segmentTable(_ tracks: [ReportTrack]) -> [Markup] {
        let all = tracks.flatMap { track in track.segments.map { (track.name, $0) } }
        let ranked = all.filter { !$0.1.isAsWanted } + all.filter(\.1.isAsWanted)
        let rows = ranked.prefix(Self.mostSegments).map { name, segment in
            HTMLTable.Row([
                "\(name)", "\(segment.number)", "\(Figures.seconds(segment.start))",
                "\(Figures.bytes(segment.bytes))", "\(segment.attempts)",
                "\(segment.storedAt.map(Figures.seconds) ?? "not in this run")",
                "\(segment.attestation ?? "nothing")", "\(segment.words)",
            ])
        }
        let left = all.count - rows.count
        let words =
            "Segment by segment"
            + (left > 0 ? " (\(rows.count) of \(all.count), those that are not right first)" : "")
        return [
            .element(
                "details", [:],
                [
                    .element("summary", [:], words),
                    HTMLTable(
                        caption: words,
                        heads: [
                            "stream", "segment", "plays at", "came", "requests", "durable at",
                            "vouched for by", "the judge finds",
                        ], numbers: 1..<6, rows: rows
                    ).markup,
                ])
        ]
    }

    /// Segments of the requested streams that became durable in this run.
    var storedSegments: Int {
        tracks.filter { summary.download.requestedStreams.contains($0.name) }
            .flatMap(\.segments).count { $0.storedAt != nil }
    }

    /// The streams of the package, then those that only the player wanted.
    private var tracks: [ReportTrack] {
        chronicle.tracks.sorted { $0.key < $1.key }.map { _, track in
            let stream = catalog.streams.first { track.path.hasSuffix("/" + $0.playlist) }
            return ReportTrack(
                track, name: stream?.id ?? track.uri,
                coverage: summary.coverage?.streams.first { $0.id == stream?.id },
                isOver: summary.download.state == "completed", isJudged: circumstances.hasEnded)
        }
    }
}
