import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// gzip through the compressor that servers put into their pipeline: a pipeline of its own, with
/// one request and one response in it.
enum Gzip {
    static func compressed(_ bytes: ByteBuffer) -> ByteBuffer {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        do {
            try channel.writeInbound(
                HTTPServerRequestPart.head(
                    .init(
                        version: .http1_1, method: .GET, uri: "/",
                        headers: ["accept-encoding": "gzip"])))
            try channel.writeOutbound(
                HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok)))
            try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(bytes)))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            var compressed = ByteBuffer()
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(var chunk)) = part { compressed.writeBuffer(&chunk) }
            }
            _ = try channel.finish()
            return compressed
        } catch {
            preconditionFailure("memory can always be compressed: \(error)")
        }
    }
}
