internal import LinkModel
internal import NIOCore
internal import NIOPosix

/// Moves a ``SharedLink`` with an event loop's clock: what sockets say goes into it, what arrives
/// goes to sockets. What a socket has not taken shuts the modelled receive window.
///
/// Everything happens on one event loop. One wake-up is scheduled at a time, for the link's next
/// event, and no sooner than ``wakeInterval`` after the last; what is due by then is written at
/// once.
final class LinkDriver {
    /// Least time between two wake-ups by the clock: how late a delivery may be on a fast link.
    static let wakeInterval = Duration.microseconds(500)
    /// How long an upstream connection may take before it counts as refused.
    static let connectTimeout = TimeAmount.seconds(60)

    private let upstream: SocketAddress
    private let loop: any EventLoop
    private var downLimits: RelayLimits
    private var upLimits: RelayLimits
    private let start = NIODeadline.now()
    private var link: SharedLink
    /// What arrived; kept for its memory.
    private var events: [LinkEvent] = []
    private var connections: [LinkConnection: RelayConnection] = [:]
    private var closed: [RelayStatistics.Connection] = []
    private var openedConnections = 0
    /// Every socket that is not gone, for shutting down.
    private var ends: [ObjectIdentifier: RelayEnd] = [:]
    /// Ends that do not read until there is room.
    private var paused: [RelayEnd] = []
    /// Streams with bytes that arrived and are not written.
    private var dirty: [(connection: RelayConnection, heading: LinkHeading)] = []
    private var isPumping = false
    private var lastPump = LinkTime.zero
    private var wake: (callback: NIOScheduledCallback, time: LinkTime)?

    init(
        link: SharedLink, upstream: SocketAddress, loop: any EventLoop, down: RelayLimits,
        up: RelayLimits
    ) {
        self.link = link
        self.upstream = upstream
        self.loop = loop
        downLimits = down
        upLimits = up
    }

    func change(to profile: LinkProfile) throws(UnsupportedLinkFeatures) {
        try link.change(to: profile, at: now())
        downLimits = RelayLimits(profile.down)
        upLimits = RelayLimits(profile.up)
        pump()
    }

    func hold(_ isHeld: Bool) {
        link.hold(isHeld, at: now())
        pump()
    }

    private func now() -> LinkTime {
        LinkTime(nanoseconds: Int((NIODeadline.now() - start).nanoseconds))
    }
}

// MARK: What sockets say

extension LinkDriver {
    /// Makes the end of a client that is about to connect.
    func accept() -> RelayEnd {
        RelayEnd(heading: .up, driver: self)
    }

    /// A socket is connected. For a client's this is when its SYN starts over the link.
    func opened(_ end: RelayEnd) {
        ends[ObjectIdentifier(end)] = end
        guard end.heading == .up else { return }
        openedConnections += 1
        let id = link.open(at: now())
        let connection = RelayConnection(id: id, number: openedConnections, client: end)
        end.connection = connection
        connections[id] = connection
        pump()
    }

    func received(_ bytes: ByteBuffer, by end: RelayEnd) {
        guard let connection = end.connection, !connection.isOver else { return }
        let heading = end.heading
        link.offer(bytes.readableBytes, on: connection.id, heading, at: now())
        connection.withStream(heading) { $0.store(bytes) }
        guard isFull(connection, heading) else { return }
        end.pause()
        paused.append(end)
    }

    /// There is no socket any more.
    func closed(_ end: RelayEnd) {
        ends[ObjectIdentifier(end)] = nil
    }

    /// A socket has sent its FIN.
    func ended(_ end: RelayEnd) {
        guard let connection = end.connection else { return }
        link.finish(connection.id, end.heading, at: now())
        pump()
    }

    /// A socket was reset or broke down.
    func failed(_ end: RelayEnd) {
        guard let connection = end.connection else { return }
        link.reset(connection.id, end.heading, at: now())
        pump()
    }

    /// A socket took bytes of the direction that goes to it.
    func released(_ count: Int, by end: RelayEnd) {
        guard let connection = end.connection else { return }
        let heading = end.heading.opposite
        connection.withStream(heading) { $0.release(count) }
        // Opens the modelled receive window, of which the other side may have to hear.
        link.read(count, on: connection.id, heading, at: now())
        guard !isPumping else { return }
        resumeReaders()
        if let next = link.nextEvent { schedule(next) }
    }

    private func isFull(_ connection: RelayConnection, _ heading: LinkHeading) -> Bool {
        let limits = heading == .down ? downLimits : upLimits
        let held = connection.withStream(heading) { $0.heldBytes }
        return held >= limits.heldBytes
            || link.backlog(connection.id, heading) >= limits.backlogBytes
    }

