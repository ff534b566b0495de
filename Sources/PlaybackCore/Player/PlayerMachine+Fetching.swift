// What is wanted next, and where it comes from.
extension PlayerMachine {
    /// dash.js' `longFormContentDurationThreshold`.
    private static let longPresentation = Duration.seconds(600)

    /// Requests what there is room for, one segment of each medium at a time.
    mutating func fetch(at now: Duration) {
        fetchVideo(at: now)
        fetchRendition(.audio, at: now)
        fetchRendition(.subtitles, at: now)
    }

    /// Whether it is time to ask for a track's next segment. What cannot be had is asked for again by
    /// playing on: somebody who has paused does not mind, and may stay away for long.
    private func mayAsk(for track: PlayerTrack, at now: Duration) -> Bool {
        now >= track.notBefore && !(isPaused && track.failures >= options.mostFailures)
    }

    /// Whether a track has no room for its next segment, or there is none.
    func isFull(_ track: PlayerTrack, at now: Duration) -> Bool {
        guard let next = nextDuration(of: track) else { return track.isComplete }
        let level = bufferLevel(of: track, at: now)
        return level > .zero && level + needed(for: next) > goal(with: next)
    }

    /// What is kept ahead: two segments at least, since with less the next one comes too late.
    private func goal(with duration: Duration) -> Duration {
        max(grownGoal, duration * 2)
    }

    private var grownGoal: Duration {
        switch options.bufferGrowth {
        case .toBytes(let bytes, let most):
            let level = presentation.levels[lastLevel ?? presentation.firstListed]
            let milliseconds = bytes * 8_000 / max(1, level.peakBitRate)
            return min(most, max(options.bufferGoal, .milliseconds(milliseconds)))
        case .atTop(let goal, let ofLong):
            guard lastLevel == presentation.levels.count - 1 else { return options.bufferGoal }
            let isLong = (lastTimeline?.end ?? .zero) >= Self.longPresentation
            return max(options.bufferGoal, isLong ? ofLong : goal)
        case nil: return options.bufferGoal
        }
    }

    /// Room that has to be there for a segment.
    private func needed(for duration: Duration) -> Duration {
        options.overfills ? .zero : duration
    }

    /// How long the next segment is; nil when there is none, or nobody knows.
    private func nextDuration(of track: PlayerTrack) -> Duration? {
        guard !track.isComplete else { return nil }
        // The playlist of a level that was never played may be missing; another one says it as well.
        let timeline =
            stream(of: track).flatMap { timelines[$0] }
            ?? (track.kind == .video ? lastTimeline : nil)
        return timeline.flatMap { known in
            known.index(at: track.end).map { known.segments[$0].duration }
        }
    }

    private var lastTimeline: StreamTimeline? {
        timelines[presentation.levels[lastLevel ?? presentation.firstListed].stream]
            ?? timelines.compactMap { $0 }.first
    }

    /// Whether nothing plays from a time on, as far as a level's playlist says that stands in for one
    /// that cannot come.
    private func isEnd(_ time: Duration) -> Bool {
        guard !isReachable else { return false }
        let timeline = presentation.levels.lazy.compactMap { timelines[$0.stream] }.first
        return timeline.map { $0.index(at: time) == nil } ?? false
    }

    /// The stream that a track's next segment comes from, as far as it is decided.
    private func stream(of track: PlayerTrack) -> PlayerPresentation.StreamID? {
        switch track.kind {
        case .video:
            let level = choice?.level ?? lastLevel ?? presentation.firstListed
            return presentation.levels[level].stream
        case .audio: return wantedAudio?.stream
        case .subtitles: return wantedSubtitles?.stream
        }
    }

    private mutating func fetchVideo(at now: Duration) {
        // Each round asks for something, ends, waits, or goes past a gap.
        while video.open == nil, !video.isComplete, ladder != nil, mayAsk(for: video, at: now) {
            let place = video.end
            if isFull(video, at: now) {
                video.fullSince = video.fullSince ?? now
                return
            }
            if let since = video.fullSince {
                video.fullSince = nil
                if now > since { rule?.waited((now - since).milliseconds) }
            }
            fetchVideoSegment(at: now)
            if video.end == place { return }
        }
    }

