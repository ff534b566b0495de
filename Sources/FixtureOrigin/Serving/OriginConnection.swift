import NIOCore
import NIOHTTPTypes
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One connection, as far as faults reach past HTTP into the socket.
struct OriginConnection {
    let channel: any Channel

    /// How long a closed connection waits for the peer's FIN.
    static let closingPatience = Duration.seconds(1)
    /// How long a pause or a reset waits for the peer's system to have the bytes before it.
    static let acknowledgementPatience = Duration.seconds(60)
    /// How often it asks.
    static let acknowledgementInterval = Duration.milliseconds(1)

    /// Sends bytes of a body and returns when the system has taken them.
    ///
    /// Written past Hummingbird's writer, which returns when the bytes are in its own queue. Both
    /// go through the same event loop in the order of the calls.
    func write(_ bytes: ByteBuffer) async throws {
        try await channel.writeAndFlush(HTTPResponsePart.body(bytes))
    }

    /// Returns when the system has taken everything written before.
    func flush() async throws {
        try await write(ByteBuffer())
    }

    /// Sends nothing for a time. Ends early, by an error, when the connection breaks or the task is
    /// cancelled.
    func pause(for duration: Duration) async throws {
        guard duration > .zero else { return }
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(duration)) {}
        channel.closeFuture.whenComplete { _ in timer.cancel() }
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }

    /// Ends the answer with a FIN, behind everything written before.
    func closeInGoodOrder() async throws {
        try await channel.close(mode: .output)
    }

    /// Waits until the peer closes too, for a bounded time. To close a socket with unread requests
    /// in it would send a RST after the FIN and might destroy bytes on their way.
    func waitForPeer() async {
        // Ends by time or by an error; both are what was waited for.
        try? await pause(for: Self.closingPatience)
    }

    /// Ends the connection with a RST, once the peer's system has everything written before.
    ///
    /// - Returns: bytes that it still did not have when patience ended.
    func reset() async throws -> Int {
        // A RST overtakes bytes that are still in the send queue and destroys them.
        let missing = try await drain()
        if let options = channel as? any SocketOptionProvider {
            // Closing with no time to linger is what makes a RST of it.
            try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
        return missing
    }

    /// Waits until the peer's system has acknowledged everything, in vain for a bounded time.
    ///
    /// The kernel has no event for an empty send queue. It has SIOCOUTQ (tcp(7)), which is asked
    /// every millisecond.
    ///
    /// - Returns: bytes that are not acknowledged when patience ends.
    /// - Throws: when the connection breaks or the task is cancelled.
    @discardableResult
    func drain() async throws -> Int {
        let deadline = ContinuousClock.now + Self.acknowledgementPatience
        while true {
            let missing = try await unacknowledgedBytes()
            guard missing > 0, ContinuousClock.now < deadline else { return missing }
            try await Task.sleep(for: Self.acknowledgementInterval)
        }
    }

    private func unacknowledgedBytes() async throws -> Int {
        let channel = channel
        let length = try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self, Self.sendQueueLength)
        }.get()
        // Without a socket there is no queue of the system.
        return length ?? 0
    }

    /// Bytes that the system holds and the peer has not acknowledged.
    private static func sendQueueLength(_ socket: NIOBSDSocket.Handle) throws -> Int {
        var length: CInt = 0
        // SIOCOUTQ is TIOCOUTQ under another name (linux/sockios.h), and only the latter is visible.
        guard ioctl(socket, UInt(TIOCOUTQ), &length) == 0 else {
            throw IOError(errnoCode: errno, reason: "ioctl(SIOCOUTQ)")
        }
        return Int(length)
    }
}
