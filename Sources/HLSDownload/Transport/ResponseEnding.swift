internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression

/// Holds the end of a response back, in each connection between what decodes responses and the HTTP
/// client, until it is known whether it is one.
///
/// A server whose body is longer than its Content-Length says (RFC 9112, section 6.3) goes on behind it.
/// Bytes that come before the end was let go make the response fail; the connection of a body that was
/// found not to be whole is broken off, before it can serve again and what follows is taken for the
/// next answer.
final class ResponseEnding: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// That of the response which is being told of at this moment, on the thread of all of them.
    typealias Speaking = NIOLoopBoundBox<ResponseEnding?>

    private let speaking: Speaking
    private var context: ChannelHandlerContext?
    /// Of the body that comes.
    private var byteCount = 0
    /// The end has come and was not let go.
    private var end: NIOAny?
    /// Who is told of the end and says what to do with it, with the bytes of the body.
    private var judge: ((Int) -> Void)?

    private init(_ speaking: Speaking) { self.speaking = speaking }

    /// Adds one to a connection of the HTTP client.
    static func add(to channel: any Channel, _ speaking: Speaking) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let last = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
            try pipeline.addHandler(ResponseEnding(speaking), position: .after(last))
        }
    }

    /// Tells of the end of this response, and then waits for ``letGo()`` or ``breakOff()``.
    /// - Parameter judge: is told how many bytes of the body there were. Not all of them need have been
    ///   told by the HTTP client then.
    func hold(_ judge: @escaping (Int) -> Void) { self.judge = judge }

    /// The response is what it says.
    func letGo() {
        judge = nil
        guard let end, let context else { return }
        self.end = nil
        context.fireChannelRead(end)
        // The HTTP client may have put off reading on until there was an end.
        context.fireChannelReadComplete()
        context.read()
    }

    /// The response is not what it says.
    func breakOff() {
        judge = nil
        end = nil
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard end == nil else { return fail(context) }
        switch unwrapInboundIn(data) {
        case .head:
            byteCount = 0
            speaking.value = self
            context.fireChannelRead(data)
            speaking.value = nil
        case .body(let bytes):
            byteCount += bytes.readableBytes
            context.fireChannelRead(data)
        case .end: end = data
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Nothing came with the end. If nobody wants to judge it, it is one.
        if judge == nil, let end {
            self.end = nil
            context.fireChannelRead(end)
        }
        context.fireChannelReadComplete()
        tellJudge()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Nothing can follow.
        tellJudge()
        judge = nil
        if let end {
            self.end = nil
            context.fireChannelRead(end)
        }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard end == nil else { return fail(context) }
        context.fireErrorCaught(error)
    }

    /// Once.
    private func tellJudge() {
        guard end != nil, let judge else { return }
        self.judge = { _ in }
        judge(byteCount)
    }

    private func fail(_ context: ChannelHandlerContext) {
        end = nil
        judge = nil
        context.fireErrorCaught(TransportFailure.longerThanDeclared)
    }
}
