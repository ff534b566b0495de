internal import HLSPlaylist

/// A content configuration's outcome, with what it takes to make a ``Selection`` of it.
struct SelectedContent {
    var content: ResolvedContent
    /// Places of the variant and of those with the same media playlist.
    var index: Int
    var siblings: [Int]
    /// The variant's own first, or another view in its place.
    var streams: [Selection.Stream]
}

extension SelectionResolver {
    /// The renditions of a content configuration, and the streams to fetch for it.
    func renditions(
        for request: ContentRequest, _ siblings: [Int], of index: Int
    ) -> (renditions: [ResolvedRendition], streams: [Selection.Stream]) {
        let offered = OfferedRenditions(siblings, of: field)
        let chooser = RenditionChooser(
            preferences: preferences, lossless: request.lossless,
            withMultichannel: request.withMultichannel, losslessGroups: offered.losslessGroups)
        var resolved: [ResolvedRendition] = []
        let selections = request.mediaSelections.isEmpty ? [.automatic] : request.mediaSelections
        var hasOwnView = false
        for selection in selections {
            let view = chooser.view(selection.visual, in: offered.views)
            if view?.rendition.uri == nil { hasOwnView = true }
            let audio = chooser.audio(selection.audible, in: offered.audio)
            let text = chooser.text(
                selection.legible, in: offered.text, audio: audio.first?.rendition)
            for chosen in (view.map { [$0] } ?? []) + audio + text {
                let rendition = self.resolved(chosen)
                if !resolved.contains(where: { $0.isSameRendition(as: rendition) }) {
                    resolved.append(rendition)
                }
            }
        }
        var streams = hasOwnView ? [own(index)] : []
        streams += resolved.compactMap { Selection.Stream($0, view: field.variants[index]) }
        return (resolved, streams)
    }

    private func own(_ index: Int) -> Selection.Stream {
        let variant = field.variants[index]
        let declared = field.playlist.variants[index]
        return Selection.Stream(
            kind: .video, uri: variant.uri, isDefault: false, isAutoselect: false, isForced: false,
            characteristics: [], stableID: variant.stableID,
            alternates: field.alternates(of: index).map(\.uri),
            variant: Selection.Variant(
                peakBitRate: declared.bandwidth, averageBitRate: declared.averageBandwidth,
                codecs: declared.codecsText, width: declared.resolution?.width,
                height: declared.resolution?.height, frameRate: declared.frameRate?.finite,
                videoRange: declared.videoRange?.text))
    }

    private func resolved(_ chosen: RenditionChooser.Chosen) -> ResolvedRendition {
        let rendition = chosen.rendition
        let role: ResolvedRendition.Role =
            switch chosen.role {
            case .main: .main
            case .multichannel: .multichannel
            case .forced: .forced
            }
        return ResolvedRendition(
            option: MediaSelectionOption(rendition), role: role, groupID: rendition.groupID,
            uri: rendition.uri, channels: rendition.channels?.count,
            alternates: alternates(of: rendition), reason: chosen.reason)
    }

    /// The same rendition in the groups of redundant variants and of other pathways.
    private func alternates(of rendition: Rendition) -> [String] {
        let group: KeyPath<AssetVariant.RenditionGroups, String?> =
            switch rendition.kind {
            case .audio: \.audio
            case .video: \.video
            case .subtitles: \.subtitles
            case .closedCaptions: \.closedCaptions
            }
        let elsewhere = field.groups(group, like: rendition.groupID)
        guard !elsewhere.isEmpty else { return [] }
        var seen: Set<String?> = [rendition.uri]
        return field.playlist.renditions.compactMap { other in
            guard other.kind == rendition.kind, other.name == rendition.name,
                other.language == rendition.language, elsewhere.contains(other.groupID),
                other.channels?.text == rendition.channels?.text, seen.insert(other.uri).inserted
            else { return nil }
            return other.uri
        }
    }
}

/// The renditions that go with a media playlist: of every group that one of its variants names.
private struct OfferedRenditions {
    var audio: [Rendition]
    /// Subtitles, then closed captions.
    var text: [Rendition]
    var views: [Rendition]
    /// Audio groups of variants whose CODECS are lossless.
    var losslessGroups: Set<String>

    init(_ siblings: [Int], of field: VariantField) {
        let variants = siblings.map { field.variants[$0] }
        func offered(
            _ kind: Rendition.Kind, _ group: KeyPath<AssetVariant.RenditionGroups, String?>
        ) -> [Rendition] {
            let groups = Set(variants.compactMap { $0.groups[keyPath: group] })
            return groups.isEmpty
                ? []
                : field.playlist.renditions.filter {
                    $0.kind == kind && groups.contains($0.groupID)
                }
        }
        audio = offered(.audio, \.audio)
        text = offered(.subtitles, \.subtitles) + offered(.closedCaptions, \.closedCaptions)
        views = offered(.video, \.video)
        losslessGroups = Set(
            variants.filter { $0.audioAttributes?.isLossless == true }.compactMap(\.groups.audio))
    }
}

extension ResolvedRendition {
    fileprivate func isSameRendition(as other: ResolvedRendition) -> Bool {
        if uri != nil || other.uri != nil { return uri == other.uri }
        return option == other.option && groupID == other.groupID
    }
}
