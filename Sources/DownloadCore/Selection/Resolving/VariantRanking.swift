/// The automatic choice among variants: each criterion keeps the best by its measure, until one
/// variant is left or the criteria end. Of equals the first in the playlist is taken.
struct VariantRanking: Sendable, Hashable {
    package enum Criterion: Sendable, Hashable {
        /// Video that is part of the download already.
        case sharedVideo
        /// Video and sound before sound alone.
        case video
        /// PQ and HLG before SDR.
        case hdr
        /// Lossy audio before ALAC and FLAC.
        case lossyAudio
        /// The highest SCORE, where every candidate has one.
        case score
        case peakBitRate
        case averageBitRate
    }

    var criteria: [Criterion]

    /// What AVFoundation documents as its defaults (HDR and lossy audio are preferred, then the
    /// highest bitrate), with the author's SCORE before the bitrate: section 4.4.6.2 says that a
    /// variant is more desirable than any with a lower score. A SCORE that some candidates lack
    /// cannot compare them, and does not count.
    static let automatic = VariantRanking(
        criteria: [.video, .hdr, .lossyAudio, .score, .peakBitRate, .averageBitRate])

    struct Choice {
        var index: Int
        /// The criteria that left some candidates out.
        var decisive: [Criterion]
        /// How many were equal in the end.
        var equals: Int
    }

    /// - Parameters:
    ///   - candidates: places in `variants`, in order.
    ///   - isShared: whether the download has the video of a candidate already.
    /// - Returns: nil without candidates.
    func choose(
        among candidates: [Int], of variants: [AssetVariant], isShared: (Int) -> Bool
    ) -> Choice? {
        var left = candidates
        var decisive: [Criterion] = []
        for criterion in criteria where left.count > 1 {
            let measures = left.map {
                criterion.measure(variants[$0], isShared: criterion == .sharedVideo && isShared($0))
            }
            if criterion == .score, measures.contains(nil) { continue }
            guard let best = measures.compactMap(\.self).max() else { continue }
            let kept = zip(left, measures).filter { $0.1 == best }.map(\.0)
            if kept.count < left.count { decisive.append(criterion) }
            left = kept
        }
        return left.first.map { Choice(index: $0, decisive: decisive, equals: left.count) }
    }
}

extension VariantRanking.Criterion {
    fileprivate func measure(_ variant: AssetVariant, isShared: Bool) -> Double? {
        switch self {
        case .sharedVideo: isShared ? 1 : 0
        case .video: variant.videoAttributes == nil ? 0 : 1
        case .hdr: variant.isHDR ? 1 : 0
        case .lossyAudio: variant.audioAttributes?.isLossless == true ? 0 : 1
        case .score: variant.score
        case .peakBitRate: Double(variant.peakBitRate)
        case .averageBitRate: Double(variant.averageBitRate)
        }
    }
}
