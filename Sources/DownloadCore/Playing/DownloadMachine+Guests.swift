internal import DequeModule
internal import HLSPlaylist

// Streams that only a player wants. They stand behind the selected ones, are planned, fetched and
// stored as those are, and go when what is selected is there.
extension DownloadMachine {
    /// The plans of the selected streams, as far as they are there.
    var selectedPlans: [StreamPlan] { plans.prefix(selectedCount).compactMap(\.self) }

    package func isGuest(_ stream: Int) -> Bool { hasSelection && stream >= selectedCount }

    private var hasSelection: Bool { if case .some = selection { true } else { false } }

    /// A selected stream, or behind them a guest.
    package func stream(at place: Int) -> Selection.Stream? {
        guard let selection else { return nil }
        if place < selection.streams.count { return selection.streams[place] }
        let guest = place - selection.streams.count
        return playing.guests.indices.contains(guest) ? playing.guests[guest] : nil
    }

    /// All streams, the selected ones first.
    private var allStreams: [Selection.Stream] { (selection?.streams ?? []) + playing.guests }

    /// The place of the stream whose media playlist is at a URI as the multivariant playlist wrote it;
    /// a media playlist on its own has one stream.
    package func place(ofStreamAt uri: String) -> Int? {
        guard hasSelection else { return nil }
        guard case .some = playing.multivariant else { return 0 }
        // Without putting both together: this is asked while anything may still be described.
        func isMeant(_ stream: Selection.Stream) -> Bool {
            stream.uri == uri || stream.alternates.contains(uri)
        }
        return selection?.streams.firstIndex(where: isMeant)
            ?? playing.guests.firstIndex(where: isMeant).map { selectedCount + $0 }
    }

    /// Everything that is selected is durable, and it is that what is wanted.
    var hasAllParts: Bool {
        phase == .parts && progress.partsStored == progress.partsExpected && !options.onlyForPlayer
    }

    mutating func streamWanted(_ uri: String) {
        guard [.playlists, .keys, .parts].contains(phase), selection != nil,
            place(ofStreamAt: uri) == nil, let multivariant,
            var stream = Selection.Stream(guestAt: uri, of: multivariant)
        else { return }
        let place = plans.count
        stream.identification = StreamIdentities(of: multivariant).identification(of: stream)
        if allStreams.contains(where: { $0.identity == stream.identity }) {
            stream.identification = .uri
        }
        let url = PlaylistURL.resolve(uri, against: presentationURL) ?? uri
        playing.guests.append(stream)
        plans.append(nil)
        sources.append(
            StreamSources([.init(url: url, pathway: nil, stableID: stream.stableID)]))
        streamURLs.append(url)
        if phase == .parts { stored.append([]) }
        guard admits(playlist: url, from: presentationURL) else {
            return reportUnavailable(
                .mediaPlaylist(stream: place), "its address is not http or https")
        }
        ready.prepend(.mediaPlaylist(stream: place))
    }

    /// The plans of the selection are there: guests can come.
    mutating func welcomeGuests() {
        askWaitingPlayer()
        for guest in selectedCount..<plans.count {
            stored.append([])
            welcomeGuest(guest)
        }
    }

    /// Takes a guest's plan in, once parts are fetched.
    mutating func welcomeGuest(_ guest: Int) {
        guard phase == .parts, let plan = plans[guest] else { return }
        let known = Set(keys.map(\.url))
        let more = KeyPlan.all(of: [plan]).count { !known.contains($0.url) }
        guard keys.count + more <= options.limits.keys else {
            plans[guest] = nil
            return reportUnavailable(
                .mediaPlaylist(stream: guest), "it needs more keys than \(options.limits.keys)")
        }
        stored[guest] = plan.parts.indices.map { isStoredAlready(plan, guest, $0) }
        if !superseded.contains(where: { $0.identity == plan.stream.identity }) {
            superseded.append(plan.stream)
        }
        commands.append(.layGuest(stream: guest, plan))
        noteNewKeys(of: plan)
        askWaitingPlayer()
        for index in plan.parts.indices where stored[guest][index] {
            dropIfSuperseded(.part(stream: guest, index: index))
        }
    }

    /// Everything selected is there.
    /// - Returns: whether nothing of a guest is being made durable, so that all of them can go.
    mutating func dismissGuests() -> Bool {
        let left = open.map(\.resource) + delayed.map(\.resource)
        for resource in left where isOfGuest(resource) { giveUp(resource) }
        ready = ready.filter { !isOfGuest($0) }
        return !playing.storing.contains(where: isOfGuest)
    }

