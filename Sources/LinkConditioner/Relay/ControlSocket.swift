internal import Glibc
internal import NIOCore
internal import NIOPosix

/// A socket in the file system on which a running program takes orders: a line each, answered with a
/// line each. For the user who started it only.
package enum ControlSocket {
    /// Bytes of one order.
    static let maximumOrderBytes = 4_096

    /// Why there is no such socket.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        package var description: String
    }

    /// Listens at `path` for as long as `body` takes, and removes the file then.
    ///
    /// - Parameters:
    ///   - path: a file that is not there, or a socket that nobody listens on any more.
    ///   - answer: what to say to an order, without line breaks.
    /// - Throws: ``Failure`` when it cannot be listened there, and what `body` throws.
    package static func serve<Result: Sendable>(
        at path: String, answer: @escaping @Sendable (String) async -> String,
        while body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let server = try await listen(at: path)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await take(orders: server, answer)
                return nil
            }
            group.addTask { try await body() }
            defer { unlink(path) }
            while let result = try await group.next() {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            throw CancellationError()
        }
    }

    /// Gives one order to the program that serves `path`, and returns its answer.
    /// - Throws: ``Failure`` when nobody serves it.
    package static func give(order: String, to path: String) async throws -> String {
        let channel: Client
        do {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Client(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw Failure(
                description: "cannot give an order at \(path): nobody takes orders there; is "
                    + "'hlslab link' running with --control \(path)?")
        }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: order + "\n"))
            var answer: [UInt8] = []
            for try await bytes in inbound {
                answer.append(contentsOf: bytes.readableBytesView)
                if answer.last == UInt8(ascii: "\n") { break }
            }
            return String(decoding: answer.dropLast(), as: UTF8.self)
        }
    }

    private typealias Client = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private static func listen(
        at path: String
    ) async throws -> NIOAsyncChannel<Client, Never> {
        guard await !isServed(path) else {
            throw Failure(
                description: "cannot take orders at \(path): another program does; choose another "
                    + "path")
        }
        do {
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Client(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true))
                    }
                }
            chmod(path, S_IRUSR | S_IWUSR)
            return server
        } catch {
            throw Failure(description: "cannot take orders at \(path): \(error)")
        }
    }

    /// Whether someone answers there already.
    private static func isServed(_ path: String) async -> Bool {
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: path).get()
            try await channel.close()
            return true
        } catch {
            // Nothing there, or nobody behind it.
            return false
        }
    }

    private static func take(
        orders server: NIOAsyncChannel<Client, Never>,
        _ answer: @escaping @Sendable (String) async -> String
    ) async throws {
        try await server.executeThenClose { clients in
            try await withThrowingDiscardingTaskGroup { group in
                for try await client in clients {
                    group.addTask {
                        do {
                            try await serve(client, answer)
                        } catch {
                            // A client that went away has no further orders.
                        }
                    }
                }
            }
        }
    }

    private static func serve(
        _ client: Client, _ answer: @Sendable (String) async -> String
    ) async throws {
        try await client.executeThenClose { inbound, outbound in
            var rest: [UInt8] = []
            for try await bytes in inbound {
                rest.append(contentsOf: bytes.readableBytesView)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let order = String(decoding: rest[..<end], as: UTF8.self)
                    rest.removeSubrange(...end)
                    try await outbound.write(ByteBuffer(string: await answer(order) + "\n"))
                }
                guard rest.count <= maximumOrderBytes else { return }
            }
        }
    }
}
