extension AssetCatalog {
    /// The catalog of a synthetic asset. Bitrates are measured on the segments, not copied from
    /// the description, so what the playlist declares is what the segments have.
    init(_ description: SyntheticDescription, streams: [SyntheticStream]) {
        self.init(
            id: description.id, title: description.title, multivariantPlaylist: "index.m3u8",
            streams: streams.map(Stream.init), variants: streams.map(Variant.init))
    }
}

extension AssetCatalog.Stream {
    fileprivate init(_ stream: SyntheticStream) {
        let id = stream.variant.id
        let segments = (0..<stream.segmentCount).map { segment in
            AssetCatalog.Part(
                path: "\(id)/\(segment + 1).ts", length: stream.length(of: segment),
                seconds: Double(stream.ticks(of: segment)) / Double(SyntheticStream.ticksPerSecond))
        }
        self.init(id: id, kind: .video, playlist: "\(id)/index.m3u8", segments: segments)
    }
}

extension AssetCatalog.Variant {
    fileprivate init(_ stream: SyntheticStream) {
        var bits = 0
        var ticks = 0
        var peak = 0
        for segment in 0..<stream.segmentCount {
            let segmentBits = stream.length(of: segment) * 8
            bits += segmentBits
            ticks += stream.ticks(of: segment)
            peak = max(peak, Self.rate(segmentBits, over: stream.ticks(of: segment)))
        }
        self.init(
            stream: stream.variant.id, peakBitRate: peak,
            averageBitRate: Self.rate(bits, over: ticks),
            width: stream.variant.width, height: stream.variant.height,
            frameRate: stream.variant.frameRate, codecs: "avc1.640028", videoRange: "SDR")
    }

    /// Bits per second, rounded up.
    private static func rate(_ bits: Int, over ticks: Int) -> Int {
        (bits * SyntheticStream.ticksPerSecond + ticks - 1) / ticks
    }
}
