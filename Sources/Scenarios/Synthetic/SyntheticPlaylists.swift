/// The playlists of a synthetic asset, as text in UTF-8 with `\n` after every line.
enum SyntheticPlaylists {
    static func multivariant(_ catalog: AssetCatalog) -> [UInt8] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for variant in catalog.variants {
            guard let stream = catalog.stream(variant.stream) else { continue }
            var attributes = ["BANDWIDTH=\(variant.peakBitRate)"]
            attributes += variant.averageBitRate.map { ["AVERAGE-BANDWIDTH=\($0)"] } ?? []
            attributes += variant.codecs.map { ["CODECS=\"\($0)\""] } ?? []
            if let width = variant.width, let height = variant.height {
                attributes.append("RESOLUTION=\(width)x\(height)")
            }
            attributes += variant.frameRate.map { ["FRAME-RATE=\(thousandths($0))"] } ?? []
            attributes += variant.videoRange.map { ["VIDEO-RANGE=\($0)"] } ?? []
            lines += ["#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))", stream.playlist]
        }
        return bytes(lines)
    }

    /// - Parameter ticks: length of a segment in ticks of 90 kHz.
    static func media(_ stream: AssetCatalog.Stream, ticks: (Int) -> Int) -> [UInt8] {
        let longest = stream.segments.indices.map(ticks).max() ?? 0
        let perSecond = SyntheticStream.ticksPerSecond
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:6",
            // EXTINF rounded to the nearest second must not exceed it.
            "#EXT-X-TARGETDURATION:\(max(1, (longest + perSecond / 2) / perSecond))",
            "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        for (index, part) in stream.segments.enumerated() {
            let name = part.path.split(separator: "/").last.map(String.init) ?? part.path
            let microseconds = ticks(index) * 1_000_000 / perSecond
            lines += ["#EXTINF:\(fixed(microseconds, digits: 6)),", name]
        }
        return bytes(lines + ["#EXT-X-ENDLIST"])
    }

    private static func thousandths(_ number: Double) -> String {
        fixed(Int((number * 1_000).rounded()), digits: 3)
    }

    /// A number of 10^-digits as a decimal fraction.
    private static func fixed(_ number: Int, digits: Int) -> String {
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
