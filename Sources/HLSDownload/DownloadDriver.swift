internal import AsyncHTTPClient
package import DownloadCore
internal import NIOCore
internal import NIOPosix

/// Performs what a ``DownloadMachine`` decides: sends requests, writes files, waits.
///
/// The machine lives in this actor; each open request is a child task of ``run()``.
package actor DownloadDriver {
    /// What to do with a response that has begun.
    private enum Decision {
        case part(BodyPlan)
        case playlist(limit: Int)
        case key(limit: Int)
        case dismiss
        case drop
    }

    /// Work for the task group of ``run()``.
    private enum Job {
        case fetch(FetchRequest, aborted: AsyncStream<Never>)
        case recheck(RequestID, ResourceID)
        case store(ResourceID, Attestation)
        case wake(number: Int, after: Duration)
        case askApp(RequestID, ResourceID, identifier: String)
    }

    package typealias Trace = @Sendable (Duration, DownloadEvent, [DownloadCommand]) -> Void

    private var machine: DownloadMachine
    private var random: JitterSource
    private let options: DownloadOptions
    private let store: PackageStore
    private let keySession: ContentKeySession?
    private let start: ContinuousClock.Instant
    private let trace: Trace
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private var aborts: [RequestID: AsyncStream<Never>.Continuation] = [:]
    private var decisions: [RequestID: Decision] = [:]
    /// Keys that have arrived and are not kept yet.
    private var arrivedKeys: [ResourceID: ContentKey] = [:]
    /// Number of the machine's latest wish to be woken, which replaces those before.
    private var latestWake = 0
    /// Parts that wait to be made durable.
    private var finished: [PartCommit.Part] = []
    private var isCommitting = false
    private var outcome: DownloadOutcome?

    /// Bytes of a dismissed response that are read away to keep its connection.
    private static let longestDrain = 64 << 10

    /// Opens the package and prepares the download.
    /// - Parameters:
    ///   - url: absolute http or https URL of a multivariant or media playlist.
    ///   - package: folder of the package; made when missing, gone on with when not.
    ///   - journal: path of the SQLite file that the download's state is kept in.
    ///   - keySession: asks the app for keys that only it can get; nil: there is no app.
    ///   - random: where the jitter of retries comes from.
    ///   - trace: told of every event with the commands that it led to, in order.
    /// - Throws: ``StoreFailure`` when the package cannot be opened.
    package init(
        url: String, package: String, journal: String, options: DownloadOptions,
        keySession: ContentKeySession? = nil, random: any RandomNumberGenerator & Sendable,
        trace: @escaping Trace
    ) throws(StoreFailure) {
        var options = options
        if let keySession { options.keySystems = keySession.keySystem.systems }
        self.keySession = keySession
        store = try PackageStore(package: package, journal: journal, url: url)
        machine = DownloadMachine(url: url, options: options, resuming: store.snapshot)
        self.options = options
        self.random = JitterSource(base: random)
        self.trace = trace
        (jobs, queue) = AsyncStream.makeStream()
        start = ContinuousClock.now
    }

    /// How far the download is.
    package var progress: DownloadProgress { machine.progress }

    /// From 0 to 1, with what has arrived of the parts under way.
    package var fractionArrived: Double { machine.fractionArrived }

    /// The variant and renditions chosen, once they are known.
    package var selection: Selection? { machine.selection }

    /// How the selection came about; nil before it is made, and for a media playlist.
    package var resolved: ResolvedSelection? { machine.resolved }

    /// Which parts are durable, by stream and part; empty before the plans are there.
    package var storedParts: [[Bool]] { machine.storedParts }

    /// Bytes received and retries made by earlier runs of the same download.
    package var earlier: (bytesReceived: Int, retries: Int) { store.earlierCounts }

    /// Downloads until the package is complete, or cannot be completed, or the task is cancelled.
    /// What has arrived is kept in every case. To be called once.
    package func run() async -> DownloadOutcome {
        let transport = HTTPTransport(options)
        await withDiscardingTaskGroup { group in
            handle(.started)
            for await job in jobs {
                group.addTask { await self.perform(job, over: transport) }
            }
            if outcome == nil { handle(.cancelled) }
            group.cancelAll()
        }
        await transport.shutDown()
        // Whoever goes on need not wait until nobody holds this driver any more.
        defer { store.unlock() }
        return conclude()
    }

    /// Writes down what is there, when the package was not completed.
    private func conclude() -> DownloadOutcome {
        let outcome = outcome ?? .cancelled
        guard outcome != .completed else { return outcome }
        do throws(StoreFailure) {
            try store.record(machine.progress)
            try store.describe()
        } catch {
            // The outcome already tells the first reason; a disk that refuses this too adds none.
        }
        return outcome
    }
}

// MARK: - The machine's commands

