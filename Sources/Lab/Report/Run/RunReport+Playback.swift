internal import PlaybackCore
internal import Scenarios

// What was played: the buffer, the variant, and where it stood still.
extension RunReport {
    private static let mostPoints = 600

    var playbackPart: [Markup] {
        guard let playback, let figures = summary.playback else { return [] }
        let words = figures.lines
        return [
            .element("h2", [:], "Playback"),
            .element("p", [:], words.joined(separator: "; ") + "."),
        ]
            + (figures.faults.isEmpty
                ? []
                : [
                    .element(
                        "p", [:],
                        "What it must not do and did: "
                            + figures.faults.joined(separator: "; ") + ".")
                ])
            + buffer(playback) + variants(playback) + levels(figures)
    }

    private func shifted(_ time: Duration, _ playback: ReportedPlayback) -> Double {
        (playback.requestedAt + time) / .seconds(1)
    }

    /// Stretches without a picture, while there was to be one.
    private func bands(_ playback: ReportedPlayback) -> [Plot.Shape] {
        playback.played.stalls.map { stall in
            let start = shifted(stall.start, playback)
            let length = stall.duration / .seconds(1)
            return .band(
                from: start, to: start + length,
                title: "stall of \(Figures.seconds(length)) at "
                    + "\(Figures.seconds(stall.mediaTime / .seconds(1))) of the media")
        }
    }

    private func start(_ playback: ReportedPlayback) -> [Plot.Shape] {
        playback.played.startup.map { startup in
            let at = shifted(startup, playback)
            return [
                .mark(
                    at: at, word: "first frame", row: 0, dashes: "2 3",
                    title: "first frame \(Figures.seconds(startup / .seconds(1))) after the request"
                )
            ]
        } ?? []
    }

    private func buffer(_ playback: ReportedPlayback) -> [Markup] {
        var time = shifted(playback.played.startup ?? .zero, playback)
        var points: [Plot.Point] = []
        for piece in playback.played.buffer.pieces {
            if points.isEmpty { points.append(.init(x: time, y: piece.from)) }
            if let last = points.last, last.y != piece.from {
                points.append(.init(x: time, y: piece.from))
            }
            time += piece.seconds
            points.append(.init(x: time, y: piece.to))
        }
        points += drain(playback, from: time)
        let kept = Self.thinned(points)
        guard let most = kept.map(\.y).max(), most > 0 else { return [] }
        let plot = Plot(
            description: "Seconds of media in the player's buffer over time, at most "
                + "\(Figures.seconds(most)); \(playback.played.stalls.count) stalls.",
            x: playAxis(playback), y: PlotAxis("buffer", .seconds, showing: 0...most),
            shapes: [.area(kept, title: "buffer, at most \(Figures.seconds(most))")]
                + bands(playback) + start(playback), size: .whole)
        let stalls = playback.played.stalls.isEmpty ? "" : " Crossed: stalls."
        return [
            .element("h3", [:], "Buffer"),
            .element("p", ["class": "faint"], "Media that the player could still play.\(stalls)"),
            .wide("Buffer over time", plot.svg),
        ]
    }

    /// The buffer's history ends with the last arrival: what was left then was played.
    private func drain(_ playback: ReportedPlayback, from time: Double) -> [Plot.Point] {
        guard playback.hasEnded, let last = playback.played.segments.last else { return [] }
        let end = shifted(last.start + last.played, playback)
        let isSteady = playback.played.stalls.allSatisfy { shifted($0.start, playback) < time }
        guard end > time, isSteady else { return [] }
        return [.init(x: time, y: end - time), .init(x: end, y: 0)]
    }

    private func variants(_ playback: ReportedPlayback) -> [Markup] {
        var points: [Plot.Point] = []
        var end = 0.0
        for segment in playback.played.segments {
            let start = shifted(segment.start, playback)
            end = start + segment.played / .seconds(1)
            if points.last?.y != Double(segment.bitrate) {
                points.append(.init(x: start, y: Double(segment.bitrate)))
            }
        }
        guard let first = points.first, let last = points.last else { return [] }
        points.append(.init(x: end, y: last.y))
        let requested = catalog.variants.first { $0.stream == summary.download.requestedVariant }
            .map { Double($0.peakBitRate) }
        var shapes: [Plot.Shape] =
            requested.map {
                [
                    .steps(
                        [.init(x: 0, y: $0), .init(x: end, y: $0)], line: .dashed,
                        title: "the requested variant, \(Figures.rate($0))")
                ]
            } ?? []
        shapes += bands(playback)
        shapes.append(
            .steps(
                Array(points.prefix(Self.mostPoints)),
                title:
                    "variant played: first \(Figures.rate(first.y)), last \(Figures.rate(last.y))"))
        let most = max(points.map(\.y).max() ?? 0, requested ?? 0)
        let plot = Plot(
            description: "Declared bitrate of the variant that played over time, from "
                + "\(Figures.rate(first.y)) to \(Figures.rate(last.y)).",
            x: playAxis(playback), y: PlotAxis("variant", .rate, showing: 0...most), shapes: shapes,
            size: .whole)
        return [
            .element("h3", [:], "Variant"),
            .element(
                "p", ["class": "faint"],
                "Declared bitrate of what played. Dashed: the requested variant."),
            .wide("Variant over time", plot.svg),
        ]
    }

    private func levels(_ figures: RunSummary.Playback) -> [Markup] {
        [
            HTMLTable(
                caption: "Media time played at each variant", heads: ["variant", "played"],
                numbers: 0..<2,
                rows: figures.levels.map { level in
                    HTMLTable.Row([
                        "\(Figures.rate(Double(level.bitrate)))",
                        "\(Figures.seconds(level.seconds))",
                    ])
                }
            ).markup
        ]
    }

    /// A playback may go on long after the download.
    private func playAxis(_ playback: ReportedPlayback) -> PlotAxis {
        let ends =
            playback.played.segments.map { $0.start + $0.played }
            + playback.played.stalls.map { $0.start + $0.duration }
        let end = shifted(ends.max() ?? .zero, playback)
        return PlotAxis(
            "time since the start", .seconds, showing: 0...max(seconds, end), isTight: true)
    }

    /// Few enough to be drawn: of neighbours the lowest and the highest.
    private static func thinned(_ points: [Plot.Point]) -> [Plot.Point] {
        guard points.count > mostPoints else { return points }
        let width = (points.count * 2 + mostPoints - 1) / mostPoints
        return stride(from: 0, to: points.count, by: width).flatMap { first in
            let some = points[first..<min(first + width, points.count)]
            let ends = [some.min { $0.y < $1.y }, some.max { $0.y < $1.y }].compactMap(\.self)
            return ends.sorted { $0.x < $1.x }
        }
    }
}
