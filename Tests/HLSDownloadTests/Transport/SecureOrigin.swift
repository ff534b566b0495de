import FixtureOrigin
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Scenarios
import Synchronization

/// Serves an asset over TLS with a certificate made for the test, HTTP/1.1 or HTTP/2 as the client
/// wants; notes what it was asked.
final class SecureOrigin: Sendable {
    struct Request: Sendable {
        var path: String
        var version: Int
        var headers: [String: [String]]
    }

    let url: String
    private let channel: any Channel
    private final class Notes: Sendable {
        let requests = Mutex<[Request]>([])
        let connections = Mutex(0)
    }

    private let notes: Notes

    static func run<Result>(
        _ asset: SyntheticAsset, _ certificate: TestCertificate,
        minimum: TLSVersion = .tlsv12, maximum: TLSVersion? = nil,
        _ body: (SecureOrigin) async throws -> Result
    ) async throws -> Result {
        let origin = try await SecureOrigin(asset, certificate, minimum, maximum)
        do {
            let result = try await body(origin)
            try await origin.channel.close()
            return result
        } catch {
            try await origin.channel.close()
            throw error
        }
    }

    private init(
        _ asset: SyntheticAsset, _ certificate: TestCertificate, _ minimum: TLSVersion,
        _ maximum: TLSVersion?
    ) async throws {
        let content = try asset.files()
        let notes = Notes()
        var security = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.path)
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(file: certificate.keyPath, format: .pem)))
        security.applicationProtocols = ["h2", "http/1.1"]
        security.minimumTLSVersion = minimum
        security.maximumTLSVersion = maximum
        let context = try NIOSSLContext(configuration: security)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 64)
            .childChannelInitializer { channel in
                notes.connections.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLServerHandler(context: context))
                }.flatMap {
                    channel.configureCommonHTTPServerPipeline { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(
                                Answerer(content: content, notes: notes))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.notes = notes
        url = "https://localhost:\(channel.localAddress?.port ?? 0)/index.m3u8"
    }

    var asked: [Request] { notes.requests.withLock { $0 } }

    /// Connections that were opened.
    var connections: Int { notes.connections.withLock { $0 } }

    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let content: [String: [UInt8]]
        private let notes: Notes
        private var path = ""

        init(content: [String: [UInt8]], notes: Notes) {
            self.content = content
            self.notes = notes
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                path = String(head.uri.prefix { $0 != "?" })
                let headers = Dictionary(
                    head.headers.map { ($0.name.lowercased(), [$0.value]) }, uniquingKeysWith: +)
                let request = Request(path: path, version: head.version.major, headers: headers)
                notes.requests.withLock { $0.append(request) }
            case .body: break
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            let bytes = content[path]
            var head = HTTPResponseHead(version: .http1_1, status: bytes == nil ? .notFound : .ok)
            head.headers.add(name: "Content-Length", value: "\(bytes?.count ?? 0)")
            head.headers.add(name: "Set-Cookie", value: "session=7; Path=/; Secure")
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if let bytes {
                let body = context.channel.allocator.buffer(bytes: bytes)
                context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

/// A certificate that has signed itself, made by openssl.
struct TestCertificate {
    let folder: TestFolder
    var path: String { folder.path + "/certificate.pem" }
    var keyPath: String { folder.path + "/key.pem" }

    /// - Parameter names: what it is for, as in subjectAltName.
    init(for names: String = "DNS:localhost,IP:127.0.0.1") throws {
        folder = try TestFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-keyout", folder.path + "/key.pem", "-out",
            folder.path + "/certificate.pem", "-days", "2", "-subj", "/CN=test", "-addext",
            "subjectAltName=\(names)",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoCertificate() }
    }

    struct NoCertificate: Error {}
}

extension SyntheticAsset {
    /// All files of the asset by their paths, which begin with a slash.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for resource in OriginAsset.synthetic(self).resources {
            files[resource.path] = bytes(
                of: String(resource.path.dropFirst()), range: 0..<resource.length)
        }
        return files
    }
}
