internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore

/// A request that its driver has not heard the end of. It belongs to that driver.
final class Exchange {
    /// What to do with a response that has begun.
    enum Decision {
        case part(BodyPlan)
        case playlist(limit: Int)
        case key(limit: Int)
        case dismiss
    }

    let request: FetchRequest
    /// Nil before the request is sent, and when the app is asked.
    var task: HTTPClient.Task<Void>?
    /// Ends when the request is called off, for one that the app is asked for.
    var calledOff: AsyncStream<Never>.Continuation?
    /// Nil before the response began.
    var decision: Decision?
    /// Of a part: who writes it, bytes still to be passed over, bytes that it may still have.
    var writer: PartWriter?
    var skip = 0
    var room = 0
    /// Of a part: bytes of the body that have come, and how many there are when it has ended.
    var arrived = 0
    var bodyBytes: Int?
    /// Of a part: waits to be told whether its connection may serve again.
    var ending: ResponseEnding?
    /// Of what is kept in memory.
    var bytes: [UInt8] = []
    /// Bytes of a dismissed response.
    var dismissed = 0
    /// All of a part's bytes have come. It is over when they are written.
    var hasEnded = false
    /// What is waited for before more is read: the time, the medium.
    private var waits = 0
    /// The HTTP client waits for it before it reads on.
    private var demand: EventLoopPromise<Void>?

    init(_ request: FetchRequest) { self.request = request }

    var isWaiting: Bool { waits > 0 }

    private var isFree: Bool { !isWaiting && !(writer?.isFull ?? false) }

    /// Has the HTTP client read no more until as many times ``endWait()``.
    func wait() { waits += 1 }

    func endWait() {
        waits -= 1
        goOn()
    }

    /// - Returns: when the HTTP client may read on; nil: at once.
    func whenFree(on loop: any EventLoop) -> EventLoopFuture<Void>? {
        guard !isFree else { return nil }
        let promise = loop.makePromise(of: Void.self)
        demand = promise
        return promise.futureResult
    }

    /// Has the HTTP client read on if nothing has to be waited for any more.
    func goOn() {
        guard isFree else { return }
        // Going on may come to the next wait before it returns.
        let demand = demand
        self.demand = nil
        demand?.succeed()
    }

    /// Nobody wants the rest. The HTTP client may tell of it at once.
    func callOff() {
        task?.cancel()
        calledOff?.finish()
        let demand = demand
        self.demand = nil
        demand?.fail(CancellationError())
    }
}
