internal import AsyncHTTPClient
package import DownloadCore
internal import NIOCore
internal import NIOPosix
package import OfflinePlayback
package import PlaybackCore

/// Performs what a ``DownloadMachine`` decides, and the player beside it if there is one: sends
/// requests, writes and reads files, waits.
///
/// The machines live in this actor, on a thread of the engine's on which its connections are too: what
/// they decide of bytes that come is performed where the bytes are. What has to wait for something
/// else is a child task of ``run()``.
package actor DownloadDriver {
    /// Work for the task group of ``run()``.
    enum Job {
        case load(FetchRequest, until: AsyncStream<Never>)
        case review(RequestID, BodyPlan, PartReview)
        case goOn(RequestID, after: Duration, PartSync?)
        case recheck(RequestID, ResourceID)
        case commit
        case lookForSpace
        case wake(number: Int, after: Duration)
        case askApp(RequestID, ResourceID, identifier: String)
        case read(PlayerRequestID, OpenedPart)
        case wakePlayer(number: Int, after: Duration)
    }

    package typealias Trace = @Sendable (Duration, DownloadEvent, [DownloadCommand]) -> Void

    /// Where the driver and its connections are.
    nonisolated let loop: any EventLoop
    private nonisolated let executor: UnownedSerialExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor }

    var playing: PlayingDownload
    var random: JitterSource
    let keySession: ContentKeySession?
    let resourceLoader: (any AssetResourceLoader)?
    let options: DownloadOptions
    /// What servers are told of who asks.
    var fields: RequestFields
    var pace: BandwidthLimit?
    let store: PackageStore
    let start: ContinuousClock.Instant
    let trace: Trace
    let playerTrace: PlayerTrace
    private let jobs: AsyncStream<Job>
    let queue: AsyncStream<Job>.Continuation
    /// While the download runs.
    private(set) var transport: HTTPTransport?
    var exchanges: [RequestID: Exchange] = [:]
    /// A look at whether what was gathered of parts has waited for too long is to come.
    var isLookDue = false
    /// Keys that have arrived and are not kept yet.
    var arrivedKeys: [ResourceID: ContentKey] = [:]
    /// Number of the machine's latest wish to be woken, which replaces those before.
    var latestWake = 0
    /// Parts that wait to be made durable.
    var finished: [PartCommit.Part] = []
    /// A commit is under way, or about to begin.
    var isCommitting = false
    /// When the commit began that is being performed.
    var commitBegan: Duration?
    /// What a full disk keeps from being done, in order.
    var heldBack: [DownloadCommand] = []
    var outcome: DownloadOutcome?
    var player = PlayerDuties()

    /// Bytes of a dismissed response that are read away to keep its connection.
    static let longestDrain = 64 << 10

    /// Opens the package and prepares the download.
    /// - Parameters:
    ///   - url: absolute http or https URL of a multivariant or media playlist. A user's name and
    ///     password in it go to its origin, and are written nowhere.
    ///   - package: folder of the package; made when missing, gone on with when not.
    ///   - journal: path of the SQLite file that the download's state is kept in.
    ///   - keySession: asks the app for keys that only it can get; nil: there is no app.
    ///   - resourceLoader: loads playlists and keys under schemes of the app's own.
    ///   - mode: whether and when the presentation is played.
    ///   - player: how it is played.
    ///   - random: where the jitter of retries comes from.
    ///   - trace: told of every event with the commands that it led to, in order.
    ///   - playerTrace: the same of the player's, but for wakes at which it decided nothing.
    /// - Throws: ``StoreFailure`` when the package cannot be opened.
    package init(
        url: String, package: String, journal: String, options: DownloadOptions,
        keySession: ContentKeySession? = nil,
        resourceLoader: (any AssetResourceLoader)? = nil,
        playing mode: PlaybackMode = .none, player: PlayerOptions = PlayerOptions(),
        random: any RandomNumberGenerator & Sendable,
        trace: @escaping Trace, playerTrace: @escaping PlayerTrace = { _, _, _ in }
    ) throws(StoreFailure) {
        var options = options
        options.appLoadsPlaylists = resourceLoader != nil
        if let keySession {
            options.keySystems = keySession.keySystem.systems
        } else if resourceLoader != nil {
            options.keySystems = []
        }
        loop = EngineThreads.next()
        executor = loop.executor.asUnownedSerialExecutor()
        self.keySession = keySession
        self.resourceLoader = resourceLoader
        let address = CredentialedURL(url)
        store = try PackageStore(
            package: package, journal: journal, url: address.url)
        playing = PlayingDownload(
            url: address.url, options: options, resuming: store.snapshot, playing: mode, player)
        fields = RequestFields(address, options)
        pace = options.bandwidthLimit.map { BandwidthLimit(bitsPerSecond: $0) }
        self.options = options
        self.random = JitterSource(base: random)
        self.trace = trace
        self.playerTrace = playerTrace
        (jobs, queue) = AsyncStream.makeStream()
        start = ContinuousClock.now
    }

    var machine: DownloadMachine { playing.download }

    /// How far the download is.
    package var progress: DownloadProgress { machine.progress }

    /// Since the driver was made.
    var elapsed: Duration { ContinuousClock.now - start }

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

    /// Requests nothing until ``resume()``; what is open ends, what has arrived of it stays.
    package func suspend() { handle(.suspended) }

    package func resume() { handle(.resumed) }

    /// To be told whenever the network becomes another one, for a download that minds.
    package func networkChanged(_ status: NetworkStatus) { handle(.networkChanged(status)) }

    /// Downloads until the package is complete, or cannot be completed, or the task is cancelled, and
    /// until what there is was played if someone plays it; who has paused is waited for. What has
    /// arrived is kept in every case. To be called once.
    package func run() async -> DownloadOutcome {
        let transport: HTTPTransport
        do throws(TransportFailure) {
            transport = try HTTPTransport(options, on: loop)
        } catch {
            outcome = .failed(
                DownloadFailure(reason: .transport(error), subject: "over a secure connection"))
            return conclude()
        }
        self.transport = transport
        await withDiscardingTaskGroup { group in
            handle(.started)
            for await job in jobs {
                group.addTask { await self.perform(job) }
            }
            if outcome == nil { handle(.cancelled) }
            stopPlayer()
            group.cancelAll()
        }
        self.transport = nil
        for id in exchanges.keys { callOff(id) }
        await transport.shutDown()
        // Whoever goes on need not wait until nobody holds this driver any more.
        defer { store.unlock() }
        return conclude()
    }

    /// Writes down what is there, when the package was not completed.
    private func conclude() -> DownloadOutcome {
        let outcome = outcome ?? .cancelled
        guard outcome != .completed else { return outcome }
        commitRest()
        do throws(StoreFailure) {
            try store.record(machine.progress)
            // What was only played is no package, and nothing that says so.
            if playing.mode != .only { try store.describe() }
        } catch {
            // The outcome already tells the first reason; a disk that refuses this too adds none.
        }
        return outcome
    }
}

