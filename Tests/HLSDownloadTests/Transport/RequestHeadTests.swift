import DownloadCore
import HLSDownload
import NIOCore
import NIOPosix
import Testing

/// What arrives at a server, byte for byte; virtual time counts the same fields, see
/// `OriginRequest.headBytes` and its test.
@Suite(.timeLimit(.minutes(1))) struct `The head of a request over HTTP_1_1` {
    /// Collects what is sent and closes the connection once a head is whole.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let heads: AsyncStream<String>.Continuation
        private var text = ""

        init(_ heads: AsyncStream<String>.Continuation) { self.heads = heads }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard text.hasSuffix("\r\n\r\n") else { return }
            heads.yield(text)
            context.close(promise: nil)
        }
    }

    @Test func `has the fields that virtual time counts, and Host`() async throws {
        let (heads, sink) = AsyncStream<String>.makeStream()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Listener(sink))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        let url = "http://127.0.0.1:\(port)/v1/index.m3u8?a=b"
        let fetcher = PlaylistFetcher()
        // Nobody answers.
        await #expect(throws: DownloadFailure.self) { try await fetcher.fetch(url) }
        await fetcher.shutDown()
        let head = await heads.first { _ in true }
        try await channel.close()
        let fields = FetchRequest.playlist(at: url).headFields()
            .map { "\($0.name): \($0.value)\r\n" }.joined()
        #expect(
            head == "GET /v1/index.m3u8?a=b HTTP/1.1\r\n\(fields)host: 127.0.0.1:\(port)\r\n\r\n")
        #expect(fields.contains("User-Agent: hlslab/"))
    }
}
