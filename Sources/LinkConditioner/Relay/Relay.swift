internal import Glibc
package import LinkModel
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// A TCP relay on loopback that makes everything behind it look as far away as a link profile says.
///
/// Every connection to ``port`` is carried over one ``SharedLink`` to a connection of its own to
/// the upstream server, in real time: bytes of the server go through the link's `down` direction,
/// bytes of the client through `up`. The client's `connect` returns at once, as the kernel accepts
/// for the relay, but nothing crosses before the modelled handshake has; the upstream connection is
/// opened when the modelled SYN arrives there. A server that refuses shows as an RST after the
/// round trip. FIN and RST are passed on in order with the data, RST as a real RST.
///
/// Both ends of a connection over the link are modelled TCP: what is read from a socket is what its
/// sender may send, what its receiver has in order is written to the other socket, and what that
/// socket does not take shuts the receive window. Reading from a side stops when its backlog before
/// the link or what the other side has not taken exceeds a bound (``RelayLimits``), so that a slow
/// link or a slow reader is felt by the sender and memory stays bounded.
///
/// A relay runs on a thread of its own. Deliveries are late by the time a wake-up takes, at most
/// about a millisecond on a machine that is not overloaded, and never early.
package final class Relay: Sendable {
    /// Port on which the relay listens.
    package let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let driver: NIOLoopBound<LinkDriver>
    private let listener: any Channel
    /// Set once the relay has shut down: what it had carried by then.
    private let last = Mutex<RelayStatistics?>(nil)

    private init(
        port: Int, group: MultiThreadedEventLoopGroup, driver: NIOLoopBound<LinkDriver>,
        listener: any Channel
    ) {
        self.port = port
        self.group = group
        self.driver = driver
        self.listener = listener
    }

    /// Starts to listen and to relay.
    ///
    /// - Parameters:
    ///   - profile: the link between the two sides.
    ///   - host: name or address of the upstream server, looked up once, now.
    ///   - upstreamPort: its port.
    ///   - listenHost: address to listen on.
    ///   - port: where to listen; 0 for any free port.
    ///   - seed: of all that is random on the link.
    /// - Throws: ``UnsupportedLinkFeatures`` for a profile that the link cannot play,
    ///   ``RelayError`` when the host is unknown or the port cannot be listened on.
    package static func start(
        _ profile: LinkProfile, toHost host: String, port upstreamPort: Int,
        listenHost: String = "127.0.0.1", listenOn port: Int = 0, seed: UInt64 = 1
    ) async throws -> Relay {
        let link = try SharedLink(profile, options: Self.options(for: profile), seed: seed)
        let upstream = try await resolve(host, upstreamPort)
        let limits = (down: RelayLimits(profile.down), up: RelayLimits(profile.up))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        do {
            let driver = try await loop.submit {
                let driver = LinkDriver(
                    link: link, upstream: upstream, loop: loop, down: limits.down, up: limits.up)
                return NIOLoopBound(driver, eventLoop: loop)
            }.get()
            let listener = try await listen(on: listenHost, port, loop: loop, driver: driver)
            let bound = listener.localAddress?.port ?? port
            return Relay(port: bound, group: group, driver: driver, listener: listener)
        } catch {
            try await group.shutdownGracefully()
            throw RelayError.cannotListen(
                host: listenHost, port: port, reason: Self.reason(of: error))
        }
    }

    /// Runs a relay for as long as `body` takes and shuts it down, however that ends.
    package static func run<Result: Sendable>(
        _ profile: LinkProfile, toHost host: String, port upstreamPort: Int, listenOn port: Int = 0,
        body: @Sendable (Relay) async throws -> Result
    ) async throws -> Result {
        let relay = try await start(profile, toHost: host, port: upstreamPort, listenOn: port)
        do {
            let result = try await body(relay)
            await relay.shutdown()
            return result
        } catch {
            await relay.shutdown()
            throw error
        }
    }

    /// Goes over to another profile, whose timeline begins now. Connections stay.
    ///
    /// - Throws: ``UnsupportedLinkFeatures``; the link stays as it was.
    package func change(to profile: LinkProfile) async throws {
        let driver = driver
        try await driver.eventLoop.submit { try driver.value.change(to: profile) }.get()
    }

    /// Lets nothing pass any more, or again what may. Connections stay.
    package func hold(_ isHeld: Bool) async throws {
        let driver = driver
        try await driver.eventLoop.submit { driver.value.hold(isHeld) }.get()
    }

    /// What the relay has carried so far. May be asked for at any time from anywhere.
    package func statistics() async -> RelayStatistics {
        if let last = last.withLock({ $0 }) { return last }
        let driver = driver
        let answer = driver.eventLoop.submit { driver.value.statistics() }
        do {
            return try await answer.get()
        } catch {
            // The loop ended between the two looks, so that its last word is there now.
            return last.withLock { $0 } ?? RelayStatistics()
        }
    }

    /// Closes the listener and every connection, and ends the relay's thread. May be called again.
    ///
    /// - Returns: what the relay had carried when it was shut down.
    @discardableResult
    package func shutdown() async -> RelayStatistics {
        let final = await statistics()
        let isFirst = last.withLock { last in
            defer { last = last ?? final }
            return last == nil
        }
        guard isFirst else { return final }
        let driver = driver
        do {
            try await listener.close()
            try await driver.eventLoop.submit { driver.value.closeAll() }.get()
            try await group.shutdownGracefully()
        } catch {
            // A listener or loop that is closed already is what was asked for.
        }
        return final
    }

    /// TCP as it is, but that sockets read what arrives when they can. Over a link without a rate or
    /// losses, on which nothing tells segments apart, 45 of them go as one, as with segmentation
    /// offload.
    private static func options(for profile: LinkProfile) -> TCPOptions {
        var options = TCPOptions()
        options.readsAtOnce = false
        let isPlain = [profile.down, profile.up].allSatisfy {
            $0.rate == .unlimited && $0.loss == .none && $0.corrupt == .never
        }
        if isPlain, profile.steps.isEmpty { options.segmentBytes *= 45 }
        return options
    }

    private static func reason(of error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        return String(cString: strerror(error.errnoCode))
    }

    private static func resolve(_ host: String, _ port: Int) async throws -> SocketAddress {
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                try SocketAddress.makeAddressResolvingHost(host, port: port)
            }
        } catch {
            throw RelayError.unknownHost(host)
        }
    }

    private static func listen(
        on host: String, _ port: Int, loop: any EventLoop, driver: NIOLoopBound<LinkDriver>
    ) async throws -> any Channel {
        try await ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .socketOption(.so_rcvbuf), value: RelayLimits.socketBufferBytes
            )
            .childChannelOption(
                .socketOption(.so_sndbuf), value: RelayLimits.socketBufferBytes
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(driver.value.accept())
                }
            }
            .bind(host: host, port: port).get()
    }
}
