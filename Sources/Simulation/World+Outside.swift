internal import DequeModule
internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios

/// What a scenario lets happen to a download of a ``World`` from outside, and what has happened of it.
struct WorldOutside {
    var happened: [HappenedInterruption] = []
    /// Places of those that wait for progress.
    var awaited: [Int] = []
    /// Where in ``happened`` each is that has begun.
    var records: [Int: Int] = [:]
    /// Segments that became durable, and requests that were made, in all runs of the engine.
    var segments = 0
    var requests = 0
    /// How many of each kind hold at present.
    var cuts = 0
    var suspensions = 0
    var fullDisks = 0
    var deaths = 0
    /// The token that the app has; 0: none is asked for.
    var token = 0
    /// Of the engine's earlier runs.
    var bytesReceived = 0
    var retries = 0
}

// The interruptions of a scenario, the death of the engine and its next life.
extension World {
    /// Puts the interruptions into the queue, before the world begins.
    mutating func awaitOutside() {
        for (place, interruption) in settings.outside.enumerated() {
            switch interruption.moment {
            case .at(let time): queue.add(.outside(place), at: time.wholeNanosecondsRoundedUp)
            case .segments, .requests: outside.awaited.append(place)
            }
        }
        if settings.outside.contains(where: { $0.what == .tokenExpires }) {
            script.requireToken()
            outside.token = script.token
        }
    }

    /// Counts what the machine was told and wants, and lets happen what waited for that.
    mutating func noteProgress(_ event: DownloadEvent, _ commands: [DownloadCommand]) {
        if case .stored(let resource) = event, machine.part(resource)?.kind == .segment {
            outside.segments += 1
        }
        outside.requests += commands.count {
            if case .fetch = $0 { true } else { false }
        }
        let reached = outside.awaited.filter { isReached(settings.outside[$0].moment) }
        guard !reached.isEmpty else { return }
        for place in reached { queue.add(.outside(place), at: now) }
        outside.awaited = outside.awaited.filter { !reached.contains($0) }
    }

    private func isReached(_ moment: Interruption.Moment) -> Bool {
        switch moment {
        case .at: false
        case .segments(let count): outside.segments >= count
        case .requests(let count): outside.requests >= count
        }
    }

    /// An interruption of the scenario begins.
    mutating func begin(_ place: Int) {
        let what = settings.outside[place].what
        outside.records[place] = outside.happened.count
        outside.happened.append(HappenedInterruption(what, at: elapsed))
        switch what {
        case .kill:
            outside.deaths += 1
            endLife()
        case .suspend:
            outside.suspensions += 1
            tell(.suspended)
        case .networkDown:
            outside.cuts += 1
            link.hold(true, at: LinkTime(nanoseconds: now))
            tell(.networkChanged(.unavailable))
        case .profile(let name): changeLink(to: name)
        case .diskFull:
            outside.fullDisks += 1
            isDiskFull = true
        case .clock(let jump): script.turnClock(by: jump)
        case .tokenExpires: script.expireToken()
        }
        guard let length = what.length else { return }
        queue.add(.outsideOver(place), at: now + length.wholeNanosecondsRoundedUp)
    }

    /// An interruption of the scenario is over.
    mutating func end(_ place: Int) {
        if let record = outside.records[place] {
            outside.happened[record].until = elapsed / .seconds(1)
        }
        switch settings.outside[place].what {
        case .kill:
            outside.deaths -= 1
            beginLife()
        case .suspend:
            outside.suspensions -= 1
            if outside.suspensions == 0 { tell(.resumed) }
        case .networkDown:
            outside.cuts -= 1
            guard outside.cuts == 0 else { return }
            link.hold(false, at: LinkTime(nanoseconds: now))
            tell(.networkChanged(.unmetered))
        case .diskFull:
            outside.fullDisks -= 1
            isDiskFull = outside.fullDisks > 0
        case .profile, .clock, .tokenExpires: break
        }
    }

    private mutating func changeLink(to name: String) {
        guard let profile = settings.profiles[name] else {
            preconditionFailure("a world is given the profiles that its interruptions name")
        }
        do throws(UnsupportedLinkFeatures) {
            try link.change(to: profile, at: LinkTime(nanoseconds: now))
        } catch {
            preconditionFailure("a world begins with profiles that its link can play")
        }
    }

    /// What happened, and what was to happen and never did.
    var happened: [HappenedInterruption] {
        let missed = settings.outside.indices.filter { outside.records[$0] == nil }
        return outside.happened + missed.map { HappenedInterruption(settings.outside[$0].what) }
    }
}

// MARK: - Lives of the engine

extension World {
    /// The engine is gone, with all that it had in memory: what it wrote is there, and its connections
    /// are reset by the system.
    mutating func endLife() {
        guard !isDead else { return }
        isDead = true
        // Only what is still being played can be killed after its download, which starts again too.
        if outcome != .completed { finishedAt = nil }
        outcome = nil
        outside.bytesReceived += machine.progress.bytesReceived
        outside.retries += machine.progress.retries
        waiting = []
        for index in connections.indices where connections[index].state != .closed { close(index) }
        queue.removeOfEngine()
        wish = nil
        playerWish = nil
        reads = []
        untold = []
        heldBack = []
        unstored = []
        exchangeByID = [:]
        disk = disk.after(.kill).disk
    }

    /// The engine starts again and goes on with what is on disk.
    mutating func beginLife() {
        guard isDead, outside.deaths == 0 else { return }
        isDead = false
        playing = PlayingDownload(
            url: disk.url ?? "", options: settings.options, resuming: disk.snapshot(at: elapsed),
            playing: settings.playback?.mode ?? .none,
            settings.playback?.options ?? PlayerOptions(), from: elapsed)
        tell(.started)
        if outside.cuts > 0 { tell(.networkChanged(.unavailable)) }
        if outside.suspensions > 0 { tell(.suspended) }
    }

    /// Whether the app can help: the token that it has is no longer taken, and there is another. Then
    /// it starts the engine again with that.
    mutating func renewToken(after outcome: DownloadOutcome) -> Bool {
        guard case .needsNewURL = outcome, outside.token > 0, outside.token != script.token
        else { return false }
        outside.token = script.token
        endLife()
        queue.add(.restart, at: now)
        return true
    }
}