    private mutating func fetchVideoSegment(at now: Duration) {
        let choice = self.choice ?? chosen(at: now)
        self.choice = choice
        if let replaced = replacementCandidate(level: choice.level, at: now) {
            return request(replaced, level: choice.level, isReplacement: true, at: now)
        }
        // Less than a nanosecond is no delay: nobody would be woken behind it.
        let delay = Duration.nanoseconds(Int((choice.delay * 1_000_000).rounded()))
        if delay > .zero {
            self.choice?.delay = 0
            video.notBefore = now + delay
        } else {
            request(level: usable(choice.level), at: now)
        }
    }

    private mutating func chosen(at now: Duration) -> Choice {
        guard let ladder else { return Choice(level: presentation.firstListed) }
        let buffered = bufferLevel(of: video, at: now)
        let situation = Situation(
            segment: segmentNumber(at: video.end), bufferLevel: buffered.milliseconds,
            level: lastLevel, elapsed: now.milliseconds, playbackRate: playhead.rate.factor)
        var choice = rule?.choose(situation) ?? Choice(level: 0)
        choice.level = min(max(choice.level, 0), ladder.top)
        return choice
    }

    /// The number of the segment that plays at a time, as the ladder counts them.
    func segmentNumber(at time: Duration) -> Int {
        guard let ladder else { return 0 }
        let index = lastTimeline?.index(at: time) ?? ladder.segmentCount - 1
        return min(index, ladder.segmentCount - 1)
    }

    /// The level, or the nearest one below and then above whose playlist can be had.
    private func usable(_ level: Int) -> Int {
        func isUsable(_ level: Int) -> Bool { !isMissing[presentation.levels[level].stream] }
        let below = (0...level).last(where: isUsable)
        return below ?? (level..<presentation.levels.count).first(where: isUsable) ?? level
    }

    /// Requests the next segment at a level, or its playlist where that is not there yet.
    private mutating func request(level: Int, at now: Duration) {
        let stream = presentation.levels[level].stream
        guard let timeline = timelines[stream] else {
            guard let there = bestStored(at: video.end, least: isReachable ? level : 0) else {
                if isEnd(video.end) { video.isComplete = true }
                return describe(stream)
            }
            return request(there.segment, level: there.level, isReplacement: false, at: now)
        }
        guard let index = timeline.index(at: video.end) else {
            video.isComplete = true
            return
        }
        let segment = timeline.segments[index]
        guard !segment.isGap else {
            choice = nil
            return skipGap(SegmentID(stream: stream, index: index), segment, level: level)
        }
        let wanted = SegmentID(stream: stream, index: index)
        if let better = bestStored(at: video.end, least: isReachable ? level : 0) {
            return request(better.segment, level: better.level, isReplacement: false, at: now)
        }
        request(wanted, level: level, isReplacement: false, at: now)
    }

    /// A gap plays in silence.
    private mutating func skipGap(
        _ id: SegmentID, _ segment: StreamTimeline.Segment, level: Int
    ) {
        video.items.append(
            .init(
                segment: id, level: level, start: video.end, end: segment.end,
                duration: segment.duration, bytes: 0, isGap: true))
        append(upTo: segment.end, of: id, to: .video)
    }

    /// What the store has of the segment that plays at a time, at a level or a better one.
    func bestStored(at time: Duration, least: Int) -> (segment: SegmentID, level: Int)? {
        for level in (0..<presentation.levels.count).reversed() where level >= least {
            let stream = presentation.levels[level].stream
            guard let index = timelines[stream]?.index(at: time), stored[stream][index] != nil
            else { continue }
            return (SegmentID(stream: stream, index: index), level)
        }
        return nil
    }

    /// What the store has of the wanted rendition at a time, in its own group or in another one, where
    /// the same is said at another rate.
    func storedRendition(
        _ kind: PlayerPresentation.Stream.Kind, at time: Duration
    ) -> SegmentID? {
        let wanted = kind == .audio ? wantedAudio : wantedSubtitles
        guard let wanted else { return nil }
        let all = kind == .audio ? presentation.audio : presentation.subtitles
        for rendition in [wanted] + all.filter({ $0.isSame(as: wanted) }) {
            guard let index = timelines[rendition.stream]?.index(at: time),
                stored[rendition.stream][index] != nil
            else { continue }
            return SegmentID(stream: rendition.stream, index: index)
        }
        return nil
    }

