internal import HLSPlaylist

// Redundant streams: what fails for good in one place comes from another.
extension DownloadMachine {
    /// Notes where the streams of a selection are.
    /// - Parameter url: of the multivariant playlist, after redirects.
    mutating func noteSources(
        _ streams: [Selection.Stream], of playlist: MultivariantPlaylist, at url: String
    ) {
        let pathways = PresentationPathways(of: playlist)
        sources = streams.map { stream in
            StreamSources(
                ([stream.uri] + stream.alternates).map { uri in
                    StreamSources.Source(
                        url: PlaylistURL.resolve(uri, against: url) ?? uri,
                        pathway: pathways.pathway(ofURI: uri), stableID: stream.stableID)
                })
        }
        presentationURL = url
    }

    /// Turns to another source after a failure.
    /// - Returns: whether the download goes on.
    mutating func goElsewhere(after failure: DownloadFailure) -> Bool {
        switch failure.resource {
        case .mediaPlaylist(let stream): leave(stream, after: failure, isOfPart: false)
        case .part(let stream, _): leave(stream, after: failure, isOfPart: true)
        case .key(let key): doWithout(key, after: failure)
        case .multivariantPlaylist, .steeringManifest, nil: false
        }
    }

    /// Turns a stream to another source.
    /// - Parameter isOfPart: what failed is needed of the source that parts come from.
    /// - Returns: whether there is one.
    mutating func leave(
        _ stream: Int, after failure: DownloadFailure, isOfPart: Bool
    ) -> Bool {
        guard sources.indices.contains(stream) else { return false }
        if sources[stream].isSwitching, !sources[stream].isForced {
            if isOfPart {
                // What is on its way already is needed now.
                sources[stream].failCurrent(failure)
                putStreamBack(stream, failed: failure.resource)
            } else {
                // What there is still serves.
                sources[stream].failNext(failure)
                forgetPlaylistRequests(of: stream)
                streamURLs[stream] = sources[stream].currentURL
            }
            return true
        }
        guard sources[stream].isSwitching || failure.reason.mayBeDifferentElsewhere else {
            return false
        }
        let from = sources[stream].url
        if sources[stream].isSwitching {
            sources[stream].failNext(failure)
        } else {
            sources[stream].failCurrent(failure)
        }
        while sources[stream].turnToNext(steering?.priority ?? []) {
            guard admits(sources[stream].url, from: presentationURL) else {
                sources[stream].failNext(failure)
                continue
            }
            putStreamBack(stream, failed: failure.resource)
            fetchSource(of: stream, from: from, because: "\(failure.reason)")
            return true
        }
        return false
    }

    /// What went wrong first in the place of a failure: that ends the download.
    func firstFailure(before failure: DownloadFailure) -> DownloadFailure {
        var streams = [failure.resource?.stream].compactMap(\.self)
        if case .key(let key) = failure.resource { streams = self.streams(needing: key) }
        return streams.filter(sources.indices.contains)
            .compactMap { sources[$0].firstFailure }.first ?? failure
    }

    /// Requests the media playlist of the source that a stream turns to.
    mutating func fetchSource(of stream: Int, from: String, because why: String) {
        forgetPlaylistRequests(of: stream)
        streamURLs[stream] = sources[stream].url
        ready.append(.mediaPlaylist(stream: stream))
        commands.append(
            .report(.switched(stream: stream, from: from, to: streamURLs[stream], why: why)))
    }

    private mutating func forgetPlaylistRequests(of stream: Int) {
        let playlist = ResourceID.mediaPlaylist(stream: stream)
        end { $0 == playlist }
        attempts[playlist] = nil
        ready.removeAll { $0 == playlist }
        delayed.removeAll { $0.resource == playlist }
    }

    /// All that is open or to be tried again of a stream begins anew, elsewhere.
    private mutating func putStreamBack(_ stream: Int, failed resource: ResourceID?) {
        var parts = end { $0.stream == stream && $0 != .mediaPlaylist(stream: stream) }
        parts += delayed.map(\.resource).filter { $0.stream == stream }
        if let resource, case .part = resource, !parts.contains(resource) {
            parts.append(resource)
        }
        delayed.removeAll { $0.resource.stream == stream }
        for part in parts where part != .mediaPlaylist(stream: stream) {
            attempts[part]?.failures = 0
            attempts[part]?.failuresWithoutProgress = 0
            putBack(part)
        }
        dropKeys()
    }

