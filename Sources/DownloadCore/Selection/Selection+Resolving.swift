package import HLSPlaylist

extension Selection {
    /// Resolves a download configuration against a playlist.
    ///
    /// For each content configuration: the variants that can be played and, with content steering,
    /// are on the initial pathway; of them those that the first matching qualifier matches; of those
    /// the automatic choice. An explicit variant is taken as it is. Then the
    /// renditions that its media selections mean. Playlists of I-frames are never chosen. Redundant
    /// variants are one variant here, with alternates.
    ///
    /// Takes time linear in variants plus renditions, for each content configuration and each of
    /// its media selections.
    /// - Throws: ``SelectionError`` when there is no variant, or none that can be played.
    package static func resolve(
        _ playlist: MultivariantPlaylist, _ configuration: AssetDownloadConfiguration,
        capabilities: DeviceCapabilities = .everything,
        preferences: SelectionPreferences = SelectionPreferences()
    ) throws(SelectionError) -> ResolvedSelection {
        let contents = [configuration.primary] + configuration.auxiliary
        return try SelectionResolver(
            playlist, playableBy: capabilities, preferences: preferences
        ).resolve(
            contents.map { ContentRequest($0) },
            sharesVideo: configuration.optimizesAuxiliaryContentConfigurations)
    }

    /// Resolves the options of the older tasks; see ``AssetDownloadTaskOptions``.
    package static func resolve(
        _ playlist: MultivariantPlaylist, _ options: AssetDownloadTaskOptions,
        capabilities: DeviceCapabilities = .everything,
        preferences: SelectionPreferences = SelectionPreferences()
    ) throws(SelectionError) -> ResolvedSelection {
        try resolve(
            playlist, AssetDownloadConfiguration(options: options), capabilities: capabilities,
            preferences: preferences)
    }

    /// Resolves a quality: see ``Quality``. What is chosen of audio and text is what the playlist
    /// marks, without the languages of a viewer and without forced subtitles. Where nothing can be
    /// played, a quality still names something to download.
    /// - Throws: ``SelectionError/noVariants``.
    package static func resolve(
        _ playlist: MultivariantPlaylist, _ quality: Quality,
        capabilities: DeviceCapabilities = .everything
    ) throws(SelectionError) -> ResolvedSelection {
        let request = ContentRequest(quality)
        let preferences = SelectionPreferences(includesForcedSubtitles: false)
        do throws(SelectionError) {
            return try SelectionResolver(
                playlist, playableBy: capabilities, preferences: preferences
            ).resolve([request], sharesVideo: false)
        } catch .nothingPlayable {
            return try SelectionResolver(playlist, playableBy: nil, preferences: preferences)
                .resolve([request], sharesVideo: false)
        }
    }

    /// What ``resolve(_:_:capabilities:)`` selects for a quality.
    ///
    /// - Returns: nil when the playlist has no variant.
    package init?(of playlist: MultivariantPlaylist, for quality: Quality) {
        do throws(SelectionError) {
            self = try Self.resolve(playlist, quality).selection
        } catch {
            return nil
        }
    }
}

extension Selection {
    /// - Parameter parts: the primary content first.
    init(_ parts: [SelectedContent], of field: VariantField) {
        let primary = parts[0]
        let described = field.playlist.variants[Self.described(primary, of: field)]
        let chosen = field.playlist.variants[primary.index]
        let all = parts.flatMap(\.streams)
        let inOrder = [Stream.Kind.video, .audio, .subtitles].flatMap { kind in
            all.filter { $0.kind == kind }
        }
        self.init(
            peakBitRate: described.bandwidth, averageBitRate: described.averageBandwidth,
            codecs: described.codecsText, width: chosen.resolution?.width,
            height: chosen.resolution?.height, frameRate: chosen.frameRate?.finite,
            videoRange: chosen.videoRange?.text,
            streams: Self.eachURIOnce(inOrder).identified(in: field.playlist))
    }

    /// The place of the STREAM-INF line whose audio group is the one downloaded with the most
    /// channels.
    private static func described(_ content: SelectedContent, of field: VariantField) -> Int {
        let audio = content.content.renditions.last { $0.option.kind == .audio }
        guard let group = audio?.groupID else { return content.index }
        return content.siblings.first { field.variants[$0].groups.audio == group } ?? content.index
    }

    /// Two renditions of one media playlist, or one with the variant's own, are the same stream. It
    /// is known by its URI, so it must not be there twice.
    private static func eachURIOnce(_ streams: [Stream]) -> [Stream] {
        var seen: Set<String> = []
        return streams.filter { seen.insert($0.uri).inserted }
    }
}

extension Selection.Stream {
    /// Nil for a rendition inside the variant's own segments.
    init?(_ rendition: ResolvedRendition, view variant: AssetVariant) {
        guard let uri = rendition.uri else { return nil }
        let option = rendition.option
        let kind: Kind
        switch option.kind {
        case .audio: kind = .audio
        case .subtitles: kind = .subtitles
        case .video: kind = .video
        case .closedCaptions: return nil
        }
        self.init(
            kind: kind, uri: uri, name: option.name, language: option.language,
            channels: rendition.channels, groupID: rendition.groupID, isDefault: option.isDefault,
            isAutoselect: option.isAutoselect, isForced: option.isForced,
            characteristics: option.characteristics, stableID: option.stableID,
            alternates: rendition.alternates)
    }
}
