import HummingbirdCore
import NIOCore
import Scenarios

extension KeyService {
    /// The plan that answers a request; nil when it is not for the key server.
    ///
    /// - Throws: when the connection breaks before the request is whole.
    func plan(for asked: OriginRequest, body: RequestBody) async throws -> ResponsePlan? {
        guard answers(asked.path) else { return nil }
        var bytes: [UInt8] = []
        for try await chunk in body {
            bytes += chunk.readableBytesView
            // One byte too many is enough to know.
            if bytes.count > Self.largestRequest { break }
        }
        return respond(method: asked.method, path: asked.path, body: bytes).map {
            ResponsePlan($0)
        }
    }
}

extension ResponsePlan {
    /// The answer of a key server; no cache keeps it.
    fileprivate init(_ answer: KeyService.Answer) {
        var headers: [Header] = [.init("Cache-Control", .text("no-store"))]
        if answer.status == 200 {
            headers.append(.init("Content-Type", .text(KeyService.contentType)))
        }
        if let allowed = answer.allowed { headers.append(.init("Allow", .text(allowed))) }
        self.init(
            status: answer.status, headers: headers, body: .bytes(answer.body),
            declaredLength: answer.body.count)
    }
}
