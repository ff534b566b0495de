internal import DownloadCore
internal import NIOPosix
package import OfflinePlayback
package import PlaybackCore

// The player beside the download, or behind it: its steps, its reads, its wakes.
extension DownloadDriver {
    package typealias PlayerTrace = @Sendable (Duration, PlayerEvent, [PlayerCommand]) -> Void

    /// What a driver has to do for a player.
    struct PlayerDuties {
        /// Events that have to wait until all steps of an earlier one are performed, in order.
        var events: [PlayingDownload.Event] = []
        var isHandling = false
        /// Reads under way.
        var reads: Set<PlayerRequestID> = []
        /// Number of the latest wish to be woken, which replaces those before.
        var latestWake = 0
        var waitsForWake = false
        /// What the player must not do and did, in words.
        var faults: [String] = []
    }

    /// What came of playing; nil without a player to be. Also while it plays.
    package var playback: PlaybackHistory? {
        playing.mode == .none ? nil : PlaybackHistory(playing, faults: player.faults)
    }

    /// Why there is no player although there should be one; nil when there is, or will be.
    package var playbackProblem: RuleCatalog.Problem? { playing.problem }

    /// What the person does. Before there is a player, and when it is over, nothing comes of it.
    package func tellPlayer(_ event: PlayerEvent) {
        guard playing.mode != .none else { return }
        handle(.player(event))
    }

    /// Takes in an event of a download with a player: performs the steps of both, then takes in what
    /// arose meanwhile.
    func handle(_ event: PlayingDownload.Event) {
        player.events.append(event)
        guard !player.isHandling else { return }
        player.isHandling = true
        while !player.events.isEmpty {
            let event = player.events.removeFirst()
            let now = elapsed
            for step in playing.handle(event, at: now, using: &random) { perform(step, at: now) }
        }
        player.isHandling = false
        endIfOver()
    }

    private func perform(_ step: PlayingDownload.Step, at now: Duration) {
        switch step {
        case .download(let event, let commands):
            trace(now, event, commands)
            perform(commands, at: now)
        case .player(let event, let commands):
            // A player looks at its requests ten times a second.
            let decidesNothing = event == .woke && commands.allSatisfy(\.isWake)
            if !decidesNothing { playerTrace(now, event, commands) }
            for command in commands { perform(command, at: now) }
        }
    }

    private func perform(_ command: PlayerCommand, at now: Duration) {
        switch command {
        case .read(let request): open(request, at: now)
        case .abandon(let id): player.reads.remove(id)
        case .wake(let time):
            player.latestWake += 1
            player.waitsForWake = true
            queue.yield(.wakePlayer(number: player.latestWake, after: time - now))
        case .describe, .fetch, .report: break
        }
    }

    /// Ends the run when the download is over and what there is of it was played.
    func endIfOver() {
        // Steps that are still to be performed may say what the player waits for.
        guard outcome != nil, !player.isHandling else { return }
        if nothingWillCome { stopPlayer() }
        if playing.isPlayed { queue.finish() }
    }

    /// The download is over, and the player waits for what only that could have brought.
    private var nothingWillCome: Bool {
        guard let state = playing.player?.state, state != .paused else { return false }
        return player.reads.isEmpty && !player.waitsForWake
    }

    func stopPlayer() {
        guard playing.player?.isOver == false else { return }
        handle(.player(.stopped))
    }

    func wakePlayer(_ number: Int) {
        guard number == player.latestWake else { return }
        player.waitsForWake = false
        handle(.player(.woke))
    }
}

// MARK: - Reading

extension DownloadDriver {
    /// Opens a segment at once, so that it is there for the reader whatever becomes of it.
    private func open(_ request: SegmentRequest, at now: Duration) {
        let resource = playing.resource(of: request.segment)
        guard let stored = resource.flatMap(store.storedPart) else {
            let segment = "\(request.segment.stream)/\(request.segment.index)"
            player.faults.append("reads \(segment) at \(now), which is not stored")
            return handle(.player(.failed(request.id, reason: "it is not stored")))
        }
        do {
            let part = try OpenedPart(stored, in: PackageFolder(store.layout.root))
            player.reads.insert(request.id)
            queue.yield(.read(request.id, part))
        } catch {
            handle(.player(.failed(request.id, reason: "\(stored.path) \(error)")))
        }
    }

    func read(_ id: PlayerRequestID, _ part: OpenedPart) async {
        do {
            let count = try await NIOThreadPool.singleton.runIfActive { try part.read() }
            guard player.reads.contains(id) else { return }
            handle(.player(.responded(id, byteCount: count)))
            guard player.reads.remove(id) != nil else { return }
            handle(.player(.arrived(id)))
        } catch is CancellationError {
            // The run ends, and the player with it.
        } catch {
            guard player.reads.remove(id) != nil else { return }
            handle(.player(.failed(id, reason: "what is stored of it \(error)")))
        }
    }
}