    private func isOfGuest(_ resource: ResourceID) -> Bool {
        switch resource {
        case .part(let stream, _), .mediaPlaylist(let stream): isGuest(stream)
        case .multivariantPlaylist, .key, .steeringManifest: false
        }
    }

    /// Tells the player that something cannot be had, unless the download needs it too.
    /// - Returns: whether the download can do without.
    mutating func leaveToPlayer(_ failure: DownloadFailure) -> Bool {
        switch failure.resource {
        case .mediaPlaylist(let stream)? where isGuest(stream):
            reportUnavailable(.mediaPlaylist(stream: stream), "\(failure.reason)")
            return true
        case .part(let stream, let index)?:
            let resource = ResourceID.part(stream: stream, index: index)
            guard isForPlayerAlone(resource) else { return false }
            discardPartial(of: resource)
            forget(resource)
            lose(resource, "\(failure.reason)")
            return true
        case .key(let key)?: return leaveKeyToPlayer(key, "\(failure.reason)")
        default: return false
        }
    }

    private mutating func leaveKeyToPlayer(_ key: Int, _ why: String) -> Bool {
        func needsKey(_ plan: StreamPlan) -> Bool {
            plan.parts.contains { $0.keyURL == keys[key].url }
        }
        guard !selectedPlans.contains(where: needsKey) else { return false }
        for guest in selectedCount..<plans.count {
            guard let plan = plans[guest], needsKey(plan) else { continue }
            reportUnavailable(.mediaPlaylist(stream: guest), why)
            for want in playing.needs?.wants ?? [] {
                guard case .part(guest, _) = want.resource else { continue }
                lose(want.resource, why)
            }
        }
        return true
    }

    /// The player waits for a part that does not come.
    private mutating func lose(_ resource: ResourceID, _ why: String) {
        guard isWanted(resource) else { return }
        playing.needs = playing.needs?.without(resource)
        playing.isAsked = true
        reportUnavailable(resource, why)
    }

    private mutating func reportUnavailable(_ resource: ResourceID, _ why: String) {
        commands.append(.report(.unavailable(resource, why: why)))
    }
}

// MARK: - What takes a guest's place

extension DownloadMachine {
    /// Lets go of the guests' parts for whose time there is a selected part now.
    mutating func supersedeGuests(of part: PartPlan, ofStream stream: Int) {
        guard part.kind == .segment else { return }
        for guest in selectedCount..<plans.count {
            guard let plan = plans[guest], canStand(stream, for: guest) else { continue }
            for index in plan.places(from: part.start, to: part.start + part.duration) {
                dropIfSuperseded(.part(stream: guest, index: index))
            }
        }
    }

    /// Lets go of a guest's part when all of its time is there as it was selected.
    mutating func dropIfSuperseded(_ resource: ResourceID) {
        guard case .part(let guest, let index) = resource, isGuest(guest), isStored(resource),
            let part = part(resource), part.kind == .segment
        else { return }
        let isSuperseded = (0..<selectedCount).contains { stream in
            guard canStand(stream, for: guest), let plan = plans[stream] else { return false }
            let places = plan.places(from: part.start, to: part.start + part.duration)
            return !places.isEmpty && places.allSatisfy { stored[stream][$0] }
        }
        guard isSuperseded else { return }
        stored[guest][index] = false
        playing.byteCounts[resource] = nil
        forget(resource)
        commands.append(.discardGuestPart(resource))
    }

    /// Whether a selected stream shows or says what a guest does.
    private func canStand(_ selected: Int, for guest: Int) -> Bool {
        guard let streams = selection?.streams, streams.indices.contains(selected),
            playing.guests.indices.contains(guest - streams.count),
            // In place: streams are large, and this is asked for every part in turn.
            streams[selected].kind == playing.guests[guest - streams.count].kind
        else { return false }
        return streams[selected].kind == .video
            || streams[selected].name == playing.guests[guest - streams.count].name
                && streams[selected].language == playing.guests[guest - streams.count].language
    }

