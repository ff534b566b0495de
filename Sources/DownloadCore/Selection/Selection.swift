package import HLSPlaylist

/// The variant and the renditions that a download's options resolve to: the requested quality.
package struct Selection: Sendable, Hashable {
    /// One media playlist to download.
    package struct Stream: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable { case video, audio, subtitles }

        package var kind: Kind
        /// The media playlist's URI as the multivariant playlist wrote it.
        package var uri: String
        /// NAME and LANGUAGE of a rendition.
        package var name: String?
        package var language: String?
        /// First part of CHANNELS.
        package var channels: Int?
        package var groupID: String?
        package var isDefault: Bool
        package var isAutoselect: Bool
        package var isForced: Bool
        package var characteristics: [String]
    }

    /// Facts of the variant, as declared.
    package var peakBitRate: Int
    package var averageBitRate: Int?
    package var codecs: String?
    package var width: Int?
    package var height: Int?
    package var frameRate: Double?
    package var videoRange: String?
    /// The variant's own media playlist first, then audio, then subtitles.
    package var streams: [Stream]
}

extension Selection {
    /// Resolves a quality against a multivariant playlist.
    ///
    /// The variant: see ``Quality``. Ties go to the earlier line; for the highest, first to the
    /// higher average bitrate. Among variants that share the chosen media playlist and differ in audio only, the
    /// renditions of all their audio groups are on offer.
    /// The audio: the rendition marked DEFAULT, else AUTOSELECT, else the first, with at most two
    /// channels where there is one; unless `fast`, also the one with the most channels (more than
    /// two) in the same language. Subtitles: the DEFAULT rendition, else an AUTOSELECT one in the
    /// language of the audio; forced ones never by themselves. (AVFoundation's automatic media
    /// selection without a locale, and its `prefersMultichannel` default.)
    ///
    /// - Returns: nil when the playlist has no variant.
    package init?(of playlist: MultivariantPlaylist, for quality: Quality) {
        let variants = playlist.variants
        guard let chosen = Self.variant(in: variants, for: quality) else { return nil }
        let siblings = variants.filter { $0.uri == chosen.uri }
        let audioGroups = Self.inOrder(siblings.compactMap(\.audioGroupID))
        let audio = Self.audio(
            in: playlist.renditions.filter { $0.kind == .audio }, groups: audioGroups,
            withMultichannel: quality != .fast)
        let subtitles = Self.subtitles(
            in: playlist.renditions.filter { $0.kind == .subtitles },
            group: chosen.subtitlesGroupID, language: audio.first?.language)
        let described = Self.described(by: chosen, siblings: siblings, audio: audio)
        self.init(
            peakBitRate: described.bandwidth, averageBitRate: described.averageBandwidth,
            codecs: described.codecsText, width: chosen.resolution?.width,
            height: chosen.resolution?.height, frameRate: chosen.frameRate,
            videoRange: chosen.videoRange?.text,
            streams: Self.eachURIOnce(
                [Stream(variant: chosen)] + Self.streams(of: audio, kind: .audio)
                    + Self.streams(of: subtitles, kind: .subtitles)))
    }

    private static func variant(in variants: [Variant], for quality: Quality) -> Variant? {
        switch quality {
        case .best:
            let hdr = variants.filter(\.isHDR)
            return highest(of: hdr.isEmpty ? variants : hdr)
        case .fast:
            return lowest(of: variants)
        case .minimumBitrate(let floor):
            return lowest(of: variants.filter { $0.bandwidth >= floor }) ?? highest(of: variants)
        }
    }

    private static func highest(of variants: [Variant]) -> Variant? {
        variants.reduce(nil) { best, next in
            guard let best else { return next }
            return (best.bandwidth, best.averageBandwidth ?? 0)
                < (next.bandwidth, next.averageBandwidth ?? 0) ? next : best
        }
    }

    private static func lowest(of variants: [Variant]) -> Variant? {
        variants.reduce(nil) { best, next in
            guard let best else { return next }
            return next.bandwidth < best.bandwidth ? next : best
        }
    }

    /// The STREAM-INF line whose audio group is the one downloaded with the most channels.
    private static func described(
        by chosen: Variant, siblings: [Variant], audio: [Rendition]
    ) -> Variant {
        guard let group = audio.last?.groupID else { return chosen }
        return siblings.first { $0.audioGroupID == group } ?? chosen
    }

    private static func audio(
        in renditions: [Rendition], groups: [String], withMultichannel: Bool
    ) -> [Rendition] {
        let offered = groups.flatMap { group in renditions.filter { $0.groupID == group } }
        let narrow = offered.filter { ($0.channels?.count ?? 2) <= 2 }
        guard let main = preferred(of: narrow.isEmpty ? offered : narrow) else { return [] }
        guard withMultichannel else { return [main] }
        let wide = offered.filter {
            ($0.channels?.count ?? 2) > max(2, main.channels?.count ?? 2)
                && $0.language == main.language
        }
        let widest = wide.reduce(nil as Rendition?) { best, next in
            (next.channels?.count ?? 0) > (best?.channels?.count ?? 0) ? next : best
        }
        return [main] + (widest.map { [$0] } ?? [])
    }

    private static func subtitles(
        in renditions: [Rendition], group: String?, language: String?
    ) -> [Rendition] {
        let offered = renditions.filter { $0.groupID == group && !$0.isForced }
        let chosen =
            offered.first(where: \.isDefault)
            ?? offered.first { $0.isAutoselect && language != nil && $0.language == language }
        return chosen.map { [$0] } ?? []
    }

    private static func preferred(of renditions: [Rendition]) -> Rendition? {
        renditions.first(where: \.isDefault) ?? renditions.first(where: \.isAutoselect)
            ?? renditions.first
    }

    /// A rendition without a URI is muxed into the variant.
    private static func streams(of renditions: [Rendition], kind: Stream.Kind) -> [Stream] {
        renditions.compactMap { rendition in
            rendition.uri.map { Stream(rendition: rendition, uri: $0, kind: kind) }
        }
    }

    /// Two renditions of one media playlist, or one with the variant's own, are the same stream. It
    /// is known by its URI, so it must not be there twice.
    private static func eachURIOnce(_ streams: [Stream]) -> [Stream] {
        streams.reduce(into: []) { kept, stream in
            if !kept.contains(where: { $0.uri == stream.uri }) { kept.append(stream) }
        }
    }

    private static func inOrder(_ names: [String]) -> [String] {
        names.reduce(into: []) { seen, name in
            if !seen.contains(name) { seen.append(name) }
        }
    }
}

extension Selection {
    /// The selection for a download that begins with a media playlist: that one stream.
    package init(mediaPlaylistAt uri: String) {
        self.init(
            peakBitRate: 0,
            streams: [
                Stream(
                    kind: .video, uri: uri, isDefault: false, isAutoselect: false,
                    isForced: false, characteristics: [])
            ])
    }
}

extension Selection.Stream {
    fileprivate init(variant: Variant) {
        self.init(
            kind: .video, uri: variant.uri, isDefault: false, isAutoselect: false,
            isForced: false, characteristics: [])
    }

    fileprivate init(rendition: Rendition, uri: String, kind: Kind) {
        self.init(
            kind: kind, uri: uri, name: rendition.name, language: rendition.language,
            channels: rendition.channels?.count, groupID: rendition.groupID,
            isDefault: rendition.isDefault, isAutoselect: rendition.isAutoselect,
            isForced: rendition.isForced, characteristics: rendition.characteristics)
    }
}

extension Variant {
    fileprivate var isHDR: Bool { videoRange == .pq || videoRange == .hlg }
}
