internal import DownloadCore
internal import HLSPlaylist
internal import Scenarios

// The machine: what it is told, and what its commands do.
extension World {
    mutating func tell(_ event: DownloadEvent) {
        guard outcome == nil, !isStopped else { return }
        let commands = machine.handle(event, at: elapsed, using: &random)
        eventCount += 1
        if event == .woke { wakesAtOnce += 1 }
        watch?(elapsed, event, commands)
        let isLast = wakesAtOnce == Self.mostWakesAtOnce || eventCount == Self.mostEvents
        if settings.keepsTrace || isLast {
            lastLine = TraceLine(at: elapsed, event, commands).bytes
        }
        if settings.keepsTrace { trace.append(lastLine) }
        for command in commands where !isStopped {
            perform(command)
            commandCount += 1
            if settings.stop == .command(commandCount) { isStopped = true }
        }
        if settings.stop == .event(eventCount) { isStopped = true }
    }

    private mutating func perform(_ command: DownloadCommand) {
        switch command {
        case .fetch(let request):
            waiting.append(request)
            connectWaiting()
        case .receive(let id, let plan):
            if let key = key(of: plan.resource) {
                disk.begin(key, at: plan.appendAt, entityTag: plan.entityTag)
            }
            decide(id, .part(plan, skip: plan.skip, room: plan.take ?? plan.limit))
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
        case .abort(let id): abort(id)
        case .keepPlaylist(_, let copy): disk.keep(copy)
        case .lay(let plans):
            disk.plans = plans
            disk.selection = machine.selection
            disk.superseded = machine.superseded
        case .discardStream(let stream):
            if let stream = machine.selection?.streams[stream] {
                disk.discardStream(stream.identity)
            }
        case .discardPartial(let resource):
            if let key = key(of: resource) { disk.parts[key] = nil }
        case .store(let resource, let attestation):
            if let key = key(of: resource) { disk.parts[key]?.attestation = attestation }
            queue.add(.event(.stored(resource)), at: later)
        case .lookForSpace: queue.add(.event(.spaceFound), at: later)
        case .seal:
            disk.letGoOfSuperseded()
            queue.add(.event(.sealed), at: later)
        case .wake(let time):
            wish = max(now, time.wholeNanosecondsRoundedUp)
            queue.add(.wake, at: wish ?? now)
        case .report: break
        case .finish(let outcome): self.outcome = outcome
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
        guard let key = key(of: resource), let attestation = disk.parts[key]?.attestation else {
            preconditionFailure("only a part that was told to be stored becomes durable")
        }
        disk.store(key, attestation)
    }

    func key(of resource: ResourceID) -> SimulatedDisk.Key? {
        guard case .part(let stream, let index) = resource, let plan = machine.plans[stream] else {
            return nil
        }
        return SimulatedDisk.Key(stream: plan.stream.identity, index: index)
    }

    func finding(of resource: ResourceID) -> ContainerFinding {
        let part = key(of: resource).flatMap { disk.parts[$0] } ?? SimulatedDisk.Part()
        let plan = machine.part(resource)
        return part.finding(
            isEncrypted: plan?.needsKey ?? false,
            isAuthenticated: plan?.encryption?.method == .aes256GCM, script.resource(at:))
    }
}

extension Duration {
    /// Whole nanoseconds, a fraction counted as one: never earlier than the duration.
    var wholeNanosecondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
    }
}
