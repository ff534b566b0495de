// What comes of playlists and requests.
extension PlayerMachine {
    mutating func described(
        _ stream: PlayerPresentation.StreamID, _ timeline: StreamTimeline, at now: Duration
    ) {
        guard timelines[stream] == nil else { return }
        guard !timeline.segments.isEmpty else {
            return undescribed(stream, "the playlist has no segments", at: now)
        }
        timelines[stream] = timeline
        video.open?.mayBeStored = true
        if ladder == nil, presentation.streams[stream].kind == .video { makeRule(timeline) }
    }

    private mutating func makeRule(_ timeline: StreamTimeline) {
        let count = timeline.segments.count
        let ladder = Ladder(
            bitrates: presentation.levels.map { Double($0.peakBitRate) / 1_000 },
            averageBitrates: presentation.levels.map {
                Double($0.averageBitRate ?? $0.peakBitRate) / 1_000
            },
            segmentDuration: max(1, (timeline.end / count).milliseconds), segmentCount: count)
        self.ladder = ladder
        // The name was tried when the machine was made.
        guard
            let entry = try? RuleCatalog.entry(
                named: options.rule, for: ladder,
                .init(bufferSize: options.bufferGoal.milliseconds))
        else { preconditionFailure("a rule of a name that was there is there") }
        rule = entry.rule
        replacement = entry.replacement
    }

    mutating func undescribed(
        _ stream: PlayerPresentation.StreamID, _ reason: String, at now: Duration
    ) {
        isMissing[stream] = true
        log.failed(presentation.streams[stream].uri, reason, at: now)
        switch presentation.streams[stream].kind {
        case .video:
            guard let other = presentation.levels.first(where: { !isMissing[$0.stream] }) else {
                return end(.failed(reason), at: now)
            }
            choice = nil
            if ladder == nil { describe(other.stream) }
        case .audio where wantedAudio.map({ isMissing[$0.stream] }) ?? true:
            end(.failed(reason), at: now)
        case .audio, .subtitles: break
        }
    }

    /// The medium whose request an event is about.
    private func kind(of id: PlayerRequestID) -> PlayerPresentation.Stream.Kind? {
        PlayerPresentation.Stream.Kind.allCases.first { self[$0]?.open?.id == id }
    }

    mutating func responded(_ id: PlayerRequestID, _ count: Int?, at now: Duration) {
        guard let kind = kind(of: id), let start = self[kind]?.open?.startedAt else { return }
        if self[kind]?.open?.firstByte == nil { self[kind]?.open?.firstByte = now - start }
        if let count { self[kind]?.open?.expected = count }
    }

    mutating func received(_ id: PlayerRequestID, _ count: Int) {
        if video.open?.id == id {
            video.open?.bytes += count
        } else if audio?.open?.id == id {
            audio?.open?.bytes += count
        } else if subtitles?.open?.id == id {
            subtitles?.open?.bytes += count
        }
    }

    mutating func arrived(_ id: PlayerRequestID, at now: Duration) {
        guard let kind = kind(of: id), let track = self[kind], let open = track.open,
            let timeline = timelines[open.segment.stream]
        else { return }
        self[kind]?.open = nil
        self[kind]?.failures = 0
        let segment = timeline.segments[open.segment.index]
        let bytes = open.isRead ? open.expected ?? open.bytes : open.bytes
        let item = PlayerTrack.Item(
            segment: open.segment, level: open.level,
            start: open.isReplacement ? segment.start : track.end, end: segment.end,
            duration: segment.duration, bytes: bytes,
            fetchedBytes: open.isRead ? 0 : open.bytes, isRead: open.isRead,
            estimate: open.estimate)
        if kind == .video { recordBuffer(at: now) }
        if open.isReplacement { replace(by: item, at: now) } else { keep(item, in: kind, at: now) }
        if kind == .video { recordBuffer(at: now) }
        count(open, at: now)
        if kind == .video, !open.isRead {
            let transfer = transfer(of: open, at: now, abandonedFor: nil)
            rule?.segmentArrived(transfer)
        }
    }

    private mutating func keep(
        _ item: PlayerTrack.Item, in kind: PlayerPresentation.Stream.Kind, at now: Duration
    ) {
        if kind == .video { lastLevel = item.level }
        if item.end > playhead.position(at: now) { self[kind]?.items.append(item) }
        append(upTo: item.end, of: item.segment, to: kind)
    }

    /// Some of a segment may have been there before it was asked for: the store knows all of it.
    mutating func noteBytes(of segment: SegmentID, _ count: Int) {
        for place in video.items.indices where video.items[place].segment == segment {
            video.items[place].bytes = count
        }
    }

    private mutating func replace(by item: PlayerTrack.Item, at now: Duration) {
        let place = video.items.firstIndex { $0.start == item.start && $0.end == item.end }
        guard let place, item.start > playhead.position(at: now) else {
            // It plays already, or is over.
            played.bytesNotPlayed += item.fetchedBytes
            return
        }
        played.bytesNotPlayed += video.items[place].fetchedBytes
        video.items[place] = item
    }

    /// Counts a request that went over the network, and its bytes where they are for nothing.
    mutating func count(_ open: PlayerTrack.Open, isUseless: Bool = false, at now: Duration) {
        guard !open.isRead else { return }
        if isUseless { played.bytesNotPlayed += open.bytes }
        let request = PlayedSequence.Request(
            start: open.startedAt, end: now, bytes: open.bytes,
            timeToFirstByte: open.firstByte ?? .zero, estimate: open.estimate)
        played.requests.append(request)
        let segment = timelines[open.segment.stream]?.segments[open.segment.index]
        log.transferred(
            request, of: presentation.streams[open.segment.stream].kind,
            isUseless ? nil : segment?.duration)
    }