    private func resumeReaders() {
        guard !paused.isEmpty else { return }
        paused.removeAll { end in
            if end.isGone { return true }
            guard let connection = end.connection, isFull(connection, end.heading) else {
                end.resume()
                return true
            }
            return false
        }
    }
}

// MARK: What arrives

extension LinkDriver: NIOScheduledCallbackHandler {
    func handleScheduledCallback(eventLoop: some EventLoop) {
        wake = nil
        pump()
    }

    /// Moves the link to the present, hands over what arrived, and schedules the next wake-up.
    func pump() {
        guard !isPumping else { return }
        isPumping = true
        var next: LinkTime?
        repeat {
            lastPump = now()
            var batch: [LinkEvent] = []
            swap(&batch, &events)
            link.advance(to: lastPump, into: &batch)
            for event in batch { handle(event) }
            batch.removeAll(keepingCapacity: true)
            swap(&batch, &events)
            writeArrived()
            next = link.nextEvent
        } while next.map { $0 <= lastPump } ?? false
        isPumping = false
        resumeReaders()
        if let next { schedule(next) }
    }

    private func schedule(_ next: LinkTime) {
        let soonest = LinkTime(lastPump.elapsed + Self.wakeInterval)
        let time = max(next, soonest)
        if let wake {
            if wake.time <= time { return }
            wake.callback.cancel()
        }
        let deadline = start + .nanoseconds(Int64(time.nanoseconds))
        do {
            wake = (
                try loop.assumeIsolated().scheduleCallback(at: deadline, handler: self), time
            )
        } catch {
            // The loop is shutting down; nothing is to be delivered any more.
            wake = nil
        }
    }

    private func handle(_ event: LinkEvent) {
        guard let connection = connections[event.connection] else { return }
        switch event.what {
        case .requested:
            connect(connection)
        case .established:
            break
        case .data(let heading, let bytes):
            if connection.withStream(heading, { $0.deliver(bytes) }) {
                dirty.append((connection, heading))
            }
        case .finished(let heading):
            write(connection, heading)
            connection.destination(of: heading)?.finish()
            connection.finished.insert(heading)
            if connection.finished.count == 2 { forget(connection) }
        case .reset(let heading):
            write(connection, heading)
            connection.destination(of: heading)?.reset()
            connection.source(of: heading)?.reset()
            forget(connection)
        }
    }

    private func writeArrived() {
        for (connection, heading) in dirty { write(connection, heading) }
        dirty.removeAll(keepingCapacity: true)
    }

    private func write(_ connection: RelayConnection, _ heading: LinkHeading) {
        guard let end = connection.destination(of: heading) else { return }
        while let bytes = connection.withStream(heading, { $0.next() }) { end.write(bytes) }
        end.flush()
    }

    private func forget(_ connection: RelayConnection) {
        connection.isOver = true
        connections[connection.id] = nil
        if closed.count == RelayStatistics.maximumClosedConnections { closed.removeFirst() }
        closed.append(connection.statistics)
        connection.client.connection = nil
        connection.server?.connection = nil
    }
}

// MARK: The server's side

extension LinkDriver {
    private func connect(_ connection: RelayConnection) {
        let end = RelayEnd(heading: .down, driver: self)
        end.connection = connection
        connection.server = end
        let handler = NIOLoopBound(end, eventLoop: loop)
        ClientBootstrap(group: loop)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.socketOption(.so_rcvbuf), value: RelayLimits.socketBufferBytes)
            .channelOption(.recvAllocator, value: RelayLimits.wholeWrites)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler.value)
                }
            }
            .connect(to: upstream)
            .assumeIsolated()
            .whenComplete { [self] result in
                switch result {
                case .success: link.accept(connection.id, at: now())
                case .failure: link.refuse(connection.id, at: now())
                }
                pump()
            }
    }

    /// Closes every socket at once.
    func closeAll() {
        wake?.callback.cancel()
        wake = nil
        for end in ends.values { end.close() }
    }

    func statistics() -> RelayStatistics {
        pump()
        var statistics = RelayStatistics()
        statistics.elapsed = lastPump.elapsed
        statistics.down.counters = link.counters(.down)
        statistics.down.packets = link.pathCounters(.down)
        statistics.up.packets = link.pathCounters(.up)
        statistics.down.queuedPackets = link.queuedPackets(.down)
        statistics.up.counters = link.counters(.up)
        statistics.up.queuedPackets = link.queuedPackets(.up)
        statistics.openedConnections = openedConnections
        statistics.openConnections = connections.count
        statistics.connections = (closed + connections.values.map(\.statistics))
            .sorted { $0.number < $1.number }
        return statistics
    }
}
