/// What a judge found of every media segment of the requested streams, in the order in which they
/// play.
package struct Coverage: Sendable, Hashable, Codable {
    /// What came of a segment.
    package enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its bytes are the origin's, and those of its init section are too.
        case right
        case missing
        /// It is there with other bytes, or needs an init section that is not right.
        case corrupt
    }

    package struct Segment: Sendable, Hashable, Codable {
        /// Media time in seconds.
        package var start: Double
        package var seconds: Double
        /// In bytes, as the origin has it.
        package var length: Int
        package var finding: Finding

        package init(start: Double, seconds: Double, length: Int, finding: Finding) {
            self.start = start
            self.seconds = seconds
            self.length = length
            self.finding = finding
        }
    }

    package struct Stream: Sendable, Hashable, Codable {
        /// As the catalog names it.
        package var id: String
        package var segments: [Segment]

        package init(id: String, segments: [Segment]) {
            self.id = id
            self.segments = segments
        }
    }

    package var streams: [Stream]

    package init(streams: [Stream] = []) {
        self.streams = streams
    }

    /// - Parameter catalog: with a digest for every part of the requested streams; a part without
    ///   one can never be right.
    package init(
        of evidence: PackageEvidence, against catalog: AssetCatalog, for requested: RequestedQuality
    ) {
        streams = requested.streams.compactMap { id in
            catalog.stream(id).map { Stream($0, found: evidence.streams[id]) }
        }
    }

    /// Media seconds of the longest stream.
    package var seconds: Double {
        streams.compactMap { $0.segments.last.map { $0.start + $0.seconds } }.max() ?? 0
    }

    /// The presentation in so many pieces of equal length: the worst that was found in each, in any
    /// stream. Missing is worse than right, corrupt worse than missing.
    package func worst(inPieces count: Int) -> [Finding] {
        let length = seconds / Double(max(1, count))
        guard length > 0 else { return [] }
        var pieces = [Finding](repeating: .right, count: count)
        for segment in streams.flatMap(\.segments) where segment.finding != .right {
            let first = Int(segment.start / length)
            let end = Int(((segment.start + segment.seconds) / length).rounded(.up))
            for piece in first..<max(first + 1, min(end, count))
            where pieces.indices.contains(piece) && pieces[piece] != .corrupt {
                pieces[piece] = segment.finding
            }
        }
        return pieces
    }

    /// What became of one part of the origin's.
    static func finding(
        _ expected: AssetCatalog.Part?, _ found: PackageEvidence.Part?
    ) -> Finding {
        guard let expected else { return .right }
        guard let found else { return .missing }
        return found.sha256 == expected.sha256 && found.length == expected.length
            ? .right : .corrupt
    }
}

extension Coverage.Stream {
    fileprivate init(_ stream: AssetCatalog.Stream, found: PackageEvidence.Stream?) {
        let initSection = Coverage.finding(stream.initSection, found?.initSection)
        var start = 0.0
        var segments: [Coverage.Segment] = []
        for (index, segment) in stream.segments.enumerated() {
            let part =
                found?.segments.indices.contains(index) == true ? found?.segments[index] : nil
            let finding = Coverage.finding(segment, part)
            segments.append(
                Coverage.Segment(
                    start: start, seconds: segment.seconds ?? 0, length: segment.length,
                    finding: finding == .right && initSection != .right ? .corrupt : finding))
            start += segment.seconds ?? 0
        }
        self.init(id: stream.id, segments: segments)
    }
}