extension DownloadDriver {
    private func handle(_ event: DownloadEvent) {
        let now = ContinuousClock.now - start
        let commands = machine.handle(event, at: now, using: &random)
        trace(now, event, commands)
        do throws(StoreFailure) {
            for command in commands { try take(command, at: now) }
        } catch {
            guard machine.isFinished else { return handle(.storeFailed(error)) }
            // Nobody would hear of it, and the end may be among what was not performed.
            conclude(
                with: .failed(DownloadFailure(reason: .store(error), subject: "to the package")))
        }
    }

    private func conclude(with outcome: DownloadOutcome) {
        self.outcome = outcome
        queue.finish()
    }

    /// Performs what is done at once, queues what takes time.
    private func take(_ command: DownloadCommand, at now: Duration) throws(StoreFailure) {
        switch command {
        case .fetch(let request):
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            aborts[request.id] = continuation
            queue.yield(.fetch(request, aborted: stream))
        case .receive(let id, let plan): decisions[id] = .part(plan)
        case .receivePlaylist(let id, let limit): decisions[id] = .playlist(limit: limit)
        case .receiveKey(let id, let limit): decisions[id] = .key(limit: limit)
        case .storeKey(let resource): try storeKey(resource)
        case .askApp(let id, let resource, let identifier):
            queue.yield(.askApp(id, resource, identifier: identifier))
        case .dismiss(let id): decisions[id] = .dismiss
        case .abort(let id):
            decisions[id] = .drop
            aborts[id]?.finish()
        case .recheck(let id, let resource):
            decisions[id] = .dismiss
            queue.yield(.recheck(id, resource))
        case .keepPlaylist(let resource, let copy): try store.keep(resource, copy)
        case .lay(let plans):
            if let selection = machine.selection {
                try store.lay(plans, selection, superseding: machine.superseded)
            }
        case .discardStream(let stream):
            if let uri = machine.selection?.streams[stream].uri {
                try store.discardStream(uri: uri)
            }
        case .discardPartial(let resource): try store.discardPartial(resource)
        case .store(let resource, let attestation): queue.yield(.store(resource, attestation))
        case .seal:
            try store.record(machine.progress)
            try store.seal()
            try store.letGoOfSuperseded()
            handle(.sealed)
        case .wake(let time):
            latestWake += 1
            queue.yield(.wake(number: latestWake, after: time - now))
        case .report: break
        case .finish(let outcome): conclude(with: outcome)
        }
    }
}

// MARK: - What takes time

extension DownloadDriver {
    private func perform(_ job: Job, over transport: HTTPTransport) async {
        switch job {
        case .fetch(let request, let aborted):
            await fetch(request, over: transport, until: aborted)
        case .recheck(let id, let resource): await recheck(id, resource)
        case .store(let resource, let attestation): await makeDurable(resource, attestation)
        case .askApp(let id, let resource, let identifier):
            await askApp(id, resource, identifier)
        case .wake(let number, let pause):
            do {
                try await Task.sleep(for: pause, clock: .continuous)
                if number == latestWake { handle(.woke) }
            } catch {
                // Only the end of the download cancels a sleep; nobody waits for the wake then.
            }
        }
    }

    /// Exchanges a request for its response, until the machine calls it off.
    private func fetch(
        _ request: FetchRequest, over transport: HTTPTransport, until aborted: AsyncStream<Never>
    ) async {
        await withTaskGroup { group in
            group.addTask { await self.exchange(request, over: transport) }
            group.addTask { for await _ in aborted {} }
            await group.next()
            group.cancelAll()
        }
        aborts[request.id] = nil
        decisions[request.id] = nil
    }

    /// Events of a request that the machine has called off meanwhile change nothing.
    private func exchange(_ request: FetchRequest, over transport: HTTPTransport) async {
        do {
            let response = try await transport.send(request)
            handle(.responded(request.id, response.head))
            switch decisions[request.id] {
            case .part(let plan): try await receive(request.id, plan, response)
            case .playlist(let limit): try await receivePlaylist(request.id, limit, response)
            case .key(let limit): try await receiveKey(request, limit, response)
            case .dismiss: try await drain(response)
            case .drop, nil: return
            }
        } catch let failure as StoreFailure {
            handle(.storeFailed(failure))
        } catch {
            // Called off, by the machine or with the whole download: no failure of the network.
            guard !Task.isCancelled else { return }
            handle(
                .failed(request.id, TransportFailure(error, limit: options.limits.playlistBytes)))
        }
    }

