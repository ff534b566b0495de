internal import HLSPlaylist

// What servers are told with a request, where the options ask for it.
extension DownloadMachine {
    /// - Returns: nil when nothing is told.
    mutating func clientData(for request: FetchRequest, at now: Duration) -> ClientData? {
        guard let wanted = options.clientData else { return nil }
        var data = ClientData(form: wanted.form)
        data.sessionID = wanted.sessionID
        data.contentID = wanted.contentID
        data.objectType = objectType(of: request.resource)
        data.throughput = playing.meter.bytesPerSecond.map { $0 * 8 }
        data.requestedThroughput = options.bandwidthLimit
        tellPart(request, in: &data)
        tellPlayer(request.resource, in: &data, at: now)
        return data
    }

    private func objectType(of resource: ResourceID) -> ClientData.ObjectType? {
        switch resource {
        case .multivariantPlaylist, .mediaPlaylist: .manifest
        case .key: .key
        case .steeringManifest: .other
        case .part(let stream, _):
            if part(resource)?.kind == .initSection { .initSection } else { medium(of: stream) }
        }
    }

    /// nil where nobody declares whether there is audio in a variant's own stream.
    private func medium(of place: Int) -> ClientData.ObjectType? {
        guard let stream = stream(at: place) else { return nil }
        switch stream.kind {
        case .audio: return .audio
        case .subtitles: return .captions
        case .video:
            let variants = playing.multivariant?.variants.filter { $0.uri == stream.uri } ?? []
            guard let variant = variants.first, variant.codecsText != nil else { return nil }
            let media = Set(variant.codecs.map(\.medium))
            guard media.contains(.video) else { return media.contains(.audio) ? .audio : nil }
            guard media.contains(.audio) else { return .video }
            // CODECS names the audio of the renditions, too.
            let renditions =
                playing.multivariant?.renditions.filter {
                    $0.kind == .audio && $0.groupID == variant.audioGroupID
                        && variant.audioGroupID != nil
                } ?? []
            return renditions.contains { $0.uri != nil } ? .video : .muxed
        }
    }

    private func tellPart(_ request: FetchRequest, in data: inout ClientData) {
        guard case .part(let place, _) = request.resource, let part = part(request.resource),
            part.kind == .segment
        else { return }
        data.objectDuration = part.duration
        if let stream = stream(at: place), stream.kind == .video {
            let variants = playing.multivariant?.variants ?? []
            data.bitRate = variants.first { $0.uri == stream.uri }?.bandwidth
            data.topBitRate = variants.map(\.bandwidth).max()
        }
        guard playing.needs == nil, let next = nextInOrder(besides: request.resource) else {
            return
        }
        let url = currentURL(of: next)
        if url != request.url {
            guard let path = PlaylistURL.relative(url, to: request.url) else { return }
            data.nextObject = path
        }
        if let range = self.part(next)?.range {
            data.nextRange = "\(range.offset)-\(range.offset + range.length - 1)"
        }
    }

    /// The part that comes next while nobody plays, as long as nothing fails.
    private func nextInOrder(besides resource: ResourceID) -> ResourceID? {
        let window = order.indices.dropFirst(begun).prefix(Self.lookAhead)
        let place = window.first { place in
            !begunAhead.contains(place) && !isBegun(order[place]) && order[place] != resource
        }
        return place.map { order[$0] }
    }

    private mutating func tellPlayer(
        _ resource: ResourceID, in data: inout ClientData, at now: Duration
    ) {
        guard let needs = playing.needs else { return }
        data.playbackRate = needs.rate
        if needs.stallCount > playing.toldStalls {
            data.isStarved = true
            playing.toldStalls = needs.stallCount
        }
        guard let want = needs.wants.first(where: { $0.resource == resource }) else { return }
        let start = part(resource).map { max(.zero, $0.start - needs.playhead) }
        let isMedia = data.objectType.map { [.audio, .video, .muxed].contains($0) } ?? false
        if needs.isWaiting {
            data.isUrgent = true
            if isMedia { data.bufferLength = start }
        } else if needs.rate > 0 {
            // What is buffered lasts until then.
            data.deadline = max(.zero, want.deadline - now)
            if isMedia { data.bufferLength = data.deadline.map { $0 * needs.rate } }
        } else if isMedia {
            data.bufferLength = start
        }
    }
}
