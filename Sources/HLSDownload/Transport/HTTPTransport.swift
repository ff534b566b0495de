internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression

/// Sends a download's requests through AsyncHTTPClient. Decides nothing: redirects, retries and time
/// limits are the machine's.
struct HTTPTransport: Sendable {
    /// A response whose body has yet to be read.
    struct Response {
        var head: ResponseHead
        var body: HTTPClientResponse.Body
    }

    private let client: HTTPClient
    private let playlistBytes: Int

    static let userAgent = "hlslab/0.1"

    /// - Parameter idle: how long a server may send nothing; nil: as long as it likes, the caller
    ///   watches over it.
    init(_ options: DownloadOptions, idle: Duration? = nil) {
        playlistBytes = options.limits.playlistBytes
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .nanoseconds(options.timeouts.connect.nanoseconds))
        configuration.timeout.read = idle.map { .nanoseconds($0.nanoseconds) }
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            options.parallelRequests
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .enabled(limit: .size(playlistBytes))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections. Call once, when no request is open.
    func shutDown() async {
        do {
            try await client.shutdown()
        } catch {
            // Nothing is left to do with connections that end with errors while they are closed.
        }
    }

    /// Sends a request and waits for the head of its response.
    func send(_ request: FetchRequest) async throws(TransportFailure) -> Response {
        var message = HTTPClientRequest(url: request.url)
        message.headers.add(name: "User-Agent", value: Self.userAgent)
        message.headers.add(name: "Accept", value: "*/*")
        message.headers.add(
            name: "Accept-Encoding", value: request.acceptsCompression ? "gzip" : "identity")
        if let start = request.rangeStart {
            let end = request.rangeEnd.map(String.init) ?? ""
            message.headers.add(name: "Range", value: "bytes=\(start)-\(end)")
        }
        if let tag = request.ifRange { message.headers.add(name: "If-Range", value: tag) }
        if let tag = request.ifNoneMatch {
            message.headers.add(name: "If-None-Match", value: tag)
        }
        do {
            let response = try await client.execute(message, deadline: .distantFuture)
            let head = ResponseHead(status: Int(response.status.code)) {
                response.headers.first(name: $0)
            }
            return Response(head: head, body: response.body)
        } catch {
            throw TransportFailure(error, limit: playlistBytes)
        }
    }
}

extension Duration {
    /// Whole nanoseconds, at most those of 292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + attoseconds / 1_000_000_000
    }
}
