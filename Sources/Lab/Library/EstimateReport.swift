internal import DownloadCore

/// How large a download will be, for `hlslab library estimate`.
package struct EstimateReport: Sendable, Hashable, CommandReport {
    package var schema = "hlslab-estimate/1"
    package var url: String
    private let estimate: DownloadEstimate

    init(url: String, _ estimate: DownloadEstimate) {
        self.url = url
        self.estimate = estimate
    }

    /// A line for each stream with what its figure rests on, and the sum.
    package var text: String {
        let rows = estimate.streams.map { stream in
            [
                [stream.kind, stream.name ?? stream.uri, stream.language.map { "(\($0))" }]
                    .compactMap(\.self).joined(separator: " "), Figures.seconds(stream.seconds),
                stream.bytes.map(Self.words) ?? "not known", "\(stream.reckoning)",
            ]
        }
        let table = Table(heads: ["stream", "time", "bytes", "by"], rows: rows)
        var lines = table.text.split(separator: "\n").map(String.init)
        if estimate.isPartial { lines.append("streams that declare nothing are not in the sum") }
        if estimate.storedBytes > 0 {
            lines.append("on disk already: \(Figures.bytes(estimate.storedBytes))")
        }
        lines.append("TO FETCH  \(Self.words(estimate.remaining))")
        return lines.map(Printable.line).joined(separator: "\n")
    }

    private static func words(_ figure: ByteFigure) -> String {
        if figure.isExact { return Figures.bytes(figure.expected) }
        return "\(Figures.bytes(figure.expected)) (\(Figures.bytes(figure.low)) to "
            + "\(Figures.bytes(figure.high)))"
    }

    private enum CodingKeys: CodingKey {
        case schema, url, streams, bytes, storedBytes, remaining, isPartial
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(url, forKey: .url)
        try container.encode(estimate.streams, forKey: .streams)
        try container.encode(estimate.bytes, forKey: .bytes)
        try container.encode(estimate.storedBytes, forKey: .storedBytes)
        try container.encode(estimate.remaining, forKey: .remaining)
        try container.encode(estimate.isPartial, forKey: .isPartial)
    }
}
