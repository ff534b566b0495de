internal import DownloadCore
internal import FoundationEssentials
internal import Synchronization

/// One question of a session to its app: the key of that identifier.
public final class ContentKeyRequest: Sendable {
    /// Where a request stands.
    public enum Status: String, Sendable, Hashable {
        /// It waits for the app.
        case requestingResponse
        /// It has its answer.
        case receivedResponse
        /// The app wants a persistable request in its place.
        case replacedByPersistable
        /// Nobody waits for it any more.
        case cancelled
        /// It ended without a key; see ``ContentKeyRequest/error``.
        case failed
    }

    /// What it is for.
    enum Purpose: Sendable {
        case streamingKey
        case persistableKey
        case renewal(of: StoredKey)
    }

    /// What came of it.
    enum Resolution: Sendable {
        case streamingKey(ContentKey, duration: Duration?)
        case stored(StoredKey)
        case persistableWanted
        case failed(ContentKeyError)
    }

    private struct State {
        var status = Status.requestingResponse
        var error: ContentKeyError?
        /// The latest ones; each has its own answer.
        var exchanges: [KeyExchange] = []
    }

    /// Requests that the app may make for one question and still use.
    private static let openExchanges = 8

    /// Which key is needed.
    public let specifier: ContentKeySpecifier
    /// How the session gets its keys.
    public let keySystem: ContentKeySystem
    let purpose: Purpose
    private let vault: KeyVault?
    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    private let resolutions: AsyncStream<Resolution>
    private let resolver: AsyncStream<Resolution>.Continuation

    init(
        _ specifier: ContentKeySpecifier, _ keySystem: ContentKeySystem, _ purpose: Purpose,
        vault: KeyVault?, now: @escaping @Sendable () -> Date
    ) {
        self.specifier = specifier
        self.keySystem = keySystem
        self.purpose = purpose
        self.vault = vault
        self.now = now
        (resolutions, resolver) = AsyncStream.makeStream(
            of: Resolution.self, bufferingPolicy: .bufferingOldest(1))
    }

    /// By what the playlist names the key.
    public var identifier: String { specifier.identifier }
    /// What the media says of the key, if anything.
    public var initializationData: [UInt8]? { specifier.initializationData }
    /// Where it stands.
    public var status: Status { state.withLock { $0.status } }
    /// Why it failed, once it has.
    public var error: ContentKeyError? { state.withLock { $0.error } }
    /// Whether the session has a vault to store a key in.
    public var canProvidePersistableContentKey: Bool { vault != nil }

    /// What came of it; nil when the task was cancelled before. To be called once.
    func resolution() async -> Resolution? {
        for await resolution in resolutions { return resolution }
        state.withLock { state in
            if state.status == .requestingResponse { state.status = .cancelled }
        }
        return nil
    }
}

// MARK: - What the app does

extension ContentKeyRequest {
    /// Makes what the app sends to its key server. Each call makes another request; an answer to
    /// any of the latest ones is good.
    /// - Parameters:
    ///   - certificate: what the app knows of its server.
    ///   - content: by what the server knows the content, 1 to 1024 bytes; nil in a renewal: as
    ///     before.
    /// - Throws: ``ContentKeyError`` when the request is over, or the key system asks no server.
    public func makeStreamingContentKeyRequestData(
        forApp certificate: [UInt8], contentIdentifier content: [UInt8]?
    ) throws(ContentKeyError) -> [UInt8] {
        guard keySystem == .testServer else { throw .noRequestData }
        let certificate = try KeyServerCertificate(certificate)
        let exchange: KeyExchange
        switch purpose {
        case .streamingKey:
            exchange = try KeyExchange(
                .streamingKey, contentIdentifier: content ?? [], certificate: certificate)
        case .persistableKey:
            exchange = try KeyExchange(
                .persistableKey, contentIdentifier: content ?? [], certificate: certificate)
        case .renewal(let stored):
            guard let grant = stored.grant, grant.server == certificate.fingerprint else {
                throw .leasedByAnotherServer(identifier: identifier)
            }
            exchange = try KeyExchange(
                .renewal(of: grant), contentIdentifier: content ?? stored.contentIdentifier,
                certificate: certificate)
        }
        let isOpen = state.withLock { state in
            guard state.status == .requestingResponse else { return false }
            state.exchanges.append(exchange)
            state.exchanges.removeFirst(max(0, state.exchanges.count - Self.openExchanges))
            return true
        }
        guard isOpen else { throw .requestIsOver }
        return exchange.requestData
    }

    /// Answers the request. An answer that is of no use fails it: the delegate hears why.
    /// - Throws: ``ContentKeyError/requestIsOver``.
    public func processContentKeyResponse(
        _ response: ContentKeyResponse
    ) throws(ContentKeyError) {
        guard status == .requestingResponse else { throw .requestIsOver }
        do throws(ContentKeyError) {
            try resolve(try resolution(of: response), .receivedResponse)
        } catch .requestIsOver {
            throw .requestIsOver
        } catch {
            try fail(error)
        }
    }

