internal import Glibc
internal import LinkModel
internal import NIOCore

/// One socket of a relayed connection: tells the ``LinkDriver`` what comes from it, and writes and
/// closes as the driver says.
///
/// Belongs to its channel's event loop. Reads only while the driver has not paused it. Closes
/// behind its pending writes, since a channel whose input has ended drops them when it is closed.
final class RelayEnd: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Closing {
        case none
        /// A FIN, once everything is written.
        case finish
        /// An RST, once everything is written.
        case reset
    }

    /// Direction of the bytes that are read here.
    let heading: LinkHeading
    private let driver: LinkDriver
    private var context: ChannelHandlerContext?
    private var isPaused = false
    private var isReadWanted = false
    /// Bytes given to the channel and not taken by its socket.
    private var unwrittenBytes = 0
    private var closing = Closing.none
    private var isOutputShut = false
    /// Whether the channel is telling us that a read is over. It must not be closed then: behind that
    /// call NIO (2.101) takes it for open, and a debug build stops.
    private var isReadCompleting = false
    private var didEnd = false
    private var didFail = false
    /// Whether there is no socket any more.
    private(set) var isGone = false
    /// The connection that this is an end of, as long as the link knows it.
    var connection: RelayConnection?

    init(heading: LinkHeading, driver: LinkDriver) {
        self.heading = heading
        self.driver = driver
    }

    // MARK: What the driver does

    /// Stops reading after what is being read now.
    func pause() {
        isPaused = true
    }

    /// Goes on reading.
    func resume() {
        isPaused = false
        guard isReadWanted, let context else { return }
        isReadWanted = false
        context.read()
    }

    /// Writes bytes and tells the driver when the socket has taken them, or never will.
    func write(_ bytes: ByteBuffer) {
        let count = bytes.readableBytes
        guard let context, !isGone, !isOutputShut else {
            driver.released(count, by: self)
            return
        }
        unwrittenBytes += count
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwrittenBytes -= count
            driver.released(count, by: self)
            closeIfWritten()
        }
        context.write(wrapOutboundOut(bytes), promise: promise)
    }

    /// Hands to the socket what was written. A socket that is gone by then closes the channel, which
    /// must not happen from within a read (swift-nio 2.101 asserts that it did not).
    func flush() {
        guard isReadCompleting, let context else {
            context?.flush()
            return
        }
        context.eventLoop.assumeIsolated().execute { [self] in flush() }
    }

    /// Sends a FIN behind everything that was written.
    func finish() {
        if closing == .none { closing = .finish }
        closeIfWritten()
    }

    /// Sends an RST behind everything that was written.
    func reset() {
        closing = .reset
        closeIfWritten()
    }

    /// Closes at once, whatever is still to be written. Not from within a read.
    func close() {
        closing = .reset
        context?.close(promise: nil)
    }

    private func closeIfWritten() {
        guard unwrittenBytes == 0, !isGone, closing != .none, let context else { return }
        guard !isReadCompleting else {
            return context.eventLoop.assumeIsolated().execute { [self] in closeIfWritten() }
        }
        switch closing {
        case .none:
            break
        case .finish:
            guard !isOutputShut else { return }
            isOutputShut = true
            context.close(mode: .output, promise: nil)
        case .reset:
            let abort = linger(l_onoff: 1, l_linger: 0)
            // A socket that is gone between the two calls needs no RST.
            _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(abort)
            context.close(promise: nil)
        }
    }

    // MARK: What the channel says

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        driver.opened(self)
        context.fireChannelActive()
    }

    func read(context: ChannelHandlerContext) {
        if isPaused {
            isReadWanted = true
        } else {
            context.read()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        driver.received(unwrapInboundIn(data), by: self)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadCompleting = true
        driver.pump()
        isReadCompleting = false
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        didEnd = true
        driver.ended(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        didFail = true
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        driver.closed(self)
        guard closing != .reset else { return }
        if didFail || !isOutputShut {
            driver.failed(self)
        } else if !didEnd {
            // With the output shut, the peer's FIN closes the channel without a word.
            driver.ended(self)
        }
    }
}
