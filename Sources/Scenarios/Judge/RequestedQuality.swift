/// What a run's download options ask for, by the judge's own reading of the rules.
///
/// The engine has its own selection code; this one exists so that a mistake there is seen. It reads
/// the catalog, never a playlist. The rules are those of AVFoundation's offline downloads: no
/// option = highest quality; `minimumRequiredMediaBitrate`; `prefersHDR` and `prefersMultichannel`,
/// both on by default; automatic media selection without a locale.
package struct RequestedQuality: Sendable, Hashable {
    package enum Option: Sendable, Hashable {
        /// The highest quality, HDR and multichannel audio included.
        case best
        /// The lowest quality, in stereo.
        case fast
        /// The least variant that has so many bits per second at its peak.
        case minimumBitrate(bitsPerSecond: Int)
    }

    package var variant: AssetCatalog.Variant
    /// Ids of the streams that have to be on disk: the variant's own, audio, subtitles.
    package var streams: [String]

    /// nil when the catalog has no variant.
    package init?(_ option: Option, in catalog: AssetCatalog) {
        guard let variant = Self.variant(option, in: catalog.variants) else { return nil }
        self.variant = variant
        let groups = Self.groups(of: variant.stream, in: catalog)
        let audio = Self.audio(option, in: groups.audio)
        let subtitles = Self.subtitles(in: groups.subtitles, language: audio.first?.language)
        streams = [variant.stream]
        for stream in audio + subtitles where !streams.contains(stream.id) {
            streams.append(stream.id)
        }
    }

    /// Best: among the HDR variants if there are any (`prefersHDR`), the highest peak bitrate.
    /// Fast: the lowest. Minimum: the lowest that is not below the value, else the highest
    /// (`minimumRequiredMediaBitrate`). Of equals at the
    /// top, the one with the higher average; of equals in that too, the first in the playlist.
    private static func variant(
        _ option: Option, in variants: [AssetCatalog.Variant]
    ) -> AssetCatalog.Variant? {
        switch option {
        case .best:
            let hdr = variants.filter { $0.videoRange == "PQ" || $0.videoRange == "HLG" }
            return highest(hdr.isEmpty ? variants : hdr)
        case .fast:
            return variants.min { $0.peakBitRate < $1.peakBitRate }
        case .minimumBitrate(let bitsPerSecond):
            let enough = variants.filter { $0.peakBitRate >= bitsPerSecond }
            return enough.min { $0.peakBitRate < $1.peakBitRate } ?? highest(variants)
        }
    }

    private static func highest(_ variants: [AssetCatalog.Variant]) -> AssetCatalog.Variant? {
        variants.reduce(nil) { best, next in
            guard let best else { return next }
            return (best.peakBitRate, best.averageBitRate ?? 0)
                < (next.peakBitRate, next.averageBitRate ?? 0) ? next : best
        }
    }

    /// The renditions that go with a stream: those of every group that any variant of the stream
    /// names. One stream listed with a stereo and with a 5.1 group is the same video.
    private static func groups(
        of stream: String, in catalog: AssetCatalog
    ) -> (audio: [AssetCatalog.Stream], subtitles: [AssetCatalog.Stream]) {
        let variants = catalog.variants.filter { $0.stream == stream }
        let audio = variants.compactMap(\.audioGroup)
        let subtitles = variants.compactMap(\.subtitlesGroup)
        return (
            catalog.streams.filter { $0.kind == .audio && $0.isIn(audio) },
            catalog.streams.filter { $0.kind == .subtitles && $0.isIn(subtitles) }
        )
    }

    /// The stereo rendition of the default language and, but for fast, the one with most channels
    /// of that language in addition (`prefersMultichannel`). A language without stereo gives the
    /// rendition with fewest channels in its place.
    private static func audio(
        _ option: Option, in renditions: [AssetCatalog.Stream]
    ) -> [AssetCatalog.Stream] {
        guard let chosen = preferred(renditions) else { return [] }
        let spoken = renditions.filter { $0.language == chosen.language }
        let fewest = spoken.map(\.channelCount).min() ?? 0
        let most = spoken.map(\.channelCount).max() ?? 0
        let stereo = spoken.filter { $0.channelCount <= 2 }
        let plain = stereo.isEmpty ? spoken.filter { $0.channelCount == fewest } : stereo
        var streams = [preferred(plain)]
        if option != .fast, most > 2 {
            streams.append(preferred(spoken.filter { $0.channelCount == most }))
        }
        return streams.compactMap(\.self)
    }

    /// The default one, else the one that may be selected automatically and speaks the language of
    /// the audio, else none.
    private static func subtitles(
        in renditions: [AssetCatalog.Stream], language: String?
    ) -> [AssetCatalog.Stream] {
        if let stated = renditions.first(where: { $0.isDefault == true }) { return [stated] }
        guard let language else { return [] }
        return renditions.filter { $0.isAutoselect == true && $0.language == language }
            .prefix(1).map(\.self)
    }

    /// Automatic selection without a locale: DEFAULT, else AUTOSELECT, else the first.
    private static func preferred(_ renditions: [AssetCatalog.Stream]) -> AssetCatalog.Stream? {
        renditions.first { $0.isDefault == true } ?? renditions.first { $0.isAutoselect == true }
            ?? renditions.first
    }
}

extension AssetCatalog.Stream {
    /// Undeclared channels count as stereo.
    fileprivate var channelCount: Int { channels ?? 2 }

    fileprivate func isIn(_ groups: [String]) -> Bool {
        group.map(groups.contains) ?? false
    }
}
