// Rules of Apple's HLS authoring specification (2025-06-26) that a playlist's text alone can show.
// All are warnings: the protocol does not ask for them.
extension MultivariantParser {
    mutating func checkAuthoring() {
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
