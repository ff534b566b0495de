internal import DownloadCore
internal import HLSPlaylist
internal import OfflinePlayback
internal import Scenarios

// The machine: what it is told, and what its commands do.
extension World {
    mutating func tell(_ event: DownloadEvent) {
        guard outcome == nil, !isStopped, !isDead else { return }
        writeOut()
        guard !plays else { return tellBoth(.download(event)) }
        let now = elapsed
        let told = settings.tamper?.event(event) ?? event
        var commands = playing.download.handle(told, at: now, using: &random)
        if let tamper = settings.tamper { commands = tamper.commands(commands) }
        self.told(event, commands)
    }

    /// Tells the machine of bytes, as it hears of nothing else so often.
    mutating func tellReceived(_ id: RequestID, _ count: Int) {
        guard !isWatched, eventCount + 1 < Self.mostEvents, !isTelling else {
            return tell(.received(id, byteCount: count))
        }
        guard !hasOutcome, !isStopped, !isDead else { return }
        if plays {
            let steps = playing.received(count, of: id, at: elapsed, using: &random)
            guard let steps else { return eventCount += 1 }
            writeOut()
            perform(steps)
        } else {
            let event = DownloadEvent.received(id, byteCount: count)
            let commands = playing.download.handle(event, at: elapsed, using: &random)
            guard !commands.isEmpty else { return eventCount += 1 }
            writeOut()
            told(event, commands)
        }
    }

    /// The machine was told an event: notes it and performs the commands that it led to.
    mutating func told(_ event: DownloadEvent, _ commands: [DownloadCommand]) {
        eventCount += 1
        if case .woke = event { wakesAtOnce += 1 }
        watch?(elapsed, .download(event, commands))
        let isLast = wakesAtOnce == Self.mostWakesAtOnce || eventCount == Self.mostEvents
        if settings.keepsTrace || isLast {
            lastLine = TraceLine(at: elapsed, event, commands).bytes
        }
        if settings.keepsTrace { trace.append(lastLine) }
        if !outside.awaited.isEmpty { noteProgress(event, commands) }
        perform(commands)
        pass(.event(eventCount))
    }

    /// Performs commands as a driver does: behind one that a full disk keeps from being done, those
    /// that touch the disk wait too.
    mutating func perform(_ commands: [DownloadCommand]) {
        for (index, command) in commands.enumerated() where !isStopped && !isDead {
            if !heldBack.isEmpty, command.waitsForSpace {
                heldBack.append(command)
                continue
            }
            guard isDiskFull, command.needsSpace else {
                pass(.beforeCommand(commandCount + 1))
                guard !isStopped else { return }
                perform(command)
                commandCount += 1
                pass(.command(commandCount))
                continue
            }
            guard settings.options.waitsForSpace else {
                guard machine.isFinished else { return tell(.storeFailed(diskFull)) }
                // Nobody would hear of it, and the end may be among what was not performed.
                return perform(
                    .finish(
                        .failed(
                            DownloadFailure(reason: .store(diskFull), subject: "to the package"))))
            }
            heldBack = [command]
            perform(Array(commands[(index + 1)...]))
            return tell(.storeFailed(diskFull))
        }
    }

    /// A point at which the run may stop.
    private mutating func pass(_ point: Stop) {
        guard !isStopped else { return }
        visit?(point, disk.laidAside(at: elapsed), script)
        if settings.stop == point { isStopped = true }
    }

