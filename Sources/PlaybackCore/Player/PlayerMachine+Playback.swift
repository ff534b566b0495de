// The playhead: it moves while there is media ahead of it.
extension PlayerMachine {
    /// Media time up to which everything that nothing plays without is buffered, video and audio; nil
    /// when that is all.
    var playableEnd: Duration? {
        let audioEnd = audio?.isComplete == false ? audio?.end : nil
        guard !video.isComplete else { return audioEnd }
        return min(video.end, audioEnd ?? video.end)
    }

    /// Where the presentation ends, as far as it is known.
    private var mediaEnd: Duration { video.end }

    /// Moves time on: what played, and whether the buffer ran empty on the way.
    mutating func advance(to now: Duration) {
        guard playhead.isMoving else { return }
        let limit = playableEnd ?? mediaEnd
        if let time = playhead.time(reaching: limit), time <= now {
            record(upTo: limit)
            playhead.move(to: limit, at: time)
            playhead.stop(at: time)
            if playableEnd == nil {
                end(.ended, at: time)
            } else {
                stall(at: time)
            }
        } else {
            record(upTo: playhead.position(at: now))
        }
    }

    private mutating func stall(at time: Duration) {
        waiting = .stall(since: time)
        played.buffer.add(.zero, at: time)
        log.stalled(at: time)
        enter(.stalled)
    }

    /// Plays if that is wanted and enough is buffered.
    mutating func startPlaying(at now: Duration) {
        if isPaused {
            if playhead.isMoving { playhead.stop(at: now) }
            return enter(.paused)
        }
        guard !playhead.isMoving else { return enter(.playing) }
        guard isReady(at: now) else {
            return enter(isStalled ? .stalled : .waiting)
        }
        leaveWaiting(at: now)
        playhead.start(at: now)
        recordBuffer(at: now)
        log.plays(from: playhead.position(at: now))
        enter(.playing)
        // What is there may be nothing: at the end, a seek to it.
        advance(to: now)
    }

    private var isStalled: Bool {
        if case .stall = waiting { return true }
        return false
    }

    private func isReady(at now: Duration) -> Bool {
        guard let waiting else { return true }
        guard let end = playableEnd else { return true }
        let buffered = end - playhead.position(at: now)
        guard buffered > .zero else { return false }
        let wanted =
            switch waiting {
            case .start, .seek: options.startBuffer
            case .stall: options.restartBuffer
            }
        // More than the goal is never buffered.
        return buffered >= min(wanted, options.bufferGoal)
            || (isFull(video, at: now) && audio.map { isFull($0, at: now) } ?? true)
            || hasGivenUpHope(of: video) || audio.map { hasGivenUpHope(of: $0) } ?? false
    }

    /// Whether what comes next has failed so often that only what is buffered is left to play, before
    /// the playback ends or it comes after all.
    private func hasGivenUpHope(of track: PlayerTrack) -> Bool {
        track.failures >= options.mostFailures
    }

    /// A person who pauses during a stall waits no longer for the player.
    mutating func pause(at now: Duration) {
        isPaused = true
        if case .stall(let since) = waiting {
            closeStall(since: since, at: now)
            waiting = .seek
        }
    }

    private mutating func leaveWaiting(at now: Duration) {
        switch waiting {
        case .start(let since) where played.startup == nil:
            played.startup = now - since
            log.started(after: now - since)
            commands.append(.report(.started(after: now - since)))
        case .stall(let since): closeStall(since: since, at: now)
        case .start, .seek, nil: break
        }
        waiting = nil
    }

    mutating func closeStall(since: Duration, at now: Duration) {
        let stall = PlayedSequence.Stall(
            start: since, mediaTime: playhead.position(at: now), duration: now - since)
        played.stalls.append(stall)
        commands.append(.report(.stalled(stall)))
    }

    mutating func closePlayed(at now: Duration) {
        if case .stall(let since) = waiting { closeStall(since: since, at: now) }
        waiting = nil
        for track in [video, audio, subtitles] {
            guard let track else { continue }
            for item in track.items where item.start >= playhead.position(at: now) {
                played.bytesNotPlayed += item.fetchedBytes
            }
        }
    }

    /// Media ahead of the playhead.
    func bufferLevel(of track: PlayerTrack, at now: Duration) -> Duration {
        max(.zero, track.end - playhead.position(at: now))
    }

    mutating func recordBuffer(at now: Duration) {
        played.buffer.add(bufferLevel(of: video, at: now), at: now)
    }
}

// What has passed the playhead.
extension PlayerMachine {
    /// Counts media that played, and forgets the segments that are over.
    private mutating func record(upTo place: Duration) {
        recordVideo(upTo: place)
        audio?.forget(upTo: place)
        subtitles?.forget(upTo: place)
        log.watched(upTo: place)
    }

    private mutating func recordVideo(upTo place: Duration) {
        var over = 0
        for item in video.items {
            guard item.start < place else { break }
            if !item.isGap { recordSegment(item, upTo: place) }
            guard item.end <= place else { break }
            over += 1
            playingItem = nil
        }
        if over > 0 { video.items.removeFirst(over) }
    }

    private mutating func recordSegment(_ item: PlayerTrack.Item, upTo place: Duration) {
        let end = min(place, item.end)
        if playingItem == item, let last = played.segments.indices.last {
            played.segments[last].played = end - playingFrom
            return
        }
        let from = max(item.start, playingFrom)
        playingItem = item
        playingFrom = from
        played.segments.append(
            .init(
                level: item.level, bitrate: presentation.levels[item.level].peakBitRate,
                bytes: item.bytes, duration: item.duration,
                start: playhead.time(reaching: from) ?? .zero, played: end - from,
                isFromStore: item.isRead))
        if let old = playingLevel, old != item.level {
            commands.append(.report(.switched(from: old, to: item.level, mediaTime: from)))
        }
        if playingLevel != item.level {
            log.watched(upTo: from)
            log.plays(
                presentation.levels[item.level],
                uri: presentation.streams[item.segment.stream].uri, chosenBy: item.estimate,
                at: playhead.time(reaching: from) ?? .zero)
        }
        playingLevel = item.level
    }
}