    private func receive(
        _ id: RequestID, _ plan: BodyPlan, _ response: HTTPTransport.Response
    ) async throws {
        let writer = try store.writer(of: plan.resource)
        try await writer.begin(id, appendAt: plan.appendAt)
        guard case .part? = decisions[id] else { return }
        // Only now: the tag must not stand in the journal while bytes of another version are there.
        if plan.appendAt == 0 { try store.begin(plan.resource, entityTag: plan.entityTag) }
        var skip = plan.skip
        var room = plan.take ?? plan.limit
        for try await var chunk in response.body {
            let passed = min(skip, chunk.readableBytes)
            chunk.moveReaderIndex(forwardBy: passed)
            skip -= passed
            guard chunk.readableBytes > 0 else {
                // Nothing to keep, and yet a sign of life.
                handle(.received(id, byteCount: 0))
                continue
            }
            if chunk.readableBytes > room {
                guard plan.take != nil else { throw TransportFailure.tooLong(limit: plan.limit) }
                // The server sends on behind the range; what is wanted of it is here.
                guard room > 0 else { break }
                chunk.moveWriterIndex(to: chunk.readerIndex + room)
            }
            let count = chunk.readableBytes
            guard let isSyncDue = try await writer.append(chunk, from: id) else { return }
            room -= count
            handle(.received(id, byteCount: count))
            if isSyncDue { try store.synced(plan.resource, await writer.sync(), by: writer) }
        }
        let finding = await writer.finding()
        // A body whose reading was called off may look as if it had ended.
        try Task.checkCancellation()
        handle(.ended(id, container: finding))
    }

    private func receivePlaylist(
        _ id: RequestID, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws {
        handle(.endedPlaylist(id, bytes: try await body(of: id, limit, response)))
    }

    /// A body that is kept in memory.
    private func body(
        of id: RequestID, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in response.body {
            guard bytes.count + chunk.readableBytes <= limit else {
                throw TransportFailure.tooLong(limit: limit)
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            handle(.received(id, byteCount: chunk.readableBytes))
        }
        // A body whose reading was called off may look as if it had ended.
        try Task.checkCancellation()
        return bytes
    }

    /// The bytes of a key stay here; the machine is told how many there are.
    private func receiveKey(
        _ request: FetchRequest, _ limit: Int, _ response: HTTPTransport.Response
    ) async throws {
        let bytes = try await body(of: request.id, limit, response)
        arrivedKeys[request.resource] = ContentKey(bytes)
        handle(.endedKey(request.id, byteCount: bytes.count))
        arrivedKeys[request.resource] = nil
    }

    private func askApp(_ id: RequestID, _ resource: ResourceID, _ identifier: String) async {
        guard let keySession else {
            return handle(.keyRefused(id, reason: "there is no app to ask"))
        }
        do {
            let key = try await keySession.contentKey(for: .init(identifier: identifier))
            arrivedKeys[resource] = key
            handle(.endedKey(id, byteCount: key.byteCount))
            arrivedKeys[resource] = nil
        } catch is CancellationError {
            // The download ends; nobody waits for the key.
        } catch {
            handle(.keyRefused(id, reason: "\(error)"))
        }
    }

    private func storeKey(_ resource: ResourceID) throws(StoreFailure) {
        guard case .key(let index) = resource, let key = arrivedKeys[resource] else {
            preconditionFailure("a key is kept in the step in which it arrived")
        }
        try store.keep(machine.keys[index], key)
        handle(.stored(resource))
    }

    /// Reads a short rest away, so that its connection can serve again.
    private func drain(_ response: HTTPTransport.Response) async throws {
        var count = 0
        for try await chunk in response.body {
            count += chunk.readableBytes
            if count > Self.longestDrain { return }
        }
    }

    /// All bytes of a part are on disk: reads them again to say what they are.
    private func recheck(_ id: RequestID, _ resource: ResourceID) async {
        do {
            let writer = try store.writer(of: resource)
            try await writer.begin(id, appendAt: store.partialSize(of: resource))
            handle(.ended(id, container: await writer.finding()))
        } catch {
            handle(.storeFailed(StoreFailure(error)))
        }
    }

    /// Makes a part durable, together with those that finish while the medium is busy.
    private func makeDurable(_ resource: ResourceID, _ attestation: Attestation) async {
        do {
            let (length, sha256) = try await store.writer(of: resource).finish()
            finished.append(
                store.finishing(resource, attestation, length: length, sha256: sha256))
            guard !isCommitting else { return }
            isCommitting = true
            defer { isCommitting = false }
            while !finished.isEmpty {
                let commit = store.commit(of: finished, machine.progress)
                finished = []
                try await NIOThreadPool.singleton.runIfActive { try commit.perform() }
                store.committed(commit)
                for part in commit.parts { handle(.stored(part.resource)) }
            }
        } catch is CancellationError {
            // The download ends. What was not committed is found by the next one, and checked.
        } catch {
            handle(.storeFailed(StoreFailure(error)))
        }
    }
}

extension StoreFailure {
    fileprivate init(_ error: any Error) {
        self = error as? StoreFailure ?? .other(path: "the package", reason: "\(error)")
    }
}