// MARK: - What takes time

extension DownloadDriver {
    private func perform(_ job: Job) async {
        switch job {
        case .load(let request, let calledOff): await load(request, until: calledOff)
        case .review(let id, let plan, let review): await self.review(id, plan, review)
        case .goOn(let id, let pause, let sync): await goOn(id, after: pause, sync)
        case .recheck(let id, let resource): await recheck(id, resource)
        case .commit: await commitFinished()
        case .lookForSpace: await lookForSpace()
        case .askApp(let id, let resource, let identifier):
            await askApp(id, resource, identifier)
        case .wake(let number, let pause):
            if await hasSlept(pause), number == latestWake { handle(.woke) }
        case .wakePlayer(let number, let pause):
            if await hasSlept(pause) { wakePlayer(number) }
        case .read(let id, let part): await read(id, part)
        }
    }

    /// - Returns: whether the time has passed. Only the end of the download cancels a sleep; nobody
    ///   waits for the wake then.
    func hasSlept(_ pause: Duration) async -> Bool {
        do {
            try await Task.sleep(for: pause, clock: .continuous)
            return true
        } catch {
            return false
        }
    }
}

// MARK: - The machine's commands

extension DownloadDriver {
    func handle(_ event: DownloadEvent) {
        guard playing.mode == .none else { return handle(.download(event)) }
        let now = elapsed
        let commands = playing.download.handle(event, at: now, using: &random)
        trace(now, event, commands)
        perform(commands, at: now)
    }

