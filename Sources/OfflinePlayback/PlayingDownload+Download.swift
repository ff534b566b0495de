internal import DownloadCore
internal import HLSPlaylist
internal import PlaybackCore

// What becomes of the download, and what the player is told of it.
extension PlayingDownload {
    mutating func follow(
        _ event: DownloadEvent, _ commands: [DownloadCommand], at now: Duration
    ) {
        if mode == .withDownload || mode == .only { beginPlaying(at: now) }
        if hasPlayer {
            switch event {
            case .received: break
            case .responded(let id, _):
                if let resource = download.resource(of: id) { tellResponse(to: resource) }
                describeWhatIsKnown()
            case .stored(let resource): tellStored(resource)
            default: describeWhatIsKnown()
            }
        }
        for command in commands { follow(command, at: now) }
    }

    private mutating func follow(_ command: DownloadCommand, at now: Duration) {
        switch command {
        case .lay: tellAllStored()
        case .layGuest(let stream, _): tellStored(ofStream: stream)
        case .discardGuestPart(let resource): tellDiscarded(resource)
        case .report(.unavailable(let resource, let why)): tellUnavailable(resource, why)
        case .report(.waiting): say(.networkChanged(isReachable: false))
        case .report(.running): say(.networkChanged(isReachable: true))
        case .seal: seal()
        case .finish(let outcome): finished(outcome, at: now)
        default: break
        }
    }

    private mutating func tellResponse(to resource: ResourceID) {
        for fetch in fetches where fetch.parts.contains(resource) { responded(fetch) }
    }

    /// Tells the player of plans that have come.
    private mutating func describeWhatIsKnown() {
        guard let presentation else { return }
        for stream in places.indices where !isDescribed[stream] {
            places[stream] =
                places[stream] ?? download.place(ofStreamAt: presentation.streams[stream].uri)
            guard let place = places[stream], let plan = download.plans[place] else { continue }
            isDescribed[stream] = true
            segments[stream] = plan.parts.indices.filter { plan.parts[$0].kind != .initSection }
            say(.described(stream, StreamTimeline(plan)))
            tellStored(ofStream: place)
        }
    }

    private mutating func tellAllStored() {
        for place in download.storedParts.indices { tellStored(ofStream: place) }
    }

    private mutating func tellStored(ofStream place: Int) {
        guard place < download.storedParts.count else { return }
        for stream in places.indices where places[stream] == place && isDescribed[stream] {
            for index in segments[stream].indices { tellStored(stream, index, at: place) }
        }
    }

    private mutating func tellStored(_ resource: ResourceID) {
        guard case .part(let place, let index) = resource,
            let part = download.part(resource)
        else { return }
        guard part.kind != .initSection else { return tellStored(ofStream: place) }
        for stream in places.indices where places[stream] == place && isDescribed[stream] {
            guard let segment = segments[stream].place(of: index) else { continue }
            tellStored(stream, segment, at: place, isNew: true)
        }
    }

    /// Tells of a segment that can be read now: it and its init section are durable.
    /// - Parameter isNew: it has just become so, and the player that waits for it has it, although the
    ///   download may let go of it at once.
    private mutating func tellStored(
        _ stream: PlayerPresentation.StreamID, _ index: Int, at place: Int, isNew: Bool = false
    ) {
        let segment = SegmentID(stream: stream, index: index)
        let resource = ResourceID.part(stream: place, index: segments[stream][index])
        guard let part = download.part(resource), part.kind == .segment,
            isNew || download.storedParts[place, segments[stream][index]],
            part.initSection.map({ download.storedParts[place, $0] }) ?? true,
            isTold.insert(segment).inserted
        else { return }
        for fetch in fetches where fetch.request.segment == segment {
            say(.arrived(fetch.request.id))
        }
        fetches.removeAll { $0.request.segment == segment }
        hasChanged = true
        say(.stored(segment, byteCount: download.byteCount(of: resource) ?? estimate(part, stream)))
    }

    /// Bytes of a segment that an earlier run stored, by what its stream declares; reading tells.
    private func estimate(_ part: PartPlan, _ stream: PlayerPresentation.StreamID) -> Int {
        let level = presentation?.levels.first { $0.stream == stream }
        let bitsPerSecond = level?.averageBitRate ?? level?.peakBitRate ?? 0
        return Int(Double(bitsPerSecond) / 8 * (part.duration / .seconds(1)))
    }

    private mutating func tellDiscarded(_ resource: ResourceID) {
        guard case .part(let place, let index) = resource else { return }
        for stream in places.indices where places[stream] == place && isDescribed[stream] {
            guard let segment = segments[stream].place(of: index) else { continue }
            discard(SegmentID(stream: stream, index: segment))
        }
    }

    private mutating func discard(_ segment: SegmentID) {
        guard isTold.remove(segment) != nil else { return }
        say(.discarded(segment))
    }

    private mutating func tellUnavailable(_ resource: ResourceID, _ why: String) {
        for fetch in fetches where fetch.parts.contains(resource) {
            say(.failed(fetch.request.id, reason: why))
        }
        fetches.removeAll { $0.parts.contains(resource) }
        hasChanged = true
        guard case .mediaPlaylist(let place) = resource, let presentation else { return }
        for stream in presentation.streams.indices {
            let known =
                places[stream] ?? download.place(ofStreamAt: presentation.streams[stream].uri)
            if known == place { say(.undescribed(stream, reason: why)) }
        }
    }

    /// All that was selected is there, and nothing else will be: the package alone is played.
    private mutating func seal() {
        isSealed = true
        say(.networkChanged(isReachable: false))
        for stream in places.indices where isDescribed[stream] {
            guard let place = places[stream], download.isGuest(place) else { continue }
            for index in segments[stream].indices {
                discard(SegmentID(stream: stream, index: index))
            }
        }
    }

    private mutating func finished(_ outcome: DownloadOutcome, at now: Duration) {
        isSealed = true
        if mode == .after, outcome == .completed { beginPlaying(at: now) }
        guard hasPlayer else { return }
        describeWhatIsKnown()
        tellAllStored()
        say(.networkChanged(isReachable: false))
        for fetch in fetches {
            say(.failed(fetch.request.id, reason: "the download is over"))
        }
        fetches = []
    }
}

extension [Int] {
    /// The place of a number, the numbers rising.
    fileprivate func place(of number: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number ? low : nil
    }
}

extension StreamTimeline {
    fileprivate init(_ plan: StreamPlan) {
        self.init(
            plan.parts.filter { $0.kind != .initSection }.map { part in
                Segment(
                    start: part.start, duration: part.duration, byteCount: part.range?.length,
                    isGap: part.kind == .gap)
            })
    }
}
