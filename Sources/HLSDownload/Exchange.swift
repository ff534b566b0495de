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
    /// Of what is kept in memory.
    var bytes: [UInt8] = []
    /// Bytes of a dismissed response.
    var dismissed = 0
    /// The HTTP client waits for it before it reads on.
    private var demand: EventLoopPromise<Void>?

    init(_ request: FetchRequest) { self.request = request }

    /// Has the HTTP client read no more until ``goOn()``.
    func hold(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        demand = promise
        return promise.futureResult
    }

    func goOn() {
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