    /// Gives the request up. Nothing happens when it is over.
    /// - Parameter reason: in words, for whoever reads the download's error.
    public func processContentKeyResponseError(_ reason: String) {
        // It ended in another way meanwhile, and whoever waited knows.
        try? fail(.failedByApp(reason))
    }

    /// Asks for a persistable request in place of this one.
    /// - Throws: ``ContentKeyError`` when the session has no vault, or the request is over.
    public func respondByRequestingPersistableContentKeyRequest() throws(ContentKeyError) {
        guard vault != nil else { throw .noVault }
        try resolve(.persistableWanted, .replacedByPersistable)
    }

    func fail(_ error: ContentKeyError) throws(ContentKeyError) {
        try resolve(.failed(error), .failed)
    }

    private func resolve(
        _ resolution: Resolution, _ status: Status
    ) throws(ContentKeyError) {
        let isFirst = state.withLock { state in
            guard state.status == .requestingResponse else { return false }
            state.status = status
            if case .failed(let error) = resolution { state.error = error }
            return true
        }
        guard isFirst else { throw .requestIsOver }
        resolver.yield(resolution)
        resolver.finish()
    }
}

// MARK: - What an answer means

extension ContentKeyRequest {
    private func resolution(
        of response: ContentKeyResponse
    ) throws(ContentKeyError) -> Resolution {
        switch (response.content, purpose) {
        case (.persistableKey(let bytes), .persistableKey), (.persistableKey(let bytes), .renewal):
            return .stored(try opened(bytes))
        case (.persistableKey, .streamingKey): throw .answerOfAnotherSystem
        case (.clearKey(let key), .streamingKey):
            guard keySystem == .clearKey else { throw .answerOfAnotherSystem }
            return .streamingKey(try Self.checked(key), duration: nil)
        case (.keyServerAnswer(let bytes), .streamingKey):
            guard case .streamingKey(let key, let duration) = try grant(bytes).grant else {
                throw .notAnAnswer
            }
            return .streamingKey(try Self.checked(key), duration: duration)
        case (.clearKey(let key), _):
            return .stored(try storable(fromKeyVendorResponse: key.exposedBytes()))
        case (.keyServerAnswer(let bytes), _):
            return .stored(try storable(fromKeyVendorResponse: bytes))
        }
    }

    /// What the app may keep, of what its server answered; for nobody else to read.
    func persistableKey(fromKeyVendorResponse bytes: [UInt8]) throws(ContentKeyError) -> [UInt8] {
        guard let vault else { throw .noVault }
        let key = try storable(fromKeyVendorResponse: bytes)
        do {
            return try vault.seal(key)
        } catch {
            throw .vault(error)
        }
    }

    private func storable(
        fromKeyVendorResponse bytes: [UInt8]
    ) throws(ContentKeyError) -> StoredKey {
        guard keySystem == .testServer else {
            return try stored(ContentKey(bytes), nil, KeyLease(), content: [])
        }
        let (exchange, grant) = try grant(bytes)
        guard case .persistableKey(let key, let lease, let terms) = grant else {
            throw .notAnAnswer
        }
        return try stored(key, lease, terms, content: exchange.contentIdentifier)
    }

    private func stored(
        _ key: ContentKey, _ grant: StoredKey.Grant?, _ lease: KeyLease, content: [UInt8]
    ) throws(ContentKeyError) -> StoredKey {
        let key = try Self.checked(key).exposedBytes()
        guard case .renewal(var stored) = purpose else {
            return StoredKey(
                identifier: identifier, contentIdentifier: content, key: key, grant: grant,
                state: PersistableKeyState(lease: lease, storedAt: now()))
        }
        do {
            try stored.state.renew(with: lease, at: now())
        } catch {
            throw ContentKeyError(error, of: identifier)
        }
        stored.key = key
        stored.grant = grant
        return stored
    }

    private func opened(_ bytes: [UInt8]) throws(ContentKeyError) -> StoredKey {
        guard let vault else { throw .noVault }
        do {
            let key = try vault.open(bytes, path: identifier)
            guard key.identifier == identifier else { throw ContentKeyError.answerToAnotherRequest }
            return key
        } catch let error as KeyVaultError {
            throw .vault(error)
        } catch {
            throw .answerToAnotherRequest
        }
    }

    private func grant(
        _ bytes: [UInt8]
    ) throws(ContentKeyError) -> (exchange: KeyExchange, grant: KeyExchange.Grant) {
        guard keySystem == .testServer else { throw .answerOfAnotherSystem }
        let exchanges = state.withLock { $0.exchanges }
        // The last one says what is wrong with an answer that is meant for none.
        guard let exchange = exchanges.last(where: { $0.isMeant(by: bytes) }) ?? exchanges.last
        else { throw .answerToAnotherRequest }
        return (exchange, try exchange.open(bytes))
    }

    private static func checked(_ key: ContentKey) throws(ContentKeyError) -> ContentKey {
        guard [16, 32].contains(key.byteCount) else { throw .keyLength(key.byteCount) }
        return key
    }
}
