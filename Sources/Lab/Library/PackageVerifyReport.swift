internal import HLSDownload

/// Whether a package is what its certificate says, for `hlslab library verify`.
package struct PackageVerifyReport: Sendable, Hashable, CommandReport {
    /// One stream of the package.
    package struct Stream: Sendable, Hashable, Encodable {
        package var kind: String
        package var label: String
        package var folder: String
        /// `complete`, `incomplete` or `damaged`.
        package var state: String
        package var segments: Int
        package var goodSegments: Int
        /// Segments that the origin never had.
        package var gaps: [String]
        package var gapCount: Int
        package var seconds: Double
        package var goodSeconds: Double
        package var bytes: Int
        /// What vouched for the parts when they came, with how many parts.
        package var attestations: [String: Int]
        package var firstHole: String?
    }

    package var schema = "hlslab-library-verify/1"
    package var package: String
    /// `complete`, `incomplete` or `damaged`.
    package var state: String
    package var streams: [Stream]
    /// Read and checked.
    package var bytes: Int
    package var seconds: Double
    package var firstHole: String?
    package var findings: [PackageLintReport.Item]
    /// Those that are not listed included.
    package var findingCount: Int

    package var exitCode: Int32 { state == "complete" ? 0 : 1 }
}

extension PackageVerifyReport {
    init(_ path: String, _ verification: PackageVerification, took time: Duration) {
        self.package = path
        state = verification.state.rawValue
        streams = verification.streams.map { stream in
            Stream(
                kind: stream.kind.rawValue, label: stream.label, folder: stream.folder,
                state: stream.state.rawValue, segments: stream.segmentCount,
                goodSegments: stream.goodSegmentCount, gaps: stream.gaps.map { "\($0)" },
                gapCount: stream.gapCount, seconds: stream.duration / .seconds(1),
                goodSeconds: stream.goodDuration / .seconds(1), bytes: stream.byteCount,
                attestations: stream.attestations, firstHole: stream.firstHole.map { "\($0)" })
        }
        bytes = verification.byteCount
        seconds = time / .seconds(1)
        firstHole = verification.firstHole.map { "\($0)" }
        findings = verification.findings.map(PackageLintReport.Item.init)
        findingCount = verification.findingCount
    }

    /// A line for each stream, its gaps, the findings, the first hole and the verdict.
    package var text: String {
        let rows = streams.map { stream in
            [
                stream.label, "\(stream.goodSegments) of \(stream.segments)",
                "\(Figures.seconds(stream.goodSeconds)) of \(Figures.seconds(stream.seconds))",
                Figures.bytes(stream.bytes), stream.state,
            ]
        }
        let table = Table(heads: ["stream", "segments", "time", "bytes", "state"], rows: rows)
        var lines = table.text.split(separator: "\n").map(String.init)
        lines += streams.flatMap(\.gaps).map { "gap: \($0)" }
        lines += findings.flatMap(\.lines)
        if findingCount > findings.count {
            lines.append("\(findingCount - findings.count) findings more")
        }
        if let firstHole { lines.append("first hole: \(firstHole)") }
        let rate = seconds > 0 ? ", \(Figures.bytes(Int(Double(bytes) / seconds)))/s" : ""
        lines.append(
            "\(state.uppercased())  \(package)  \(Figures.bytes(bytes)) in "
                + "\(Figures.seconds(seconds))\(rate)")
        return lines.map(Printable.line).joined(separator: "\n")
    }
}
