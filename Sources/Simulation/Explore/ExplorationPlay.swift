internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios

/// An ``Exploration`` while it is played: run after run on one disk, until the download is over.
struct ExplorationPlay {
    let exploration: Exploration
    private let tamper: WorldTamper?
    private let watch: Exploration.Watch?
    private let options: DownloadOptions
    var outcome = ExplorationOutcome()
    private var disk = SimulatedDisk()
    /// The version that the origin has now.
    private(set) var origin: ExploredOrigin
    private var script: OriginScript
    /// Versions that there have been.
    private var versions: [ExploredOrigin]
    private var crashes: [Exploration.Interruption]
    private var tokens = 0
    /// Bytes of parts that arrived, and those of them that a power cut took.
    private var received = 0
    private var lost = 0
    /// How long the origin wants to be left alone yet, from the beginning of the next run.
    private var patience = Duration.zero

    init(
        _ exploration: Exploration, _ tamper: WorldTamper?, _ watch: Exploration.Watch?
    ) throws(SyntheticDescriptionError) {
        self.exploration = exploration
        self.tamper = tamper
        self.watch = watch
        options = exploration.options
        origin = try ExploredOrigin(exploration.asset)
        versions = [origin]
        script = origin.script(exploration.faults)
        crashes = exploration.interruptions.filter(\.isCrash)
    }

    mutating func play() -> ExplorationOutcome {
        while outcome.runs < Exploration.mostRuns {
            let crash = crashes.isEmpty ? nil : crashes.removeFirst()
            guard let history = run(until: crash), !isOver(after: history) else {
                return outcome
            }
            if let crash { restart(after: crash, history) }
        }
        outcome.violations.append(Violation(.ends, "\(outcome.runs) runs are not enough"))
        return outcome
    }

    /// One run. Nil when it could not go on.
    private mutating func run(until crash: Exploration.Interruption?) -> WorldHistory? {
        outcome.runs += 1
        var settings = World.Settings(
            options: options, link: exploration.link,
            seed: exploration.seed &+ UInt64(outcome.runs), keepsTrace: false)
        settings.tamper = tamper
        settings.playback = exploration.playback?.world
        settings.query = tokens == 0 ? nil : "token=\(tokens)"
        switch crash {
        case .kill(let count), .powerCut(let count): settings.stop = .command(count)
        default: break
        }
        settings.interruptions = exploration.interruptions.flatMap {
            $0.events(from: outcome.elapsed)
        }
        let successor = successor
        let (watch, number) = (watch, outcome.runs)
        var audit = RunAudit(limit: exploration.parallelRequests)
        do {
            var world = try World(
                settings, origin: script, playlists: origin.playlists, disk: disk,
                successor: successor.map { ($0.script(exploration.faults), $0.playlists) },
                watch: {
                    audit.take($0, $1)
                    watch?(number, $0, $1)
                })
            let history = try world.run()
            judge(history, audit)
            take(history, successor)
            return history
        } catch {
            outcome.violations += audit.violations
            outcome.violations.append(Violation(.ends, "\(error)"))
            return nil
        }
    }

    /// How long the playback would have stalled over another link, nothing else happening to it; nil
    /// when it does not end there.
    func stalled(over link: LinkProfile) -> Duration? {
        var settings = World.Settings(
            options: options, link: link, seed: exploration.seed &+ 1, keepsTrace: false)
        settings.playback = exploration.playback?.world
        settings.tamper = tamper
        // A link of the same kind can be played, and what cannot end is seen elsewhere.
        let world = try? World(settings, origin: origin.script([]), playlists: origin.playlists)
        guard var world, let history = try? world.run(), history.playback?.state == .ended
        else { return nil }
        return history.playback?.played.stalled
    }

    /// What takes the origin's place during the next run; nil when nothing does.
    private var successor: ExploredOrigin? {
        let isDue = exploration.interruptions.contains {
            if case .newVersion(let time) = $0 { time >= outcome.elapsed } else { false }
        }
        guard isDue else { return nil }
        // A description that made an asset makes another with another seed.
        return try? ExploredOrigin(origin.asset.description.nextVersion)
    }

    private mutating func take(_ history: WorldHistory, _ successor: ExploredOrigin?) {
        outcome.requests += history.requests
        outcome.events += history.events
        let end = outcome.elapsed + history.elapsed
        if let successor, history.originWasReplaced {
            origin = successor
            versions.append(successor)
        }
        outcome.elapsed = end
        received += history.partBytes - history.guestPartBytes
        disk = history.disk
        script = history.origin
    }

    /// Whether the download is over, or is left alone with a reason to wait.
    private mutating func isOver(after history: WorldHistory) -> Bool {
        switch history.outcome {
        case .completed:
            outcome.end = .completed
            judgeCompleted()
            return true
        case .needsNewURL where tokens < exploration.faults.count:
            // As an app does: it gets a URL that is valid, and goes on.
            tokens += 1
            return false
        case .failed(let failure), .needsNewURL(let failure):
            outcome.end = .failed
            outcome.reason = failure.description
            judgeFailed(failure)
            return true
        case .cancelled where exploration.playback?.mode == .only:
            outcome.end = .played
            return true
        case .cancelled:
            outcome.violations.append(Violation(.ends, "it is cancelled, and nobody wanted that"))
            return true
        case nil:
            guard let reason = history.waitingReason, !history.wasStopped else { return false }
            outcome.end = .waiting
            outcome.reason = "\(reason)"
            return true
        }
    }

