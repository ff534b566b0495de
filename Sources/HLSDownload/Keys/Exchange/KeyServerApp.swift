internal import AsyncHTTPClient
internal import DownloadCore
internal import NIOCore
internal import NIOHTTP1

/// An app for a test key server behind HTTP: carries a session's requests there and the answers
/// back, as every app does for its own server. See <doc:TestKeyProtocol>.
public final class KeyServerApp: ContentKeySessionDelegate {
    /// Whether keys are to be stored, when the session has a vault, or asked for each time.
    public enum Habit: Sendable, Hashable { case stores, streams }

    /// Bytes of the longest answer.
    static let longestAnswer = 64 << 10
    private static let patience = TimeAmount.seconds(15)

    private let url: String
    private let certificate: [UInt8]
    private let habit: Habit

    /// - Parameters:
    ///   - url: of the server, http or https.
    ///   - certificate: what the app knows of its server.
    public init(url: String, certificate: [UInt8], habit: Habit = .stores) {
        self.url = url
        self.certificate = certificate
        self.habit = habit
    }

    /// Makes an app that asks the server for its certificate. A real app has it built in; whoever
    /// asks believes whoever answers.
    /// - Throws: ``ContentKeyError/failedByApp(_:)`` when there is no answer.
    public convenience init(
        askingForCertificateAt url: String, habit: Habit = .stores
    ) async throws(ContentKeyError) {
        let certificate = try await Self.exchange(HTTPClientRequest(url: url + "/certificate"))
        self.init(url: url, certificate: certificate, habit: habit)
    }

    /// By what the server knows the content of a key: what follows the last `/` of the identifier.
    static func contentIdentifier(of identifier: String) -> [UInt8] {
        Array(identifier.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
    }

    public func contentKeySession(
        _ session: ContentKeySession, didProvide request: ContentKeyRequest
    ) async {
        do throws(ContentKeyError) {
            if habit == .stores, request.canProvidePersistableContentKey {
                return try request.respondByRequestingPersistableContentKeyRequest()
            }
            let data = try request.makeStreamingContentKeyRequestData(
                forApp: certificate,
                contentIdentifier: Self.contentIdentifier(of: request.identifier))
            try request.processContentKeyResponse(.init(keyServerAnswer: try await post(data)))
        } catch {
            request.processContentKeyResponseError("\(error)")
        }
    }

    public func contentKeySession(
        _ session: ContentKeySession, didProvide request: PersistableContentKeyRequest
    ) async {
        await persist(request)
    }

    public func contentKeySession(
        _ session: ContentKeySession, didProvideRenewing request: PersistableContentKeyRequest
    ) async {
        await persist(request)
    }

    private func persist(_ request: PersistableContentKeyRequest) async {
        do throws(ContentKeyError) {
            let data = try request.makeStreamingContentKeyRequestData(
                forApp: certificate,
                contentIdentifier: request.isRenewal
                    ? nil : Self.contentIdentifier(of: request.identifier))
            try request.processContentKeyResponse(.init(keyServerAnswer: try await post(data)))
        } catch {
            request.processContentKeyResponseError("\(error)")
        }
    }

    private func post(_ data: [UInt8]) async throws(ContentKeyError) -> [UInt8] {
        var message = HTTPClientRequest(url: url)
        message.method = .POST
        message.headers.add(name: "Content-Type", value: "application/octet-stream")
        message.body = .bytes(ByteBuffer(bytes: data))
        return try await Self.exchange(message)
    }

    private static func exchange(
        _ message: HTTPClientRequest
    ) async throws(ContentKeyError) -> [UInt8] {
        guard Address.isAdmitted(message.url) else {
            throw .failedByApp("the key server's address \(message.url) is not http or https")
        }
        do {
            let response = try await HTTPClient.shared.execute(message, timeout: patience)
            guard response.status == .ok else {
                throw ContentKeyError.failedByApp(
                    "the key server at \(message.url) answers \(response.status.code)")
            }
            return [UInt8](buffer: try await response.body.collect(upTo: longestAnswer))
        } catch let error as ContentKeyError {
            throw error
        } catch {
            let failure = TransportFailure(error, limit: longestAnswer)
            throw .failedByApp("the key server at \(message.url) cannot be asked: \(failure)")
        }
    }
}
