package import HLSPlaylist

/// By what the streams of a presentation are known on disk, so that what is there is found again
/// when the presentation has moved or its URLs have a new token: see
/// ``Selection/Stream/Identification``.
///
/// A stable id counts when it names one media playlist in each pathway, as it has to (sections
/// 4.4.6.1 and 4.4.6.2). Takes time linear in variants plus renditions.
package struct StreamIdentities: Sendable {
    /// Whole URIs by what is left of them without the query.
    private var variations: [Substring: Set<String>] = [:]
    /// Stable names that are given to several media playlists of one pathway.
    private var ambiguous: Set<String> = []
    /// What each URI is called first.
    private var names: [String: String] = [:]

    package init(of playlist: MultivariantPlaylist) {
        var places: [Place: Substring] = [:]
        var pathways: [Group: String] = [:]
        for variant in playlist.variants {
            let pathway = variant.pathwayID ?? AssetVariant.defaultPathwayID
            for group in Group.all(of: variant) where pathways[group] == nil {
                pathways[group] = pathway
            }
            let name = variant.stableVariantID.map(Self.variantName)
            note(variant.uri, name, in: pathway, &places)
        }
        for rendition in playlist.renditions {
            guard let uri = rendition.uri else { continue }
            let group = Group(kind: rendition.kind, id: rendition.groupID)
            let pathway = pathways[group] ?? AssetVariant.defaultPathwayID
            let name = rendition.stableRenditionID.map {
                Self.renditionName($0, rendition.kind)
            }
            note(uri, name, in: pathway, &places)
        }
    }

    private mutating func note(
        _ uri: String, _ name: String?, in pathway: String, _ places: inout [Place: Substring]
    ) {
        variations[uri.withoutQuery, default: []].insert(uri)
        guard let name else { return }
        if names[uri] == nil { names[uri] = name }
        let place = Place(name: name, pathway: pathway)
        if let other = places[place], other != uri.withoutQuery { ambiguous.insert(name) }
        places[place] = uri.withoutQuery
    }

    /// By what a stream of the presentation is known.
    package func identification(of stream: Selection.Stream) -> Selection.Stream.Identification {
        identification(of: stream.uri, stream.stableName)
    }

    /// The identity of the media playlist at a URI; nil when the presentation has none there.
    package func identity(ofURI uri: String) -> String? {
        guard variations[uri.withoutQuery]?.contains(uri) == true else { return nil }
        switch identification(of: uri, names[uri]) {
        case .stableID: return names[uri]
        case .path: return String(uri.withoutQuery)
        case .uri: return uri
        }
    }

    private func identification(
        of uri: String, _ name: String?
    ) -> Selection.Stream.Identification {
        if let name, !ambiguous.contains(name) { return .stableID }
        return variations[uri.withoutQuery]?.count ?? 0 > 1 ? .uri : .path
    }

    /// No URI without query or fragment has a number sign.
    static func variantName(_ stableID: String) -> String { "variant#" + stableID }

    static func renditionName(_ stableID: String, _ kind: Rendition.Kind) -> String {
        switch kind {
        case .audio: "audio#" + stableID
        case .video: "video#" + stableID
        case .subtitles: "subtitles#" + stableID
        case .closedCaptions: "closed-captions#" + stableID
        }
    }

    private struct Place: Hashable {
        var name: String
        var pathway: String
    }

    private struct Group: Hashable {
        var kind: Rendition.Kind
        var id: String

        static func all(of variant: Variant) -> [Group] {
            [
                variant.audioGroupID.map { Group(kind: .audio, id: $0) },
                variant.videoGroupID.map { Group(kind: .video, id: $0) },
                variant.subtitlesGroupID.map { Group(kind: .subtitles, id: $0) },
            ].compactMap(\.self)
        }
    }
}

extension Selection.Stream {
    /// By what a stream is known in packages and journals.
    package enum Identification: String, Sendable, Hashable, Codable {
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID.
        case stableID
        /// The URI as written, without its query: that is where tokens are.
        case path
        /// The whole URI: media playlists of the presentation differ by nothing but the query.
        case uri
    }

    /// What names the stream in packages and journals; one stream of a selection has it.
    package var identity: String {
        switch identification {
        case .stableID: stableName ?? String(uri.withoutQuery)
        case .path: String(uri.withoutQuery)
        case .uri: uri
        }
    }

    /// The stable id with what it is an id of. Of a variant's own stream no group is known.
    var stableName: String? {
        guard let stableID else { return nil }
        guard groupID != nil else { return StreamIdentities.variantName(stableID) }
        switch kind {
        case .video: return StreamIdentities.renditionName(stableID, .video)
        case .audio: return StreamIdentities.renditionName(stableID, .audio)
        case .subtitles: return StreamIdentities.renditionName(stableID, .subtitles)
        }
    }
}

extension [Selection.Stream] {
    /// The streams with their ``Selection/Stream/identification`` in a presentation.
    func identified(in playlist: MultivariantPlaylist) -> [Selection.Stream] {
        let identities = StreamIdentities(of: playlist)
        let streams = map { stream in
            var stream = stream
            stream.identification = identities.identification(of: stream)
            return stream
        }
        guard Set(streams.map(\.identity)).count < streams.count else { return streams }
        // One stable id in two pathways, and both are wanted: URIs are there once.
        return map { stream in
            var stream = stream
            stream.identification = .uri
            return stream
        }
    }
}
