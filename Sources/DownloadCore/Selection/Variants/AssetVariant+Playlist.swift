package import HLSPlaylist

extension AssetVariant {
    /// The variants of a playlist, in its order. Playlists of I-frames are none.
    ///
    /// Takes time linear in variants plus renditions: what a group declares is read once.
    package static func all(of playlist: MultivariantPlaylist) -> [AssetVariant] {
        var summaries: [String: RenditionAttributes] = [:]
        var languages: [String: Set<String>] = [:]
        for rendition in playlist.renditions where rendition.kind == .audio {
            let group = rendition.groupID
            summaries[group, default: RenditionAttributes()].add(rendition)
            if let language = rendition.language,
                languages[group, default: []].count < RenditionAttributes.maximumLanguages,
                languages[group, default: []].insert(language).inserted
            {
                summaries[group]?.languages.append(language)
            }
        }
        return playlist.variants.map { variant in
            AssetVariant(variant, audio: variant.audioGroupID.flatMap { summaries[$0] })
        }
    }

    /// What the audio rendition of an option declares where it goes with this variant; nil when
    /// the variant's group has none of that option.
    package func renditionAttributes(
        of option: MediaSelectionOption, in playlist: MultivariantPlaylist
    ) -> RenditionAttributes? {
        let rendition = playlist.renditions.first {
            $0.kind == .audio && $0.groupID == groups.audio && option.isOption(of: $0)
        }
        return rendition.map { rendition in
            var attributes = RenditionAttributes()
            attributes.add(rendition)
            attributes.languages = rendition.language.map { [$0] } ?? []
            return attributes
        }
    }

    private init(_ variant: Variant, audio: RenditionAttributes?) {
        let codecs = variant.codecs
        let groups = RenditionGroups(
            audio: variant.audioGroupID, video: variant.videoGroupID,
            subtitles: variant.subtitlesGroupID, closedCaptions: variant.closedCaptionsGroupID)
        self.init(
            uri: variant.uri, peakBitRate: variant.bandwidth > 0 ? variant.bandwidth : -1,
            averageBitRate: variant.averageBandwidth ?? -1, score: variant.score?.finite,
            codecs: codecs.map(\.text), supplementalCodecs: variant.supplementalCodecs.map(\.text),
            hdcpLevel: variant.hdcpLevel, requiredVideoLayout: variant.requiredVideoLayout,
            stableID: variant.stableVariantID,
            pathwayID: variant.pathwayID ?? Self.defaultPathwayID, name: variant.name,
            groups: groups, videoAttributes: VideoAttributes(variant, codecs),
            audioAttributes: AudioAttributes(variant, codecs, audio))
    }
}

extension AssetVariant.VideoAttributes {
    /// Nil when CODECS names no video, nor anything unknown, and nothing else speaks of pictures.
    fileprivate init?(_ variant: Variant, _ codecs: [Codec]) {
        let isDeclared =
            variant.resolution != nil || variant.frameRate != nil || variant.videoRange != nil
            || variant.videoGroupID != nil
        guard isDeclared || codecs.mayHave(.video) else { return nil }
        self.init(
            videoRange: variant.videoRange?.text ?? "SDR",
            presentationWidth: variant.resolution?.width ?? 0,
            presentationHeight: variant.resolution?.height ?? 0,
            nominalFrameRate: variant.frameRate?.finite ?? -1,
            codecs: codecs.filter { $0.medium == .video }.map(\.text),
            isStereoscopic: variant.videoLayouts?.contains { $0.channels == .stereoscopic }
                ?? false)
    }
}

extension AssetVariant.AudioAttributes {
    /// Nil when CODECS names no audio, nor anything unknown, and there is no group of renditions.
    fileprivate init?(
        _ variant: Variant, _ codecs: [Codec], _ summary: AssetVariant.RenditionAttributes?
    ) {
        guard variant.audioGroupID != nil || codecs.mayHave(.audio) else { return nil }
        self.init(
            formats: codecs.filter { $0.medium == .audio }.map(\.text),
            isLossless: codecs.contains { $0.family == .alac || $0.family == .flac },
            renditions: summary ?? AssetVariant.RenditionAttributes())
    }
}

extension AssetVariant.RenditionAttributes {
    /// Languages are added by the caller, who knows which are there already.
    fileprivate mutating func add(_ rendition: Rendition) {
        channelCount = max(channelCount, rendition.channels?.count ?? -1)
        sampleRate = max(sampleRate, rendition.sampleRate ?? -1)
        bitDepth = max(bitDepth, rendition.bitDepth ?? -1)
        let usage = rendition.channels?.usageIndicators ?? []
        isAtmos = isAtmos || rendition.channels?.spatialIdentifiers.contains("JOC") == true
        isImmersive = isImmersive || usage.contains("IMMERSIVE")
        isBinaural = isBinaural || usage.contains("BINAURAL")
        isDownmix = isDownmix || usage.contains("DOWNMIX")
    }
}

extension [Codec] {
    /// Nothing declared may be anything, and so may an unknown codec.
    fileprivate func mayHave(_ medium: Codec.Medium) -> Bool {
        isEmpty || contains { $0.medium == medium || $0.medium == nil }
    }
}

extension Variant {
    fileprivate var closedCaptionsGroupID: String? {
        if case .group(let id)? = closedCaptions { id } else { nil }
    }
}

extension Double {
    /// A number of four hundred digits is infinite, and cannot be stored: as if undeclared.
    var finite: Double? { isFinite ? self : nil }
}
