import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// What a ``TestServer`` is asked for, in the first nine bytes of a connection.
enum Order {
    /// Send back what comes.
    case echo
    /// Send so many bytes.
    case blob(Int)
    /// Send so many bytes, then an RST.
    case blobThenReset(Int)
    /// Send so many bytes, then a FIN.
    case blobThenFinish(Int)
    /// Take what comes until a FIN, then answer with the number of bytes in ten digits and a FIN.
    case sink

    var bytes: [UInt8] {
        let (letter, count) =
            switch self {
            case .echo: ("E", 0)
            case .blob(let count): ("B", count)
            case .blobThenReset(let count): ("R", count)
            case .blobThenFinish(let count): ("F", count)
            case .sink: ("S", 0)
            }
        return Array(letter.utf8) + Self.digits(count, width: 8)
    }

    static func digits(_ number: Int, width: Int) -> [UInt8] {
        let text = Array(String(number).utf8)
        return Array(repeating: UInt8(ascii: "0"), count: width - text.count) + text
    }
}

/// A TCP server on loopback that does what each connection orders.
final class TestServer: Sendable {
    /// Bytes that the kernel took from the server's blobs.
    let sentBytes = Mutex(0)
    /// How connections ended at the server: nil for a FIN, else the error number.
    let endings: AsyncStream<CInt?>
    private let ended: AsyncStream<CInt?>.Continuation
    private let listener = Mutex<(any Channel)?>(nil)

    private init() {
        (endings, ended) = AsyncStream.makeStream()
    }

    var port: Int { listener.withLock { $0?.localAddress?.port ?? 0 } }

    static func run<Result>(
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let server = TestServer()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(server: server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        server.listener.withLock { $0 = channel }
        let result: Result
        do {
            result = try await body(server)
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
        return result
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private static let chunk = ByteBuffer(repeating: 120, count: 65_536)
        private let server: TestServer
        private var input = ByteBuffer()
        private var order: UInt8?
        private var toSend = 0
        private var taken = 0

        init(server: TestServer) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            input.writeBuffer(&bytes)
            if order == nil, input.readableBytes >= 9 {
                order = input.readInteger()
                toSend = Int(input.readString(length: 8) ?? "") ?? 0
                if toSend > 0 { sendNext(context) }
            }
            guard order != nil else { return }
            taken += input.readableBytes
            if order == UInt8(ascii: "E"), input.readableBytes > 0 {
                context.writeAndFlush(wrapOutboundOut(input), promise: nil)
            }
            input.clear()
        }

        private func sendNext(_ context: ChannelHandlerContext) {
            let count = min(toSend, Self.chunk.readableBytes)
            guard count > 0 else { return finishOrder(context) }
            toSend -= count
            let slice = Self.chunk.getSlice(at: 0, length: count)!
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenSuccess { [self] in
                server.sentBytes.withLock { $0 += count }
                sendNext(context)
            }
            context.writeAndFlush(wrapOutboundOut(slice), promise: promise)
        }

        private func finishOrder(_ context: ChannelHandlerContext) {
            switch order {
            case UInt8(ascii: "R"):
                let provider = context.channel as! any SocketOptionProvider
                provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated()
                    .whenComplete { _ in context.close(promise: nil) }
            case UInt8(ascii: "F"):
                context.close(mode: .output, promise: nil)
            default:
                break
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard let event = event as? ChannelEvent, event == .inputClosed else { return }
            server.ended.yield(nil)
            if order == UInt8(ascii: "S") {
                let answer = ByteBuffer(bytes: Order.digits(taken, width: 10))
                context.writeAndFlush(wrapOutboundOut(answer)).assumeIsolated()
                    .whenComplete { _ in context.close(promise: nil) }
            } else {
                context.close(promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            server.ended.yield((error as? IOError)?.errnoCode ?? -1)
            context.close(promise: nil)
        }
    }
}
