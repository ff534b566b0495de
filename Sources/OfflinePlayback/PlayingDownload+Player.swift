internal import DownloadCore
internal import PlaybackCore

// What the player asks for, and what the download is told of it.
extension PlayingDownload {
    /// A playhead that has moved less than this changes nothing for the download.
    private static let step = Duration.seconds(2)
    /// When somebody who pauses needs what comes next: not before anything else.
    private static let afterPause = Duration.seconds(3_600)

    /// Begins to play as soon as it is known what there is.
    mutating func beginPlaying(at now: Duration) {
        guard !hasPlayer, problem == nil, download.selection != nil else { return }
        guard let presentation = playable() else { return }
        do throws(RuleCatalog.Problem) {
            players = [
                try PlayerMachine(
                    presentation, options, requestedAt: mode == .after ? nil : .zero)
            ]
        } catch {
            problem = error
            return
        }
        self.presentation = presentation
        if mode == .after { requestedAt = now }
        places = presentation.streams.map { download.place(ofStreamAt: $0.uri) }
        isDescribed = Array(repeating: false, count: places.count)
        segments = Array(repeating: [], count: places.count)
        if isSealed || download.isFinished { say(.networkChanged(isReachable: false)) }
        say(.started)
    }

    private func playable() -> PlayerPresentation? {
        guard let multivariant = download.multivariant else {
            return PlayerPresentation(mediaPlaylistAt: "")
        }
        let whole = PlayerPresentation(of: multivariant)
        guard mode == .after else { return whole }
        return whole?.held { uri in
            download.place(ofStreamAt: uri).map { !download.isGuest($0) } ?? false
        }
    }

    mutating func describe(_ stream: PlayerPresentation.StreamID) {
        guard !isDescribed[stream], let uri = presentation?.streams[stream].uri else { return }
        if places[stream] == nil, !isSealed {
            ask(.streamWanted(uri: uri))
        } else if places[stream] == nil {
            say(.undescribed(stream, reason: "it is not in the package"))
        }
    }

    mutating func fetch(_ request: SegmentRequest) {
        let segment = request.segment
        guard let place = places[segment.stream], let plan = download.plans[place], !isSealed else {
            return say(.failed(request.id, reason: "it is not in the package"))
        }
        guard !isTold.contains(segment) || isYetToHear(of: segment) else {
            // The download has it, and will not fetch it again.
            return say(.failed(request.id, reason: "what is stored of it cannot be read"))
        }
        let index = segments[segment.stream][segment.index]
        var parts = [ResourceID.part(stream: place, index: index)]
        if let initSection = plan.parts[index].initSection,
            !download.storedParts[place, initSection]
        {
            parts.insert(.part(stream: place, index: initSection), at: 0)
        }
        let there = parts.reduce(0) { $0 + download.arrivedBytes(of: $1) }
        fetches.append(
            Fetch(request: request, start: plan.parts[index].start, parts: parts, there: there))
        hasChanged = true
        // A request of the download's own may be under way.
        if parts.contains(where: { download.expectedBytes(of: $0) != nil }) {
            responded(fetches[fetches.count - 1])
        }
    }

    /// Tells the player how much is to come, as far as that is known.
    mutating func responded(_ fetch: Fetch) {
        let expected = fetch.parts.map { download.expectedBytes(of: $0) }
        let sum = expected.reduce(0) { $0 + ($1 ?? 0) }
        say(
            .responded(
                fetch.request.id,
                byteCount: expected.contains(nil) ? nil : max(0, sum - fetch.there)))
    }

    /// Whether the download knows of the player what it is to know, as far as nobody was told anything
    /// but of bytes since it was last asked.
    func isSettled(at now: Duration) -> Bool {
        !hasPlayer || (!hasChanged && now < movesAt && !download.asksPlayer)
    }

    /// What the download is to know of the player now; nil when it knows.
    mutating func newNeeds(at now: Duration) -> DownloadEvent? {
        guard hasPlayer, !download.isFinished else { return nil }
        guard !players[0].state.isOver else {
            guard needs != nil else {
                (hasChanged, movesAt) = (false, .seconds(Int64.max))
                return nil
            }
            needs = nil
            return .needed(nil)
        }
        // Spelled out: as a question to itself it would be asked of a copy.
        guard hasChanged || now >= movesAt || download.asksPlayer else { return nil }
        let playhead = players[0].playhead.position(at: now - requestedAt)
        let last = needs?.playhead ?? .zero
        let hasMoved = playhead >= last + Self.step || playhead < last
        guard hasChanged || hasMoved || download.asksPlayer else {
            // Not before it could have moved that far, and a little sooner: a division rounds.
            let rate = players[0].playhead.rate.factor
            let rest = (last + Self.step - playhead) / max(1, Int(rate.rounded(.up)))
            movesAt = now + rest - .microseconds(1)
            return nil
        }
        movesAt = .zero
        hasChanged = false
        let needs = needs(playhead, at: now)
        guard needs != self.needs || download.asksPlayer else { return nil }
        self.needs = needs
        return .needed(needs)
    }

    private func needs(_ playhead: Duration, at now: Duration) -> PlayerNeeds {
        let wants = fetches.flatMap { fetch in
            let deadline =
                players[0].state == .paused
                ? now + Self.afterPause
                : players[0].deadline(fetch.start, at: now - requestedAt) + requestedAt
            return fetch.parts.map { PlayerNeeds.Want($0, by: deadline) }
        }
        return PlayerNeeds(
            wants: wants.filter { !download.storedParts[$0.resource] }, playhead: playhead,
            isWaiting: [.waiting, .stalled].contains(players[0].state), rate: players[0].rate,
            stallCount: players[0].log.stallCount)
    }
}

extension [[Bool]] {
    subscript(stream: Int, index: Int) -> Bool {
        stream < count && index < self[stream].count && self[stream][index]
    }

    fileprivate subscript(resource: ResourceID) -> Bool {
        guard case .part(let stream, let index) = resource else { return false }
        return self[stream, index]
    }
}
