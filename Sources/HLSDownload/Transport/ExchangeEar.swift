internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1

/// Hears of one request from the HTTP client, on the driver's thread, and tells the driver.
final class ExchangeEar: HTTPClientResponseDelegate {
    typealias Response = Void

    private let driver: DownloadDriver
    private let id: RequestID

    init(_ driver: DownloadDriver, _ id: RequestID) {
        self.driver = driver
        self.id = id
    }

    func didReceiveHead(
        task: HTTPClient.Task<Void>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        driver.assumeIsolated { $0.responded(id, head) } ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<Void>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        driver.assumeIsolated { $0.received(id, buffer) }
            ?? task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        driver.assumeIsolated { $0.ended(id) }
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        driver.assumeIsolated { $0.failed(id, error) }
    }
}
