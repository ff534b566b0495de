internal import Scenarios

/// A stream of the run as its report shows it: what the engine did beside what the judge found.
struct ReportTrack {
    struct Segment {
        enum State {
            case found(Coverage.Finding)
            /// Only the player wanted it.
            case replaced
            case keptForPlayer
            case neverCame
            /// It became durable, and the run did not come to its judge.
            case stored
        }

        /// From 1.
        var number: Int
        var start: Double
        var seconds: Double
        var bytes: Int
        var attempts: Int
        var storedAt: Double?
        var attestation: String?
        var state: State

        /// Nothing about it is worth looking at first.
        var isAsWanted: Bool {
            switch state {
            case .found(let finding): finding == .right
            case .replaced, .keptForPlayer, .neverCame, .stored: true
            }
        }

        var words: String {
            switch state {
            case .found(let finding): finding.rawValue
            case .replaced: "replaced by the requested quality"
            case .keptForPlayer: "kept for the player alone"
            case .neverCame: "never wanted"
            case .stored: "durable, and not judged"
            }
        }

        /// Nil: nothing is drawn.
        var style: TimeRows.Style? {
            switch state {
            case .found(.right), .stored: .solid
            case .found(.missing): .dashed
            case .found(.corrupt): .crossed
            case .replaced, .keptForPlayer: .hatched
            case .neverCame: nil
            }
        }
    }

    let name: String
    let title: String
    let segments: [Segment]

    /// - Parameters:
    ///   - coverage: nil: the judge did not look for this stream.
    ///   - isOver: the package is complete, and guests are gone.
    ///   - isJudged: the run came to its end.
    init(
        _ track: ChronicleTrack, name: String, coverage: Coverage.Stream?, isOver: Bool,
        isJudged: Bool
    ) {
        self.name = name
        title = "\(name)\(track.isGuest ? ", for the player alone" : "")"
        let parts = track.parts.filter { !$0.place.isInitSection }
        segments = parts.enumerated().map { index, part in
            let place = part.place
            let isFound = coverage?.segments.indices.contains(index) == true && !track.isGuest
            let state: Segment.State
            if isFound, let finding = coverage?.segments[index].finding {
                state = .found(finding)
            } else if part.storedAt == nil {
                state = .neverCame
            } else if !isJudged, !track.isGuest {
                state = .stored
            } else {
                state = part.isReplaced || isOver ? .replaced : .keptForPlayer
            }
            return Segment(
                number: index + 1, start: place.start / .seconds(1),
                seconds: place.duration / .seconds(1), bytes: part.bytes, attempts: part.attempts,
                storedAt: part.storedAt.map { $0 / .seconds(1) }, attestation: part.attestation,
                state: state)
        }
    }

    /// One bar for each segment; of more than `most`, one for each run of neighbours that look alike,
    /// and of more such runs than that, the first ones.
    func cells(atMost most: Int) -> [TimeRows.Bar] {
        if segments.count <= most {
            return segments.compactMap { segment in
                segment.style.map { style in
                    TimeRows.Bar(
                        from: segment.start, to: segment.start + segment.seconds, style: style,
                        title: title(of: segment))
                }
            }
        }
        var bars: [TimeRows.Bar] = []
        for segment in segments {
            guard let style = segment.style else { continue }
            let end = segment.start + segment.seconds
            if let last = bars.last, last.style == style, segment.start - last.to < 0.01 {
                bars[bars.count - 1].to = end
                bars[bars.count - 1].title =
                    "\(name): \(segment.words) from \(Figures.seconds(last.from)) to "
                    + Figures.seconds(end)
            } else {
                bars.append(
                    .init(from: segment.start, to: end, style: style, title: title(of: segment)))
            }
        }
        return Array(bars.prefix(most * 2))
    }

    private func title(of segment: Segment) -> String {
        let end = segment.start + segment.seconds
        let stored = segment.storedAt.map { ", durable at \(Figures.seconds($0))" } ?? ""
        return "segment \(segment.number) of \(name), \(Figures.seconds(segment.start)) to "
            + "\(Figures.seconds(end)): \(segment.words)\(stored), "
            + "\(Figures.bytes(segment.bytes)) in \(segment.attempts) "
            + (segment.attempts == 1 ? "request" : "requests")
    }
}