    func perform(_ commands: [DownloadCommand], at now: Duration) {
        for (index, command) in commands.enumerated() {
            if !heldBack.isEmpty, command.waitsForSpace {
                heldBack.append(command)
                continue
            }
            do throws(StoreFailure) {
                try take(command, at: now)
            } catch {
                guard error.isDiskFull, options.waitsForSpace else {
                    guard machine.isFinished else { return handle(.storeFailed(error)) }
                    // Nobody would hear of it, and the end may be among what was not performed.
                    return conclude(
                        with: .failed(
                            DownloadFailure(reason: .store(error), subject: "to the package")))
                }
                heldBack = [command]
                perform(Array(commands[(index + 1)...]), at: now)
                return handle(.storeFailed(error))
            }
        }
    }

    private func conclude(with outcome: DownloadOutcome) {
        self.outcome = outcome
        endIfOver()
    }

    /// Performs what is done at once, queues what takes time.
    private func take(_ command: DownloadCommand, at now: Duration) throws(StoreFailure) {
        switch command {
        case .fetch(let request): begin(request)
        case .receive(let id, let plan): exchanges[id]?.decision = .part(plan)
        case .receivePlaylist(let id, let limit):
            exchanges[id]?.decision = .playlist(limit: limit)
        case .receiveKey(let id, let limit): exchanges[id]?.decision = .key(limit: limit)
        case .storeKey(let resource): try storeKey(resource)
        case .askApp(let id, let resource, let identifier):
            queue.yield(.askApp(id, resource, identifier: identifier))
        case .dismiss(let id): exchanges[id]?.decision = .dismiss
        case .abort(let id):
            heldBack.removeAll { $0.requestID == id }
            callOff(id)
        case .recheck(let id, let resource):
            exchanges[id]?.decision = .dismiss
            queue.yield(.recheck(id, resource))
        case .keepPause(let pause): try store.keep(pause)
        case .keepPlaylist(.mediaPlaylist(let stream), let copy) where machine.isGuest(stream):
            store.keepGuest(stream, copy)
        case .keepPlaylist(let resource, let copy): try store.keep(resource, copy)
        case .lay(let plans):
            if let selection = machine.selection {
                try store.lay(
                    plans, selection, machine.keys, superseding: machine.superseded)
            }
        case .layGuest(let stream, let plan):
            try store.layGuest(stream, plan, machine.keys, superseding: machine.superseded)
        case .discardGuestPart(let resource): try store.discardGuestPart(resource)
        case .discardStream(let stream):
            if let stream = machine.stream(at: stream) {
                try store.discardStream(stream.identity)
            }
        case .discardPartial(let resource): try store.discardPartial(resource)
        case .store(let resource, let attestation):
            finished.append(try store.finishing(resource, attestation))
            commitSoon()
        case .seal:
            try store.record(machine.progress)
            try store.seal()
            try store.letGoOfSuperseded()
            handle(.sealed)
        case .lookForSpace: queue.yield(.lookForSpace)
        case .wake(let time):
            latestWake += 1
            queue.yield(.wake(number: latestWake, after: time - now))
        case .report: break
        case .finish(let outcome): conclude(with: outcome)
        }
    }
}