    func transfer(
        of open: PlayerTrack.Open, at now: Duration, abandonedFor: Int?
    ) -> SegmentTransfer {
        SegmentTransfer(
            segment: open.segment.index, level: open.level,
            size: size(of: open), bits: Double(open.bytes) * 8,
            duration: (now - open.startedAt).milliseconds,
            timeToFirstBit: (open.firstByte ?? now - open.startedAt).milliseconds,
            bufferLevel: bufferLevel(of: video, at: now).milliseconds,
            isReplacement: open.isReplacement, abandonedFor: abandonedFor)
    }

    /// Bits of the whole segment: as said, else what its level makes of its duration.
    private func size(of open: PlayerTrack.Open) -> Double {
        if let expected = open.expected { return Double(max(expected, open.bytes)) * 8 }
        let timeline = timelines[open.segment.stream]
        let duration = timeline?.segments[open.segment.index].duration ?? .zero
        let rate = ladder?.averageBitrates[open.level] ?? 0
        return max(rate * duration.milliseconds, Double(open.bytes) * 8)
    }

    mutating func failed(_ id: PlayerRequestID, _ reason: String, at now: Duration) {
        guard let kind = kind(of: id), var track = self[kind], let open = track.open else {
            return
        }
        track.open = nil
        track.failures += 1
        count(open, isUseless: true, at: now)
        log.failed(presentation.streams[open.segment.stream].uri, reason, at: now)
        if open.isRead {
            // What the store does not have after all is fetched.
            stored[open.segment.stream][open.segment.index] = nil
        } else if kind == .video {
            // What cannot be had at a level may be had at another one: the next below, or above the
            // lowest.
            let there = bestStored(at: track.end, least: 0)
            let next = open.level > 0 ? open.level - 1 : min(1, presentation.levels.count - 1)
            choice = Choice(level: there?.level ?? next)
        }
        let pause = options.retryPause * min(8, 1 << (track.failures - 1))
        track.notBefore = now + pause
        self[kind] = track
        // What is buffered plays to its end first.
        guard
            track.failures < options.mostFailures
                || bufferLevel(of: track, at: now) > .zero && kind != .subtitles
        else {
            return giveUp(kind, reason, at: now)
        }
        commands.append(.report(.retrying(open.segment, reason: reason, pause: pause)))
    }

    /// Nothing plays without video and audio; without subtitles the rest does.
    private mutating func giveUp(
        _ kind: PlayerPresentation.Stream.Kind, _ reason: String, at now: Duration
    ) {
        guard kind == .subtitles else { return end(.failed(reason), at: now) }
        subtitlesName = nil
        subtitles = nil
    }

    /// Asks the rule about the video request that is under way, and gives requests up for what the
    /// store has.
    mutating func checkTransfers(at now: Duration) {
        if let audio, audio.open?.isRead == false, storedRendition(.audio, at: audio.end) != nil {
            drop(.audio, at: now)
        }
        if let subtitles, subtitles.open?.isRead == false,
            storedRendition(.subtitles, at: subtitles.end) != nil
        {
            drop(.subtitles, at: now)
        }
        guard let open = video.open, !open.isRead else { return }
        if open.mayBeStored {
            guard !isStored(open) else {
                // Someone else has fetched it in the meantime, or something as good.
                choice = Choice(level: open.level)
                return drop(.video, at: now)
            }
            video.open?.mayBeStored = false
        }
        guard now >= open.nextCheck else { return }
        let interval = options.abandonInterval
        video.open?.nextCheck = now + interval
        let progress = progress(of: open, at: now)
        guard !open.isReplacement, progress.bits < progress.size,
            let level = rule?.abandon(progress), presentation.levels.indices.contains(level)
        else { return }
        let transfer = transfer(of: open, at: now, abandonedFor: level)
        rule?.segmentAbandoned(transfer)
        commands.append(.report(.abandoned(open.segment, for: level)))
        drop(.video, at: now)
        choice = Choice(level: level)
    }

    /// Whether the store has what is being fetched: for a replacement only that will do, for the next
    /// segment a better one too, and where nothing can be fetched any.
    private mutating func isStored(_ open: PlayerTrack.Open) -> Bool {
        guard !open.isReplacement else {
            return stored[open.segment.stream][open.segment.index] != nil
        }
        return bestStored(at: video.end, least: isReachable ? open.level : 0) != nil
    }

    /// Changes nothing; a function that could not would be given a copy of the machine.
    private mutating func progress(
        of open: PlayerTrack.Open, at now: Duration
    ) -> TransferProgress {
        TransferProgress(
            segment: segmentNumber(at: video.end), level: open.level, size: size(of: open),
            bits: Double(open.bytes) * 8, duration: (now - open.startedAt).milliseconds,
            timeToFirstBit: open.firstByte?.milliseconds,
            bufferLevel: bufferLevel(of: video, at: now).milliseconds,
            isPlaying: !isPaused && hasBegun && played.startup != nil,
            playbackRate: playhead.rate.factor)
    }

    mutating func networkChanged(_ isReachable: Bool) {
        self.isReachable = isReachable
        video.open?.mayBeStored = true
        guard isReachable else { return }
        video.notBefore = .zero
        audio?.notBefore = .zero
        subtitles?.notBefore = .zero
    }
}
