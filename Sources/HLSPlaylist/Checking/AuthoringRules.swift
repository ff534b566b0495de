// Rules of Apple's HLS authoring specification (2025-06-26) that a playlist's text alone can show.
// All are warnings: the protocol does not ask for them.
extension MultivariantParser {
    mutating func checkAuthoring() {
        checkPresence()
        for (index, variant) in playlist.variants.enumerated() {
            core.line = variantLines[index]
            core.tag = .streamInf
            checkAuthoring(variant)
        }
        for (index, rendition) in playlist.renditions.enumerated()
        where rendition.kind != .video && rendition.language == nil {
            core.line = renditionLines[index]
            core.tag = .media
            core.warn(.authoringLanguage, "the rendition '\(rendition.name)' has no LANGUAGE")
        }
        for (index, rendition) in playlist.renditions.enumerated()
        where rendition.kind == .audio && rendition.channels == nil {
            core.line = renditionLines[index]
            core.tag = .media
            core.warn(.authoringChannels, "the rendition '\(rendition.name)' has no CHANNELS")
        }
    }

    /// What a playlist with video should have as a whole.
    private mutating func checkPresence() {
        core.line = 1
        core.tag = .independentSegments
        if !core.hasSeen(.independentSegments) {
            core.warn(
                .authoringIndependentSegments,
                "the playlist does not say EXT-X-INDEPENDENT-SEGMENTS for its media playlists")
        }
        let isVideo = playlist.variants.map { $0.codecs.contains { $0.medium == .video } }
        guard let first = isVideo.firstIndex(of: true) else { return }
        if playlist.iFrameVariants.isEmpty {
            core.warn(
                .authoringIFrames, line: variantLines[first],
                section: TagName.iFrameStreamInf.section,
                "the playlist has no EXT-X-I-FRAME-STREAM-INF to scrub with")
        }
        guard playlist.variants.contains(where: \.hasHighDynamicRange) else { return }
        for (index, variant) in playlist.variants.enumerated()
        where isVideo[index] && variant.videoRange == nil {
            core.warn(
                .authoringVideoRange, line: variantLines[index],
                section: TagName.streamInf.section,
                "the playlist has HDR, and this variant no VIDEO-RANGE")
        }
    }

    private mutating func checkAuthoring(_ variant: Variant) {
        let codecs = variant.codecs
        // Without CODECS, which is reported on its own, it may be video.
        let isVideo = codecs.isEmpty || codecs.contains { $0.medium == .video }
        if isVideo, variant.resolution == nil {
            core.warn(.authoringResolution, "the variant has no RESOLUTION")
        }
        if isVideo, variant.frameRate == nil {
            core.warn(.authoringFrameRate, "the variant has no FRAME-RATE")
        }
        let preferred = ["avc3": "avc1", "hev1": "hvc1", "dvhe": "dvh1", "dvav": "dva1"]
        for codec in codecs {
            guard let better = preferred[String(codec.fourCharacterCode)] else { continue }
            core.warn(
                .authoringSampleEntry,
                "the codec '\(codec.text)' has its parameter sets inside the samples; \(better) has them in front"
            )
        }
        guard let average = variant.averageBandwidth else {
            return core.warn(.authoringAverageBandwidth, "the variant has no AVERAGE-BANDWIDTH")
        }
        let (double, overflow) = average.multipliedReportingOverflow(by: 2)
        if !overflow, variant.bandwidth > double {
            core.warn(
                .authoringPeak,
                "BANDWIDTH is \(variant.bandwidth), more than twice the AVERAGE-BANDWIDTH of \(average)"
            )
        }
    }
}

extension MediaParser {
    mutating func checkAuthoring() {
        guard playlist.hasEndList, playlist.playlistType == nil else { return }
        core.tag = .playlistType
        core.warn(
            .authoringPlaylistType, line: core.firstLine(of: .endList),
            "the playlist has ended and has no EXT-X-PLAYLIST-TYPE:VOD")
    }
}

extension Variant {
    fileprivate var hasHighDynamicRange: Bool {
        switch videoRange {
        case .pq, .hlg: true
        case .sdr: false
        case .other, nil: codecs.contains { $0.dynamicRange == .high }
        }
    }
}