    /// Ends the open requests for some resources.
    @discardableResult
    mutating func end(where isMeant: (ResourceID) -> Bool) -> [ResourceID] {
        let ended = open.filter { isMeant($0.resource) }
        open.removeAll { isMeant($0.resource) }
        for request in ended { commands.append(.abort(request.id)) }
        return ended.map(\.resource)
    }

    /// A stream that was planned comes from another place from now on: what is stored stays, what
    /// is missing comes from there.
    mutating func move(_ stream: Int, to plan: StreamPlan) {
        guard let old = plans[stream] else { return }
        guard plan.canReplace(old) else {
            return fail(
                .refused("it has other segments than \(sources[stream].currentURL)"),
                .mediaPlaylist(stream: stream))
        }
        var merged = old
        merged.playlistURL = plan.playlistURL
        for index in plan.parts.indices {
            let isThere = isStored(part: index, ofStream: stream)
            merged.parts[index] = isThere ? old.resolved(index) : plan.parts[index]
        }
        if let failure = failedKey(in: merged) {
            return fail(failure.reason, .mediaPlaylist(stream: stream))
        }
        sources[stream].arrive()
        plans[stream] = merged
        noteNewKeys(of: merged)
        guard phase == .parts else { return }
        commands.append(
            isGuest(stream) ? .layGuest(stream: stream, merged) : .lay(selectedPlans))
    }

    /// Whether nothing can come from where a stream is, so that its parts wait for the next source.
    func isLeaving(_ stream: Int) -> Bool {
        sources.indices.contains(stream) && sources[stream].isSwitching
            && sources[stream].isForced
    }

    /// Whether a part cannot be asked for while its stream turns elsewhere or its key is not there.
    func isUnsettled(_ resource: ResourceID) -> Bool {
        guard case .part(let stream, _) = resource else { return false }
        if isLeaving(stream) { return true }
        guard !missingKeys.isEmpty, let url = part(resource)?.keyURL else { return false }
        return missingKeys.contains { keys[$0].url == url }
    }
}

extension ResourceID {
    /// The stream that the resource is of.
    fileprivate var stream: Int? {
        switch self {
        case .mediaPlaylist(let stream), .part(let stream, _): stream
        case .multivariantPlaylist, .key, .steeringManifest: nil
        }
    }
}

extension DownloadFailure.Reason {
    /// Whether another host may do better: not with what the presentation itself is.
    fileprivate var mayBeDifferentElsewhere: Bool {
        switch self {
        case .status, .gaveUp, .transport, .notAPlaylist, .refused: true
        case .live, .unsupported, .key, .store: false
        }
    }
}

extension StreamPlan {
    /// How far durations of the same segment may be apart: playlists round them.
    private static let tolerance = Duration.milliseconds(100)

    /// Whether the parts of another copy of the stream can stand in for this one's, each for each.
    func canReplace(_ other: StreamPlan) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { mine, theirs in
                mine.kind == theirs.kind && mine.number == theirs.number
                    && mine.range == theirs.range
                    && mine.initSection == theirs.initSection
                    && mine.isDiscontinuity == theirs.isDiscontinuity
                    && mine.encryption?.method == theirs.encryption?.method
                    && max(mine.duration - theirs.duration, theirs.duration - mine.duration)
                        <= Self.tolerance
            }
    }

    /// A part whose URI needs no playlist to be read.
    fileprivate func resolved(_ index: Int) -> PartPlan {
        var part = parts[index]
        part.uri = PlaylistURL.resolve(part.uri, against: playlistURL) ?? part.uri
        return part
    }
}

/// The pathways that the media playlists of a presentation are on.
struct PresentationPathways: Sendable {
    private var pathways: [String: String] = [:]

    init(of playlist: MultivariantPlaylist) {
        var groups: [Rendition.Kind: [String: String]] = [:]
        for variant in playlist.variants {
            let pathway = variant.pathwayID ?? AssetVariant.defaultPathwayID
            if pathways[variant.uri] == nil { pathways[variant.uri] = pathway }
            let named: [(Rendition.Kind, String?)] = [
                (.audio, variant.audioGroupID), (.video, variant.videoGroupID),
                (.subtitles, variant.subtitlesGroupID),
            ]
            for (kind, group) in named {
                guard let group, groups[kind]?[group] == nil else { continue }
                groups[kind, default: [:]][group] = pathway
            }
        }
        for rendition in playlist.renditions {
            guard let uri = rendition.uri, pathways[uri] == nil else { continue }
            pathways[uri] = groups[rendition.kind]?[rendition.groupID]
        }
    }

    func pathway(ofURI uri: String) -> String? { pathways[uri] }
}
