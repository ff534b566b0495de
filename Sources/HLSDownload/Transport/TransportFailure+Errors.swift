internal import AsyncHTTPClient
internal import DownloadCore
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOPosix
internal import NIOSSL

extension TransportFailure {
    /// What an error of the HTTP client means to a download.
    /// - Parameter limit: Bytes that a compressed body may become.
    init(_ error: any Error, limit: Int) {
        switch error {
        case NIOHTTPDecompression.DecompressionError.limit: self = .tooLong(limit: limit)
        case is NIOHTTPDecompression.DecompressionError: self = .malformed("not compressed as said")
        case let error as TransportFailure: self = error
        case let error as NIOConnectionError: self = Self.connection(error)
        case let error as HTTPClientError: self = Self.client(error)
        case let error as IOError: self = Self.system(error)
        case NIOSSLError.uncleanShutdown:
            self = .connectionLost("closed without the end of the secure connection")
        case is NIOSSLError, is NIOSSLExtraError: self = .insecure(Self.words(of: error))
        case let error as HTTPParserError: self = Self.parser(error)
        case is ChannelError: self = .connectionLost("closed by the other side")
        default: self = .connectionLost("\(error)")
        }
    }

    /// BoringSSL's errors have their names in their descriptions only.
    private static func words(of error: any Error) -> String {
        if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
            return "the server's certificate is for another host"
        }
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return "the server's certificate is not trusted; give the certificate of who has "
                + "signed it as a trusted root"
        }
        if text.contains("UNSUPPORTED_PROTOCOL") || text.contains("PROTOCOL_VERSION") {
            return "the server does not speak TLS 1.2 or newer"
        }
        return text
    }

    /// No address at all: the name is unknown. Addresses, but no connection: what the last one said.
    private static func connection(_ error: NIOConnectionError) -> TransportFailure {
        guard let last = error.connectionErrors.last?.error else {
            return .hostUnknown(error.host)
        }
        if let error = last as? IOError { return system(error) }
        if case .connectTimeout? = last as? ChannelError { return .connectTimeout }
        return .connectionLost("\(last)")
    }

    private static func client(_ error: HTTPClientError) -> TransportFailure {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .connectTimeout
        case .readTimeout: .connectionLost("nothing came within the time allowed")
        case .remoteConnectionClosed: .connectionLost("closed by the other side")
        case .uncleanShutdown: .connectionLost("closed without the end of the secure connection")
        default: .malformed(error.shortDescription)
        }
    }

    private static func system(_ error: IOError) -> TransportFailure {
        switch error.errnoCode {
        case ECONNREFUSED: .refused
        case ECONNRESET, EPIPE: .connectionLost("reset by the other side")
        case ETIMEDOUT: .connectTimeout
        case EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN: .unreachable(words(of: error))
        default: .connectionLost(words(of: error))
        }
    }

    private static func words(of error: IOError) -> String {
        String(cString: strerror(error.errnoCode))
    }

    /// The parser's complaint about an end in the middle is a lost connection.
    private static func parser(_ error: HTTPParserError) -> TransportFailure {
        error == .invalidEOFState
            ? .connectionLost("closed in the middle of the body") : .malformed("\(error)")
    }
}