    private func replacementCandidate(level: Int, at now: Duration) -> SegmentID? {
        guard let replacement, let playing = video.items.first else { return nil }
        let played = playhead.position(at: now) - playing.start
        let consumed = max(0, played / (playing.end - playing.start))
        let queue = video.items.map(\.level)
        guard
            let place = replacement.candidate(
                in: queue[...], consumed: consumed, level: level),
            let timeline = timelines[presentation.levels[level].stream],
            let index = timeline.index(at: video.items[place].start),
            timeline.segments[index].start == video.items[place].start,
            timeline.segments[index].end == video.items[place].end,
            !timeline.segments[index].isGap
        else { return nil }
        return SegmentID(stream: presentation.levels[level].stream, index: index)
    }

    private mutating func request(
        _ segment: SegmentID, level: Int, isReplacement: Bool, at now: Duration
    ) {
        choice = nil
        video.open = open(segment, level: level, isReplacement: isReplacement, at: now)
    }

    private mutating func fetchRendition(_ kind: PlayerPresentation.Stream.Kind, at now: Duration) {
        guard has(kind), let track = self[kind], track.open == nil, !track.isComplete,
            mayAsk(for: track, at: now)
        else { return }
        if let there = storedRendition(kind, at: track.end), !isFull(track, at: now) {
            let opened = open(there, level: 0, isReplacement: false, at: now)
            self[kind]?.open = opened
            return
        }
        guard let stream = stream(of: track), !isMissing[stream] else { return }
        guard let timeline = timelines[stream] else {
            if isEnd(track.end) { self[kind]?.isComplete = true }
            return describe(stream)
        }
        guard let index = timeline.index(at: track.end) else {
            self[kind]?.isComplete = true
            return
        }
        let segment = SegmentID(stream: stream, index: index)
        if timeline.segments[index].isGap {
            append(upTo: timeline.segments[index].end, of: segment, to: kind)
        } else if !isFull(track, at: now) {
            let opened = open(segment, level: 0, isReplacement: false, at: now)
            self[kind]?.open = opened
        }
    }

    /// - Returns: nil when the segment is not stored and nothing can be fetched.
    private mutating func open(
        _ segment: SegmentID, level: Int, isReplacement: Bool, at now: Duration
    ) -> PlayerTrack.Open? {
        let isRead = stored[segment.stream][segment.index] != nil
        guard isRead || isReachable else { return nil }
        guard let timeline = timelines[segment.stream] else { return nil }
        let start = timeline.segments[segment.index].start
        let request = SegmentRequest(
            id: newRequestID(), segment: segment, deadline: deadline(start, at: now),
            isReplacement: isReplacement)
        commands.append(isRead ? .read(request) : .fetch(request))
        if !isRead { log.requested() }
        return PlayerTrack.Open(
            id: request.id, segment: segment, level: level, startedAt: now, isRead: isRead,
            isReplacement: isReplacement,
            expected: stored[segment.stream][segment.index]
                ?? timeline.segments[segment.index].byteCount,
            estimate: rule?.throughput.map { $0 * 1_000 },
            nextCheck: now + options.abandonInterval)
    }

    /// When the playhead will be at a place in the media if nothing stalls.
    package func deadline(_ start: Duration, at now: Duration) -> Duration {
        now + playhead.rate.time(for: max(.zero, start - playhead.position(at: now)))
    }

    /// A track is buffered up to a time.
    mutating func append(
        upTo end: Duration, of segment: SegmentID, to kind: PlayerPresentation.Stream.Kind
    ) {
        guard var track = self[kind] else { return }
        track.end = max(track.end, end)
        track.isComplete = timelines[segment.stream]?.index(at: track.end) == nil
        self[kind] = track
    }
}

// When the machine wants to be woken.
extension PlayerMachine {
    func nextWish(after now: Duration) -> Duration? {
        var next: Duration?
        func consider(_ time: Duration?) {
            guard let time, time > now else { return }
            next = min(next ?? time, time)
        }
        func consider(_ track: PlayerTrack) {
            if let open = track.open {
                // Where nothing can come there is nothing to ask, however long that lasts.
                if track.kind == .video, !open.isRead, isReachable { consider(open.nextCheck) }
            } else {
                consider(track.notBefore)
                consider(timeWithRoom(in: track, at: now))
            }
        }
        consider(playhead.time(reaching: playableEnd ?? video.end))
        consider(video)
        if let audio { consider(audio) }
        if let subtitles { consider(subtitles) }
        return next
    }

    /// When the playhead will have made room for the next segment of a track.
    private func timeWithRoom(in track: PlayerTrack, at now: Duration) -> Duration? {
        guard let duration = nextDuration(of: track), isFull(track, at: now) else { return nil }
        return playhead.time(
            reaching: min(track.end, track.end + needed(for: duration) - goal(with: duration)))
    }
}
