internal import DequeModule
internal import DownloadCore
package import OfflinePlayback
package import PlaybackCore
internal import Scenarios

extension World {
    /// Time to read a segment from a quick disk and to take it apart.
    package static let readTime = Duration.milliseconds(1)

    /// A playback beside the download or after it, and what the person does in it.
    package struct Playback: Sendable, Hashable {
        package var mode: PlaybackMode
        package var options: PlayerOptions
        /// Times since the person asked to play.
        package var person: [Act]

        package struct Act: Sendable, Hashable {
            package var time: Duration
            package var event: PlayerEvent

            package init(at time: Duration, _ event: PlayerEvent) {
                self.time = time
                self.event = event
            }
        }

        package init(
            _ mode: PlaybackMode, _ options: PlayerOptions = PlayerOptions(), person: [Act] = []
        ) {
            self.mode = mode
            self.options = options
            self.person = person
        }
    }
}

// The player: what it is told, and what its commands do.
extension World {
    /// The download is over, and so is what is played of it.
    var isOver: Bool { hasOutcome && (!plays || playing.isPlayed) }

    mutating func tellPlayer(_ event: PlayerEvent) {
        guard !isOver, !isStopped, !isDead else { return }
        tellBoth(.player(event))
    }

    mutating func tellBoth(_ event: PlayingDownload.Event) {
        untold.append(event)
        guard !isTelling else { return }
        isTelling = true
        tellUntold()
        isTelling = false
    }

    /// Performs what both have to say to an event that they were told.
    mutating func perform(_ steps: [PlayingDownload.Step]) {
        isTelling = true
        take(steps)
        tellUntold()
        isTelling = false
    }

    /// What comes of performing a step is told when all steps are performed: both know of those already.
    private mutating func tellUntold() {
        while !isStopped, !isDead, let event = untold.popFirst() {
            if case .download = event, hasOutcome { continue }
            take(playing.handle(tampered(event), at: elapsed, using: &random))
        }
    }

    private mutating func take(_ steps: [PlayingDownload.Step]) {
        for step in steps where !isStopped && !isDead {
            switch step {
            case .download(let event, let commands):
                told(event, settings.tamper?.commands(commands) ?? commands)
            case .player(let event, let commands):
                told(event, settings.tamper?.playerCommands(commands) ?? commands)
            }
        }
        guard !hasPerson, playing.hasPlayer else { return }
        hasPerson = true
        for act in settings.playback?.person ?? [] {
            let time = (playing.requestedAt + act.time).wholeNanosecondsRoundedUp
            queue.add(.player(act.event), at: max(now, time))
        }
    }

    private func tampered(_ event: PlayingDownload.Event) -> PlayingDownload.Event {
        guard let tamper = settings.tamper, case .download(let event) = event else { return event }
        return .download(tamper.event(event))
    }

    private mutating func told(_ event: PlayerEvent, _ commands: [PlayerCommand]) {
        eventCount += 1
        if case .woke = event { wakesAtOnce += 1 }
        let step = PlayingDownload.Step.player(event, commands)
        watch?(elapsed, step)
        if settings.keepsTrace, !step.isIdle {
            lastLine = PlayerTraceLine(at: elapsed, event, commands).bytes
            trace.append(lastLine)
        }
        for command in commands { perform(command) }
    }

    private mutating func perform(_ command: PlayerCommand) {
        switch command {
        case .read(let request): read(request)
        case .abandon(let id): reads.removeAll { $0 == id }
        case .wake(let time):
            playerWish = max(now, time.wholeNanosecondsRoundedUp)
            queue.add(.wakePlayer, at: playerWish ?? now)
        case .describe, .fetch, .report: break
        }
    }

    private mutating func read(_ request: SegmentRequest) {
        reads.append(request.id)
        var byteCount = -1
        if let resource = playing.resource(of: request.segment), let key = key(of: resource),
            let part = disk.parts[key], part.isStored
        {
            byteCount = part.written
        } else {
            playerFaults.append("reads \(request.segment) at \(elapsed), which is not stored")
        }
        let end = now + Self.readTime.wholeNanosecondsRoundedUp
        queue.add(.read(request.id, byteCount: byteCount), at: end)
    }

    /// What a reader has does not go when the store lets go of it.
    mutating func readEnded(_ id: PlayerRequestID, _ byteCount: Int) {
        guard let place = reads.firstIndex(of: id) else { return }
        reads.remove(at: place)
        guard byteCount >= 0 else { return tellPlayer(.failed(id, reason: "it is not stored")) }
        tellPlayer(.responded(id, byteCount: byteCount))
        tellPlayer(.arrived(id))
    }

    /// Nothing will ever come any more: who waits for it gives up.
    /// - Returns: whether that is so.
    mutating func stopWaitingPlayer() -> Bool {
        guard outcome != nil, playing.hasPlayer, !playing.isPlayed else { return false }
        tellPlayer(.stopped)
        return true
    }

    var playbackHistory: PlaybackHistory? {
        guard plays else { return nil }
        let history = PlaybackHistory(playing, faults: playerFaults)
        return settings.tamper?.playback(history) ?? history
    }
}
