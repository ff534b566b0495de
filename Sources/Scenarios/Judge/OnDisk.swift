/// The verdict over the bytes of a package: every segment of the requested quality is what the
/// origin holds, or is counted as missing or corrupt.
package struct OnDisk: Sendable, Hashable, Codable {
    /// Media segments of all streams of the requested quality.
    package var segmentsExpected = 0
    /// Those whose bytes are the origin's, and whose init section is too.
    package var segmentsAtRequestedQuality = 0
    package var segmentsMissing = 0
    /// Those that are there with other bytes, or that need an init section that is not right.
    package var segmentsCorrupt = 0
    /// The first segment, in playing order, that is not right; in words. Nil when there is none.
    package var firstHole: String?
    /// Bytes of the segments and init sections that are right.
    package var bytesVerified = 0

    package var isComplete: Bool {
        segmentsExpected > 0 && segmentsAtRequestedQuality == segmentsExpected
    }

    /// Where no package was to be made: nothing is expected, and nothing is there.
    package init() {}

    /// Judges a package.
    /// - Parameter catalog: with a digest for every part of the requested streams; a part without
    ///   one can never be right.
    package init(
        of evidence: PackageEvidence, against catalog: AssetCatalog, for requested: RequestedQuality
    ) {
        var firstHoleStart = Double.infinity
        for id in requested.streams {
            guard let stream = catalog.stream(id) else { continue }
            let found = evidence.streams[id]
            let needsInit = Coverage.finding(stream.initSection, found?.initSection)
            if needsInit == .right { bytesVerified += stream.initSection?.length ?? 0 }
            var start = 0.0
            for (index, segment) in stream.segments.enumerated() {
                let part =
                    found?.segments.indices.contains(index) == true ? found?.segments[index] : nil
                let finding = Coverage.finding(segment, part)
                count(finding, needsInit, segment)
                if finding != .right || needsInit != .right, start < firstHoleStart {
                    firstHoleStart = start
                    firstHole =
                        needsInit == .right
                        ? "segment \(index + 1) of \(id) is \(finding.rawValue)"
                        : "the init section of \(id) is \(needsInit.rawValue)"
                }
                start += segment.seconds ?? 0
            }
        }
    }

    private mutating func count(
        _ finding: Coverage.Finding, _ initSection: Coverage.Finding, _ segment: AssetCatalog.Part
    ) {
        segmentsExpected += 1
        switch (finding, initSection) {
        case (.missing, _): segmentsMissing += 1
        case (.right, .right):
            segmentsAtRequestedQuality += 1
            bytesVerified += segment.length
        default: segmentsCorrupt += 1
        }
    }
}
