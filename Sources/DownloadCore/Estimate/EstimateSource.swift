package import HLSPlaylist

/// What is known of one stream before it is downloaded.
package struct EstimateSource: Sendable {
    package var plan: StreamPlan
    /// EXT-X-BITRATE of each segment and gap, in kilobits per second.
    var bitrates: [Int?]
    /// Bytes of the parts that are on disk, by their place in the plan.
    package var stored: [Int: Int]

    package init(_ plan: StreamPlan, of playlist: MediaPlaylist, stored: [Int: Int] = [:]) {
        self.plan = plan
        bitrates = playlist.segments.map(\.bitrate)
        self.stored = stored
    }

    var seconds: Double { plan.duration / .seconds(1) }

    /// Of the parts that are not on disk, from 0 to 1 by duration.
    var missingShare: Double {
        guard seconds > 0 else { return 1 }
        let stored = plan.parts.indices.reduce(Duration.zero) { sum, index in
            let isStored = self.stored[index] != nil && plan.parts[index].kind == .segment
            return isStored ? sum + plan.parts[index].duration : sum
        }
        return max(0, 1 - stored / .seconds(1) / seconds)
    }

    /// Bytes of the parts that `isCounted` by declared ranges, else by declared bitrates; nil when
    /// a segment has neither.
    func declared(
        _ isCounted: (Int) -> Bool
    ) -> (bytes: ByteFigure, reckoning: DownloadEstimate.Reckoning)? {
        var sum = ByteFigure(exactly: 0)
        var reckoning = DownloadEstimate.Reckoning.byteRanges
        var segment = 0
        for (index, part) in plan.parts.enumerated() {
            defer { if part.kind != .initSection { segment += 1 } }
            guard part.kind != .gap else { continue }
            if let range = part.range {
                if isCounted(index) { sum = sum + ByteFigure(exactly: range.length) }
            } else if part.kind == .segment {
                guard segment < bitrates.count, let rate = bitrates[segment] else { return nil }
                reckoning = .segmentBitrates
                guard isCounted(index) else { continue }
                sum =
                    sum
                    + ByteFigure(
                        bitsPerSecond: Double(rate) * 1000, part.duration / .seconds(1),
                        low: 1 / 1.1, high: 1 / 0.9)
            }
        }
        return (sum, reckoning)
    }
}