    private mutating func restart(after crash: Exploration.Interruption, _ history: WorldHistory) {
        guard history.wasStopped else { return }
        let isPowerCut = if case .powerCut = crash { true } else { false }
        let left = disk.after(isPowerCut ? .powerCut : .kill)
        disk = left.disk
        lost += left.lost
        guard exploration.interruptions.contains(.newPresentation), versions.count == 1,
            // A description that made an asset makes a longer one, too.
            let next = try? ExploredOrigin(origin.asset.description.nextPresentation)
        else { return }
        origin = next
        versions.append(next)
        script = next.script(exploration.faults)
    }
}

// MARK: - The rules

extension ExplorationPlay {
    private mutating func judge(_ history: WorldHistory, _ audit: RunAudit) {
        outcome.violations += audit.violations
        if history.mostConnections > exploration.parallelRequests {
            outcome.violations.append(
                Violation(.connections, "\(history.mostConnections) connections are open"))
        }
        judgeRequests(history)
        judgeParts(history.disk)
        if let playback = history.playback { judge(playback, history, audit) }
        guard !exploration.changesOrigin, let parts = audit.partsAtStart else { return }
        let stored = disk.parts.count { $0.value.isStored && !disk.isGuest($0.key.stream) }
        if parts < stored {
            outcome.violations.append(
                Violation(.progress, "\(stored) parts were durable, and it begins with \(parts)"))
        }
    }

    private mutating func judgeRequests(_ history: WorldHistory) {
        // One host: what an answer asks for holds for every request, those of the next run included.
        var gates = [(from: 0, to: patience)]
        gates += history.exchanges.compactMap { exchange -> (from: Int, to: Duration)? in
            guard let head = exchange.headAt, let pause = exchange.pause, pause > .zero else {
                return nil
            }
            return (exchange.wantedBeforeHead, head + pause)
        }
        for (place, exchange) in history.exchanges.enumerated() {
            if let gate = gates.first(where: { $0.from <= place && exchange.wantedAt < $0.to }) {
                outcome.violations.append(
                    Violation(
                        .early,
                        "\(exchange.resource) is wanted at \(exchange.wantedAt), asked for was not "
                            + "before \(gate.to)"))
                return
            }
            guard !exploration.changesOrigin, let part = exchange.part,
                disk.parts[part]?.isStored == true, !history.disk.isGuest(part.stream)
            else { continue }
            outcome.violations.append(
                Violation(.fetchedTwice, "\(part) was durable before and is asked for again"))
        }
        let isForgotten = exploration.interruptions.contains {
            // Nothing can be kept on a disk that is full.
            if case .diskFull = $0 { true } else { false }
        }
        let last = gates.map(\.to).max() ?? .zero
        patience = isForgotten ? .zero : max(last - history.elapsed, .zero)
    }

    /// Every part, finished or not, is of one version.
    private mutating func judgeParts(_ disk: SimulatedDisk) {
        let mixed = disk.parts.filter {
            $0.value.pieces.count > 1 || $0.value.isStored && $0.value.isForeign
        }
        // The first in order: which one a dictionary gives first differs from process to process.
        guard
            let (key, part) = mixed.min(by: {
                ($0.key.stream, $0.key.index) < ($1.key.stream, $1.key.index)
            })
        else { return }
        outcome.violations.append(
            Violation(
                .mixture,
                "\(key) is made of \(part.pieces.map(\.identity).joined(separator: ", "))"))
    }

    private mutating func judgeCompleted() {
        let evidence = disk.evidence(for: origin.catalog)
        // Segments that were there when the origin changed stay: under the same names, nothing says
        // that they are another version's. And another version may rank its variants otherwise.
        let requested = versions.compactMap {
            RequestedQuality(exploration.quality, in: $0.asset.catalog)
        }
        if !requested.contains(where: { isWhole(evidence, $0) }) {
            let holes = zip(versions, requested).map {
                OnDisk(of: evidence, against: $0.catalog, for: $1).firstHole
            }
            outcome.violations.append(
                Violation(
                    .hole, "it completes, and \(holes.last.flatMap(\.self) ?? "it is not whole")"))
        }
        for fault in evidence.playlistFaults {
            outcome.violations.append(Violation(.hole, "it completes, and \(fault)"))
        }
        judgeBytes(requested)
    }

    /// Whether each segment is that of one version or another, all of them cut in the same places.
    private func isWhole(_ evidence: PackageEvidence, _ requested: RequestedQuality) -> Bool {
        requested.streams.allSatisfy { id in
            guard let found = evidence.streams[id] else { return false }
            let alike = versions.compactMap { $0.catalog.stream(id) }.filter {
                $0.segments.count == found.segments.count
            }
            return !alike.isEmpty
                && found.segments.indices.allSatisfy { index in
                    alike.contains { $0.segments[index].sha256 == found.segments[index]?.sha256 }
                }
        }
    }

    private mutating func judgeBytes(_ requested: [RequestedQuality]) {
        let streams = requested.flatMap(\.streams)
        let others = disk.plans.filter { plan in
            !streams.contains { id in
                origin.catalog.stream(id).map { "/" + $0.playlist }
                    == World.path(of: plan.playlistURL)
            }
        }
        if let other = others.first {
            outcome.violations.append(
                Violation(.fetchedTwice, "\(other.playlistURL) was not asked for, and is there"))
        }
        let twice = received - disk.partBytes
        if !exploration.mayWaste, twice > lost {
            outcome.violations.append(
                Violation(.fetchedTwice, "\(twice) bytes came twice, \(lost) were lost"))
        }
    }

    private mutating func judgeFailed(_ failure: DownloadFailure) {
        if disk.isSealed, !exploration.changesOrigin {
            outcome.violations.append(Violation(.hole, "it fails, and the package is sealed"))
        }
        if exploration.faults.isEmpty, exploration.interruptions.isEmpty,
            exploration.link.isSteady
        {
            outcome.violations.append(
                Violation(.ends, "it fails without a reason from outside: \(failure)"))
        }
    }
}
