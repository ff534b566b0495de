import FixtureOrigin
import Foundation
import HLSDownload
import Synchronization

/// An app with its key server, and a time of day that both have and the test turns.
final class TestKeyApp: ContentKeySessionDelegate {
    /// What the app does with a request.
    enum Habit: Sendable {
        /// Gets a key that is not stored.
        case streams
        /// Asks for a persistable request, and gets a key to store.
        case stores
        /// Gives these bytes as the key.
        case gives([UInt8])
        case storesGiven([UInt8])
        /// Says that it cannot.
        case fails
        /// Never answers.
        case sleeps
        /// Sends these bytes as the server's answer.
        case answers([UInt8])
    }

    private struct State {
        var habits: [Habit]
        var seconds = 0.0
        var retries = 0
        var asked: [String] = []
        var heard: [String] = []
        var requests: [ContentKeyRequest] = []
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let day = 86_400.0
    let service: KeyService
    let certificate: [UInt8]
    private let state: Mutex<State>

    /// - Parameter habits: of one request after the other; the last one goes on.
    init(_ habits: Habit..., fault: KeyServerContent.Fault? = nil) {
        var random = SystemRandomNumberGenerator()
        let contents = ["one", "two", "three"].map { name in
            (
                Array(name.utf8),
                KeyServerContent(
                    key: TestKeyApp.key(name), storageDuration: .seconds(30 * 86_400),
                    playbackDuration: .seconds(48 * 3600), streamingDuration: .seconds(600),
                    fault: fault)
            )
        }
        let server = TestKeyServer(
            contents: Dictionary(uniqueKeysWithValues: contents), using: &random)
        certificate = server.certificate
        service = KeyService(server) { .zero }
        state = Mutex(State(habits: habits))
    }

    static func key(_ name: String) -> [UInt8] {
        (0..<16).map { UInt8($0) &+ UInt8(name.utf8.count) &* 16 }
    }

    static func specifier(_ name: String) -> ContentKeySpecifier {
        ContentKeySpecifier(identifier: "skd://\(name)")
    }

    func session(
        _ system: ContentKeySystem = .testServer, vault: KeyVault? = nil,
        responseTime: Duration = .seconds(600), hasApp: Bool = true
    ) -> ContentKeySession {
        ContentKeySession(
            keySystem: system, vault: vault, delegate: hasApp ? self : nil,
            responseTime: responseTime, now: { [self] in now })
    }

    var now: Date { Self.start + state.withLock { $0.seconds } }

    /// Turns the time of day of app and server.
    func turn(days: Double) {
        state.withLock { $0.seconds += days * Self.day }
        service.turnClock(by: .seconds(days * Self.day))
    }

    func retry(_ count: Int) { state.withLock { $0.retries = count } }

    /// Identifiers of the requests, with their kind.
    var asked: [String] { state.withLock { $0.asked } }
    /// What the delegate was told.
    var heard: [String] { state.withLock { $0.heard } }
    var requests: [ContentKeyRequest] { state.withLock { $0.requests } }

    /// The server's answer.
    func post(_ request: [UInt8]) -> [UInt8] {
        service.respond(method: "POST", path: service.path, body: request)?.body ?? []
    }

    func challenge() -> [UInt8] {
        service.respond(method: "GET", path: service.path + "/challenge", body: [])?.body ?? []
    }

    private func note(_ kind: String, _ request: ContentKeyRequest) -> Habit? {
        state.withLock { state in
            state.asked.append("\(kind) \(request.identifier.dropFirst(6))")
            state.requests.append(request)
            return state.habits.count > 1 ? state.habits.removeFirst() : state.habits.first
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, didProvide request: ContentKeyRequest
    ) async {
        let habit = note("key", request)
        do {
            switch habit {
            case .stores, .storesGiven:
                try request.respondByRequestingPersistableContentKeyRequest()
            default: try await answer(request, habit)
            }
        } catch {
            request.processContentKeyResponseError("\(error)")
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, didProvide request: PersistableContentKeyRequest
    ) async {
        await persist(request, note("persistable", request.request))
    }

    func contentKeySession(
        _ session: ContentKeySession, didProvideRenewing request: PersistableContentKeyRequest
    ) async {
        await persist(request, note("renewal", request.request))
    }

    private func persist(_ request: PersistableContentKeyRequest, _ habit: Habit?) async {
        do {
            if case .storesGiven(let bytes) = habit {
                let key = try request.persistableContentKey(fromKeyVendorResponse: bytes)
                return try request.processContentKeyResponse(.init(persistableKey: key))
            }
            guard case .stores = habit else { return try await answer(request.request, habit) }
            let data = try request.makeStreamingContentKeyRequestData(
                forApp: certificate,
                contentIdentifier: request.isRenewal
                    ? nil : Array(request.identifier.utf8.dropFirst(6)))
            let key = try request.persistableContentKey(fromKeyVendorResponse: post(data))
            try request.processContentKeyResponse(.init(persistableKey: key))
        } catch let error as ContentKeyError {
            request.processContentKeyResponseError("\(error)")
        } catch {
            request.processContentKeyResponseError("cancelled")
        }
    }

    private func answer(_ request: ContentKeyRequest, _ habit: Habit?) async throws {
        switch habit {
        case .streams, .answers:
            let data = try request.makeStreamingContentKeyRequestData(
                forApp: certificate,
                contentIdentifier: Array(request.identifier.utf8.dropFirst(6)))
            var bytes = post(data)
            if case .answers(let other) = habit { bytes = other }
            // Time for others to come and wait for the same key.
            for _ in 0..<5 { await Task.yield() }
            try request.processContentKeyResponse(.init(keyServerAnswer: bytes))
        case .gives(let bytes): try request.processContentKeyResponse(.init(clearKey: bytes))
        case .sleeps: try await Task.sleep(for: .seconds(3600))
        case .fails, .stores, .storesGiven, nil:
            request.processContentKeyResponseError("no ticket for it")
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, shouldRetry identifier: String, after error: ContentKeyError
    ) async -> Bool {
        state.withLock { state in
            state.retries -= 1
            return state.retries >= 0
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, didUpdatePersistableContentKey bytes: [UInt8],
        forIdentifier identifier: String, expiry: Date?
    ) async {
        let days = expiry.map { ($0.timeIntervalSince(Self.start) / Self.day).rounded() }
        state.withLock {
            $0.heard.append("updated \(identifier.dropFirst(6)) \(days.map { Int($0) } ?? -1)")
        }
    }

    func contentKeySession(
        _ session: ContentKeySession, contentKeyRequestDidSucceed identifier: String
    ) async {
        state.withLock { $0.heard.append("succeeded \(identifier.dropFirst(6))") }
    }

    func contentKeySession(
        _ session: ContentKeySession, contentKeyRequest identifier: String,
        didFailWithError error: ContentKeyError
    ) async {
        state.withLock { $0.heard.append("failed \(identifier.dropFirst(6))") }
    }
}
