internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOSSL

/// Sends a download's requests through AsyncHTTPClient. Decides nothing: redirects, retries and time
/// limits are the machine's.
struct HTTPTransport: Sendable {
    /// A response whose body has yet to be read.
    struct Response {
        var head: ResponseHead
        var body: HTTPClientResponse.Body
    }

    /// What comes fast is read in large pieces: each costs as much as 20 KB of it.
    private static let readSizes = AdaptiveRecvByteBufferAllocator(
        minimum: 4 << 10, initial: 64 << 10, maximum: 256 << 10)

    private let client: HTTPClient
    private let endings: ResponseEnding.Speaking
    private let playlistBytes: Int

    /// - Parameters:
    ///   - loop: where the connections are; who hears of them is told there.
    ///   - idle: how long a server may send nothing; nil: as long as it likes, the caller watches
    ///     over it.
    /// - Throws: when ``DownloadOptions/trustedRoots`` cannot be read.
    init(
        _ options: DownloadOptions, on loop: any EventLoop, idle: Duration? = nil
    ) throws(TransportFailure) {
        playlistBytes = options.limits.playlistBytes
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .nanoseconds(options.timeouts.connect.nanoseconds))
        configuration.timeout.read = idle.map { .nanoseconds($0.nanoseconds) }
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            options.parallelRequests + 1
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = options.httpVersion == .automatic ? .automatic : .http1Only
        configuration.tlsConfiguration = try Self.security(options.trustedRoots)
        // A program's tracer would have its own fields sent to the servers of media.
        configuration.tracing.tracer = nil
        configuration.decompression = .enabled(limit: .size(playlistBytes))
        let endings = ResponseEnding.Speaking.makeEmptyBox(eventLoop: loop)
        let isLimited = options.bandwidthLimit != nil
        configuration.http1_1ConnectionDebugInitializer = { channel in
            ResponseEnding.add(to: channel, endings).flatMap {
                isLimited
                    ? channel.eventLoop.makeSucceededVoidFuture()
                    : channel.setOption(.recvAllocator, value: Self.readSizes)
            }
        }
        self.endings = endings
        client = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
    }

    /// TLS 1.2 or newer; the system's roots, and those of a file.
    private static func security(
        _ roots: String?
    ) throws(TransportFailure) -> TLSConfiguration {
        var security = TLSConfiguration.makeClientConfiguration()
        security.minimumTLSVersion = .tlsv12
        guard let roots else { return security }
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(roots)
            guard !certificates.isEmpty else {
                throw TransportFailure.insecure("there is no certificate in '\(roots)'")
            }
            security.additionalTrustRoots = [.certificates(certificates)]
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw .insecure(
                "no certificates can be read from '\(roots)'; it has to be a PEM file")
        }
        return security
    }

    /// The end of the response that is being told of, to be asked for on the loop while it is; nil for
    /// one of HTTP/2, which knows where a body ends.
    var speaking: ResponseEnding? { endings.value }

    /// Closes all connections. Call once, when no request is open.
    func shutDown() async {
        do {
            try await client.shutdown()
        } catch {
            // Nothing is left to do with connections that end with errors while they are closed.
        }
    }

    /// Sends a request.
    /// - Parameters:
    ///   - fields: to be sent besides; they take the place of the engine's own.
    ///   - ear: hears of the answer.
    func send(
        _ request: FetchRequest, _ fields: [(name: String, value: String)], to ear: ExchangeEar
    ) throws(TransportFailure) -> HTTPClient.Task<Void> {
        do {
            let message = try HTTPClient.Request(
                url: Self.url(of: request), headers: HTTPHeaders(request.headFields(fields)))
            return client.execute(request: message, delegate: ear)
        } catch {
            throw TransportFailure(error, limit: playlistBytes)
        }
    }

    /// Sends a request and waits for the head of its response.
    func send(
        _ request: FetchRequest, _ fields: [(name: String, value: String)]
    ) async throws(TransportFailure) -> Response {
        var message = HTTPClientRequest(url: Self.url(of: request))
        message.headers = HTTPHeaders(request.headFields(fields))
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

    /// Names and passwords in a playlist's URIs are nobody's that this engine knows.
    private static func url(of request: FetchRequest) -> String {
        CredentialedURL(request.sentURL).url
    }
}

extension ResponseHead {
    init(_ head: HTTPResponseHead) {
        self.init(status: Int(head.status.code)) { head.headers.first(name: $0) }
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