    private mutating func perform(_ command: DownloadCommand) {
        switch command {
        case .fetch(let request):
            noteFetch(request)
            waiting.append(request)
            connectWaiting()
        case .receive(let id, let plan):
            if let key = playing.download.key(of: plan.resource) {
                disk.begin(key, at: plan.appendAt, entityTag: plan.entityTag)
            }
            receive(id, plan)
        case .receivePlaylist(let id, let limit): decide(id, .playlist(limit: limit))
        case .receiveKey(let id, let limit): decide(id, .key(limit: limit))
        case .askApp(let id, let resource, _):
            // The app's own way to its server is no part of the world.
            guard case .key(let index) = resource else { return }
            queue.add(.event(.endedKey(id, byteCount: machine.keys[index].byteCount)), at: later)
        case .storeKey(let resource): queue.add(.event(.stored(resource)), at: later)
        case .dismiss(let id): decide(id, .dismiss)
        case .recheck(let id, let resource):
            decide(id, .dismiss)
            queue.add(.event(.ended(id, container: finding(of: resource))), at: later)
        case .abort(let id):
            heldBack.removeAll { $0.requestID == id }
            abort(id)
        case .keepPause(let pause): disk.keep(pause, at: elapsed)
        case .keepPlaylist(_, let copy): disk.keep(copy)
        case .lay(let plans):
            disk.plans = plans
            disk.selection = machine.selection
            disk.superseded = machine.superseded
            // A package that was complete and no longer is must not be taken for one that plays.
            if machine.storedParts.contains(where: { $0.contains(false) }) { disk.isSealed = false }
        case .layGuest: disk.superseded = machine.superseded
        case .discardGuestPart(let resource):
            if let key = playing.download.key(of: resource) { disk.parts[key] = nil }
        case .discardStream(let stream):
            if let stream = machine.stream(at: stream) {
                disk.discardStream(stream.identity)
            }
        case .discardPartial(let resource):
            if let key = playing.download.key(of: resource) { disk.parts[key] = nil }
        case .store(let resource, let attestation):
            if let key = playing.download.key(of: resource) {
                disk.parts[key]?.attestation = attestation
            }
            queue.add(.event(.stored(resource)), at: later)
        case .lookForSpace: queue.add(.look, at: later)
        case .seal:
            disk.letGoOfSuperseded()
            queue.add(.event(.sealed), at: later)
        case .wake(let time):
            wish = max(now, time.wholeNanosecondsRoundedUp)
            queue.add(.wake, at: wish ?? now)
        case .report: break
        case .finish(let outcome):
            guard !renewToken(after: outcome) else { return }
            self.outcome = outcome
            finishedAt = finishedAt ?? elapsed
            leaveAll()
        }
    }

    private var later: Int { now + Self.storeTime.wholeNanosecondsRoundedUp }

    /// The bytes of a part, or a key, have become durable.
    mutating func commitStore(of resource: ResourceID) {
        if case .key(let index) = resource {
            guard !machine.keys[index].isFromApp else { return }
            disk.keys[machine.keys[index].identity] = machine.keys[index].byteCount
            return
        }
        guard let key = playing.download.key(of: resource),
            let attestation = disk.parts[key]?.attestation
        else {
            preconditionFailure("only a part that was told to be stored becomes durable")
        }
        disk.store(key, attestation)
    }

    func key(of resource: ResourceID) -> SimulatedDisk.Key? { playing.download.key(of: resource) }

    func finding(of resource: ResourceID) -> ContainerFinding {
        let part = key(of: resource).flatMap { disk.parts[$0] } ?? SimulatedDisk.Part()
        let plan = machine.part(resource)
        return part.finding(
            isEncrypted: plan?.needsKey ?? false,
            isAuthenticated: plan?.encryption?.method == .aes256GCM, script.resource(at:))
    }
}

extension DownloadMachine {
    /// The place of a part on a disk. Asked of the machine where a world changes, which would be copied
    /// to be asked itself.
    func key(of resource: ResourceID) -> SimulatedDisk.Key? {
        guard case .part(let place, let index) = resource, let stream = plans[place]?.stream else {
            return nil
        }
        return SimulatedDisk.Key(stream: stream.identity, index: index)
    }
}

extension Duration {
    /// Whole nanoseconds, a fraction counted as one: never earlier than the duration.
    var wholeNanosecondsRoundedUp: Int {
        let whole = attoseconds / 1_000_000_000
        return Int(whole) + (whole * 1_000_000_000 < attoseconds ? 1 : 0)
    }
}