    /// What a variant is declared to need, in bit/s; nil for a rendition.
    func usualBitRate(ofStream place: Int) -> Int? {
        guard let streams = selection?.streams else { return nil }
        let guest = place - streams.count
        if streams.indices.contains(place) {
            return streams[place].variant.map { $0.averageBitRate ?? $0.peakBitRate }
        }
        guard playing.guests.indices.contains(guest) else { return nil }
        return playing.guests[guest].variant.map { $0.averageBitRate ?? $0.peakBitRate }
    }

    func duration(of resource: ResourceID) -> Duration? {
        guard case .part(let stream, let index) = resource else { return nil }
        return plans[stream]?.parts[index].duration
    }

    /// Whether something is there, or on its way to the player, for the time of a selected part.
    func isCovered(_ resource: ResourceID) -> Bool {
        guard case .part(let stream, let index) = resource,
            let start = plans[stream]?.parts[index].start,
            let end = plans[stream]?.parts[index].end
        else { return false }
        let middle = start + (end - start) / 2
        for guest in selectedCount..<plans.count where canStand(stream, for: guest) {
            for index in plans[guest]?.places(from: middle, to: middle) ?? [] {
                let place = ResourceID.part(stream: guest, index: index)
                if isStored(place) || isWanted(place) { return true }
            }
        }
        return false
    }

    /// The part of the selection that is fetched next while someone plays; see ``ReplacementOrder``.
    mutating func takePartAroundPlayer() -> ResourceID? {
        passBegun()
        guard let place = placeAroundPlayer() else { return nil }
        if place == begun { begun += 1 } else { begunAhead.insert(place) }
        return order[place]
    }

    private func placeAroundPlayer() -> Int? {
        let playhead = playing.needs?.playhead ?? .zero
        var best: (rank: Int, place: Int)?
        var heldBack = 0
        for place in begun..<max(begun, order.count) {
            let resource = order[place]
            guard !begunAhead.contains(place), !isBegun(resource),
                case .part(let stream, let index) = resource,
                let end = plans[stream]?.parts[index].end
            else { continue }
            let isBehind = end <= playhead
            // Covered or not, it is no better than what there is.
            if let best, (isBehind ? 1 : 0) >= best.rank { continue }
            let rank = (isCovered(resource) ? 2 : 0) + (isBehind ? 1 : 0)
            guard rank < best?.rank ?? .max else { continue }
            guard !isHeldBack(resource) else {
                heldBack += 1
                if heldBack == Self.lookAhead { break }
                continue
            }
            best = (rank, place)
            if rank == 0 { break }
        }
        return best?.place
    }
}

extension StreamPlan {
    /// Parts that overlap less do not count: playlists of several streams agree on times only so far.
    private static let tolerance = Duration.milliseconds(100)

    /// Places of the segments that play in a stretch of time, or at one time.
    func places(from start: Duration, to end: Duration) -> [Int] {
        let slack = min(Self.tolerance, (end - start) / 4)
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start + parts[middle].duration <= start + slack {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [Int] = []
        while low < parts.count, parts[low].start < end - slack || parts[low].start <= start {
            if parts[low].kind == .segment { found.append(low) }
            low += 1
        }
        return found
    }
}

extension Selection.Stream {
    /// The stream of a variant or a rendition that nobody selected; nil when there is none at the URI.
    fileprivate init?(guestAt uri: String, of playlist: MultivariantPlaylist) {
        if let variant = playlist.variants.first(where: { $0.uri == uri }) {
            self.init(
                kind: .video, uri: uri, isDefault: false, isAutoselect: false, isForced: false,
                characteristics: [], stableID: variant.stableVariantID,
                variant: Selection.Variant(
                    peakBitRate: variant.bandwidth, averageBitRate: variant.averageBandwidth,
                    codecs: variant.codecsText, width: variant.resolution?.width,
                    height: variant.resolution?.height, frameRate: variant.frameRate?.finite,
                    videoRange: variant.videoRange?.text))
            return
        }
        guard let rendition = playlist.renditions.first(where: { $0.uri == uri }) else {
            return nil
        }
        let kind: Kind
        switch rendition.kind {
        case .audio: kind = .audio
        case .subtitles: kind = .subtitles
        case .video: kind = .video
        case .closedCaptions: return nil
        }
        self.init(
            kind: kind, uri: uri, name: rendition.name, language: rendition.language,
            channels: rendition.channels?.count, groupID: rendition.groupID,
            isDefault: rendition.isDefault, isAutoselect: rendition.isAutoselect,
            isForced: rendition.isForced, characteristics: rendition.characteristics,
            stableID: rendition.stableRenditionID)
    }
}
