// What a person asks for.
extension PlayerMachine {
    /// Moves the playhead; keeps what is buffered when the place is within it.
    mutating func seek(to place: Duration, at now: Duration) {
        let place = max(.zero, place)
        if case .stall(let since) = waiting {
            closeStall(since: since, at: now)
            waiting = .seek
        }
        playingFrom = place
        log.sought(to: place, at: now)
        let position = playhead.position(at: now)
        let end = min(video.end, audio?.end ?? video.end)
        let isWithin = place >= position && place < end
        if isWithin {
            leaveBehind(before: place, at: now)
            playhead.move(to: place, at: now)
            return recordBuffer(at: now)
        }
        leaveBehind(before: nil, at: now)
        playhead.stop(at: now)
        playhead.move(to: place, at: now)
        if hasBegun, played.startup != nil { waiting = .seek }
        for kind in PlayerPresentation.Stream.Kind.allCases {
            drop(kind, at: now)
            self[kind]?.clear(to: place)
        }
        choice = nil
        let number = segmentNumber(at: place)
        rule?.sought(toSegment: number)
        recordBuffer(at: now)
    }

    /// Segments that will never play now: those that end before a place, or all.
    private mutating func leaveBehind(before place: Duration?, at now: Duration) {
        let position = playhead.position(at: now)
        for kind in PlayerPresentation.Stream.Kind.allCases {
            guard var track = self[kind] else { continue }
            func isLeft(_ item: PlayerTrack.Item) -> Bool { place.map { item.end <= $0 } ?? true }
            for item in track.items where isLeft(item) && item.start >= position {
                played.bytesNotPlayed += item.fetchedBytes
            }
            track.items.removeAll(where: isLeft)
            self[kind] = track
        }
        playingItem = nil
    }
}

// Renditions beside the video.
extension PlayerMachine {
    private var level: PlayerPresentation.Level {
        presentation.levels[choice?.level ?? lastLevel ?? presentation.firstListed]
    }

    /// The audio rendition that belongs to the level that is fetched, or the same of another group
    /// when that cannot be had; nil when the video has it.
    var wantedAudio: PlayerPresentation.Rendition? {
        let wanted = presentation.rendition(
            in: presentation.audio, group: level.audioGroup, named: audioName)
        guard let wanted, isMissing[wanted.stream] else { return wanted }
        return presentation.audio.first { $0.isSame(as: wanted) && !isMissing[$0.stream] } ?? wanted
    }

    var wantedSubtitles: PlayerPresentation.Rendition? {
        guard let name = subtitlesName else { return nil }
        let members = presentation.subtitles.filter { $0.group == level.subtitlesGroup }
        return members.first { $0.name == name }
    }

    /// Begins and ends the tracks beside the video as the level and the person want them.
    mutating func updateTracks(at now: Duration) {
        follow(wantedAudio, .audio, at: now)
        follow(wantedSubtitles, .subtitles, at: now)
    }

    private mutating func follow(
        _ wanted: PlayerPresentation.Rendition?, _ kind: PlayerPresentation.Stream.Kind,
        at now: Duration
    ) {
        guard let wanted, !isMissing[wanted.stream] else { return leave(kind, at: now) }
        if !has(kind) {
            var begun = PlayerTrack(kind)
            begun.clear(to: playhead.position(at: now))
            self[kind] = begun
        }
        describe(wanted.stream)
    }

    private mutating func leave(_ kind: PlayerPresentation.Stream.Kind, at now: Duration) {
        guard has(kind) else { return }
        drop(kind, at: now)
        self[kind] = nil
    }

    /// Whether there is a track of a medium.
    func has(_ kind: PlayerPresentation.Stream.Kind) -> Bool {
        switch kind {
        case .video: true
        case .audio: audio != nil
        case .subtitles: subtitles != nil
        }
    }

    /// Another audio: what is buffered of the present one plays to the end of its segment.
    mutating func selectAudio(_ name: String?, at now: Duration) {
        guard name != audioName else { return }
        audioName = name
        cut(.audio, at: now)
    }

    mutating func selectSubtitles(_ name: String?, at now: Duration) {
        guard name != subtitlesName else { return }
        subtitlesName = name
        cut(.subtitles, at: now)
    }

    private mutating func cut(_ kind: PlayerPresentation.Stream.Kind, at now: Duration) {
        drop(kind, at: now)
        guard var track = self[kind] else { return }
        let position = playhead.position(at: now)
        let kept = track.items.filter { $0.start <= position && $0.end > position }
        for item in track.items where item.start > position {
            played.bytesNotPlayed += item.fetchedBytes
        }
        track.clear(to: kept.last?.end ?? position)
        track.items = kept
        self[kind] = track
    }
}
