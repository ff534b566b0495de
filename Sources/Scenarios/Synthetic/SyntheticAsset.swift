/// An asset without files: its catalog, its playlists and any byte of its segments are computed
/// from a description. The same description gives the same bytes on every machine.
package struct SyntheticAsset: Sendable {
    package let description: SyntheticDescription
    package let catalog: AssetCatalog
    /// In the order of the catalog.
    package let streams: [SyntheticStream]
    private let boundaries: [Int]
    /// Where the bytes of each path come from.
    private let sources: [String: Source]

    private enum Source: Sendable {
        case playlist([UInt8])
        case segment(stream: Int, index: Int)
    }

    /// Last-Modified of everything: 2026-01-01 00:00:00 UTC.
    package static let lastModified = 1_767_225_600

    package init(_ description: SyntheticDescription) throws(SyntheticDescriptionError) {
        try description.check()
        self.description = description
        let boundaries = Self.boundaries(of: description)
        let weights = (0..<boundaries.count - 1).map {
            description.pattern.weight(segment: $0, seed: description.seed)
        }
        let streams = description.variants.enumerated().map { index, variant in
            SyntheticStream(
                variant: variant, index: index, boundaries: boundaries, weights: weights,
                seed: description.seed)
        }
        self.boundaries = boundaries
        self.streams = streams
        catalog = AssetCatalog(description, streams: streams)
        sources = Self.sources(catalog: catalog, streams: streams)
    }

    /// The resources as an origin serves them; playlists are not compressed.
    package var resources: [OriginResource] {
        OriginResource.all(of: catalog) { path, _ in
            let length = length(of: path) ?? 0
            return OriginResource.FileFacts(
                entityTag: entityTag(of: path, length: length), lastModified: Self.lastModified,
                length: length)
        }
    }

    /// Bytes of a file, by its path relative to the asset's root; nil for an unknown path.
    package func length(of path: String) -> Int? {
        switch sources[path] {
        case .playlist(let bytes): bytes.count
        case .segment(let stream, let index): streams[stream].length(of: index)
        case nil: nil
        }
    }

    /// A range of a file; nil for an unknown path. The range must lie in the file.
    package func bytes(of path: String, range: Range<Int>) -> [UInt8]? {
        switch sources[path] {
        case .playlist(let bytes): Array(bytes[range])
        case .segment(let stream, let index):
            streams[stream].bytes(of: index, range: range)
        case nil: nil
        }
    }

    /// Bytes at the start of a file that its tag is made from: enough for the seed to show.
    private static let taggedBytes = 1_128

    /// The length and the first bytes folded into one number (FNV-1a, 64 bit).
    private func entityTag(of path: String, length: Int) -> String {
        let start = bytes(of: path, range: 0..<min(length, Self.taggedBytes)) ?? []
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(length)
        for byte in start {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return "\"\(String(hash, radix: 16))\""
    }

    /// Starts of the segments and the end of the last, in ticks of 90 kHz.
    private static func boundaries(of description: SyntheticDescription) -> [Int] {
        let end = ticks(description.duration)
        let step = ticks(description.segmentDuration)
        return Array(stride(from: 0, to: end, by: step)) + [end]
    }

    private static func ticks(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(attoseconds / 1_000_000_000_000)
        let perSecond = SyntheticStream.ticksPerSecond
        return max(1, Int(seconds) * perSecond + microseconds * perSecond / 1_000_000)
    }

    private static func sources(
        catalog: AssetCatalog, streams: [SyntheticStream]
    ) -> [String: Source] {
        var sources: [String: Source] = [
            catalog.multivariantPlaylist: .playlist(SyntheticPlaylists.multivariant(catalog))
        ]
        for (index, stream) in catalog.streams.enumerated() {
            sources[stream.playlist] = .playlist(
                SyntheticPlaylists.media(stream, ticks: streams[index].ticks(of:)))
            for (segment, part) in stream.segments.enumerated() {
                sources[part.path] = .segment(stream: index, index: segment)
            }
        }
        return sources
    }
}
