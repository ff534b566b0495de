internal import DownloadCore
public import FoundationEssentials

/// Gets content keys from the app, keeps persistable ones in a vault, and answers from there without
/// the app and without the network.
///
/// One question per key at a time: who needs a key that is being asked for waits for the same
/// answer. Expiries of stored keys follow ``KeyVaultContents/Entry/expiry``: a playback that was
/// granted a key keeps it until it ends; the next one is refused.
public actor ContentKeySession {
    /// Questions for one key, the first included, before its failure stands.
    public static let mostAttempts = 3
    /// Erased keys whose proof is on its way to a server, at once.
    static let openInvalidations = 16

    /// How the session gets its keys.
    public nonisolated let keySystem: ContentKeySystem
    /// Where persistable keys are; nil: there are none.
    public nonisolated let vault: KeyVault?
    /// For how long the app may take to answer.
    public nonisolated let responseTime: Duration
    nonisolated let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let hub = ContentKeyEventHub()
    private weak var delegate: (any ContentKeySessionDelegate)?

    /// Keys that are not stored, and until when they may be kept.
    private var streamingKeys: [String: (key: ContentKey, expiry: Date?)] = [:]
    /// What each playback was granted.
    private var playbacks: [ContentKeyPlayback: [String: ContentKey]] = [:]
    private var lastPlayback = 0
    /// Who waits for a question that somebody else has asked, by identifier.
    private var waiting: [String: [AsyncStream<Outcome>.Continuation]] = [:]
    var invalidations: [Invalidation] = []

    /// Erased keys whose proof is on its way to their server.
    struct Invalidation: Sendable {
        var exchange: KeyExchange
        var grants: [StoredKey.Grant]
    }

    /// How a question ended, for those who waited with the one who asked.
    private enum Outcome: Sendable {
        case answered
        case failed(ContentKeyError)
        /// Whoever asked was cancelled; somebody else has to ask.
        case abandoned
    }

    /// Makes a session.
    /// - Parameters:
    ///   - delegate: the app; not kept alive.
    ///   - responseTime: for how long the app may take; AVFoundation gives 30 s in the background.
    ///   - clock: on which it waits for the app.
    ///   - now: the time of day, by which keys expire.
    public init(
        keySystem: ContentKeySystem, vault: KeyVault? = nil,
        delegate: (any ContentKeySessionDelegate)? = nil, responseTime: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.keySystem = keySystem
        self.vault = vault
        self.delegate = delegate
        self.responseTime = responseTime
        self.clock = clock
        self.now = now
    }

    /// Makes another object the delegate; it is not kept alive.
    public func setDelegate(_ delegate: (any ContentKeySessionDelegate)?) {
        self.delegate = delegate
    }

    /// What happens from now on. Each call makes a stream of its own, of which a slow listener
    /// loses the oldest events beyond 1024.
    public nonisolated func events() -> AsyncStream<ContentKeyEvent> { hub.listen() }

    nonisolated func emit(_ event: ContentKeyEvent) { hub.emit(event) }
}

// MARK: - Keys

extension ContentKeySession {
    /// Begins a playback, for whose length each key is granted that it asks for.
    public func beginPlayback() -> ContentKeyPlayback {
        lastPlayback += 1
        let playback = ContentKeyPlayback(number: lastPlayback)
        playbacks[playback] = [:]
        return playback
    }

    /// Ends a playback, and forgets what it was granted.
    public func endPlayback(_ playback: ContentKeyPlayback) {
        playbacks[playback] = nil
    }

    /// Whether a playback holds the key.
    func isPlaying(_ identifier: String) -> Bool {
        playbacks.values.contains { $0[identifier] != nil }
    }

    /// The key, from what the playback holds, from the vault, or from the app.
    ///
    /// Within a playback the first use of a stored key begins its playback expiry. Ask for all keys
    /// of an asset when its playback begins: each counts from its own first use.
    /// - Parameter playback: nil for a download, which only has to know the key.
    /// - Throws: ``ContentKeyError``, or `CancellationError`.
    public func contentKey(
        for specifier: ContentKeySpecifier, in playback: ContentKeyPlayback? = nil
    ) async throws -> ContentKey {
        var isAnswered = false
        while true {
            try Task.checkCancellation()
            var failure: ContentKeyError?
            switch try lookUp(specifier.identifier, in: playback) {
            case .found(let key, let updated):
                if let updated { await tell(updated) }
                return key
            case .refused(let error): failure = error
            case .missing: break
            }
            if isAnswered { throw failure ?? .notStored(identifier: specifier.identifier) }
            if waiting[specifier.identifier] == nil, let failure {
                guard await shouldRetry(specifier.identifier, after: failure) else {
                    await fail(specifier.identifier, failure)
                    throw failure
                }
            }
            isAnswered = try await ask(for: specifier)
        }
    }

    private enum Lookup {
        /// - updated: the stored key, when this was its first use in a playback.
        case found(ContentKey, updated: StoredKey?)
        case refused(ContentKeyError)
        case missing
    }

    private func lookUp(
        _ identifier: String, in playback: ContentKeyPlayback?
    ) throws(ContentKeyError) -> Lookup {
        if let playback, let key = playbacks[playback]?[identifier] {
            return .found(key, updated: nil)
        }
        if let vault {
            do throws(KeyVaultError) {
                if let found = try lookUp(identifier, in: playback, vault) { return found }
            } catch {
                throw .vault(error)
            }
        }
        guard let (key, expiry) = streamingKeys[identifier] else { return .missing }
        if let expiry, now() >= expiry {
            streamingKeys[identifier] = nil
            return .missing
        }
        if let playback { playbacks[playback]?[identifier] = key }
        return .found(key, updated: nil)
    }

    /// Nil when the vault has no such key.
    private func lookUp(
        _ identifier: String, in playback: ContentKeyPlayback?, _ vault: KeyVault
    ) throws(KeyVaultError) -> Lookup? {
        guard let stored = try vault.key(identifier) else { return nil }
        if let refusal = stored.state.refusal(at: now()) {
            return .refused(ContentKeyError(refusal, of: identifier))
        }
        guard let playback else {
            emit(.provided(identifier: identifier, from: .vault))
            return .found(ContentKey(stored.key), updated: nil)
        }
        // Decided again in one step with the writing: another process may have been faster.
        let time = now()
        let outcome = try vault.updateIfPresent(identifier) { key in
            let begun = Result { () throws(PersistableKeyState.Refusal) in
                try key.state.beginPlayback(at: time)
            }
            return (begun, key)
        }
        guard let (begun, played) = outcome else { return nil }
        switch begun {
        case .failure(let refusal): return .refused(ContentKeyError(refusal, of: identifier))
        case .success(let isFirst):
            let key = ContentKey(played.key)
            playbacks[playback]?[identifier] = key
            emit(.provided(identifier: identifier, from: .vault))
            return .found(key, updated: isFirst ? played : nil)
        }
    }

    /// Tells the app that a stored key was written anew.
    func tell(_ updated: StoredKey) async {
        emit(.updated(identifier: updated.identifier, expiry: updated.state.expiry))
        // Its bytes are for an app that keeps copies; one that cannot be sealed is in the vault.
        guard let bytes = try? vault?.seal(updated) else { return }
        await delegate?.contentKeySession(
            self, didUpdatePersistableContentKey: bytes, forIdentifier: updated.identifier,
            expiry: updated.state.expiry)
    }

    private func shouldRetry(_ identifier: String, after error: ContentKeyError) async -> Bool {
        await delegate?.contentKeySession(self, shouldRetry: identifier, after: error) ?? false
    }

    private func fail(_ identifier: String, _ error: ContentKeyError) async {
        emit(.failed(identifier: identifier, error))
        await delegate?.contentKeySession(
            self, contentKeyRequest: identifier, didFailWithError: error)
    }
}

// MARK: - Questions

extension ContentKeySession {
    /// Asks the app, or waits for the answer to somebody else's question.
    /// - Returns: whether there is an answer; if not, the question has to be asked again.
    private func ask(for specifier: ContentKeySpecifier) async throws -> Bool {
        let identifier = specifier.identifier
        if waiting[identifier] != nil {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Outcome.self, bufferingPolicy: .bufferingOldest(1))
            waiting[identifier]?.append(continuation)
            for await outcome in stream {
                switch outcome {
                case .answered: return true
                case .failed(let error): throw error
                case .abandoned: return false
                }
            }
            throw CancellationError()
        }
        waiting[identifier] = []
        do {
            try await obtain(specifier)
            release(identifier, .answered)
            return true
        } catch let error as ContentKeyError {
            release(identifier, .failed(error))
            await fail(identifier, error)
            throw error
        } catch {
            release(identifier, .abandoned)
            throw error
        }
    }

    private func release(_ identifier: String, _ outcome: Outcome) {
        for continuation in waiting.removeValue(forKey: identifier) ?? [] {
            continuation.yield(outcome)
            continuation.finish()
        }
    }

    /// Asks until there is a key or the app gives up.
    private func obtain(_ specifier: ContentKeySpecifier) async throws {
        let identifier = specifier.identifier
        for attempt in 1...Self.mostAttempts {
            let request = request(specifier, .streamingKey)
            emit(.requested(identifier: identifier))
            var resolution = try await answer(to: request) { session, delegate in
                await delegate.contentKeySession(session, didProvide: request)
            }
            if case .persistableWanted = resolution {
                let persistable = PersistableContentKeyRequest(
                    request: self.request(specifier, .persistableKey))
                emit(.persistableKeyRequested(identifier: identifier))
                resolution = try await answer(to: persistable.request) { session, delegate in
                    await delegate.contentKeySession(session, didProvide: persistable)
                }
            }
            do throws(ContentKeyError) {
                try keep(resolution, identifier)
                emit(.provided(identifier: identifier, from: .app))
                await delegate?.contentKeySession(self, contentKeyRequestDidSucceed: identifier)
                return
            } catch {
                guard attempt < Self.mostAttempts, await shouldRetry(identifier, after: error)
                else { throw error }
            }
        }
    }

    private func keep(
        _ resolution: ContentKeyRequest.Resolution, _ identifier: String
    ) throws(ContentKeyError) {
        switch resolution {
        case .streamingKey(let key, let duration):
            streamingKeys[identifier] = (key, duration.map { now() + $0.timeInterval })
        case .stored(let key): try store(key)
        case .persistableWanted: throw .answerOfAnotherSystem
        case .failed(let error): throw error
        }
    }

    func store(_ key: StoredKey) throws(ContentKeyError) {
        guard let vault else { throw .noVault }
        do {
            try vault.store(key)
        } catch {
            throw .vault(error)
        }
    }

    func request(
        _ specifier: ContentKeySpecifier, _ purpose: ContentKeyRequest.Purpose
    ) -> ContentKeyRequest {
        ContentKeyRequest(specifier, keySystem, purpose, vault: vault, now: now)
    }

    /// Gives a request to the app and waits for what comes of it, for a bounded time.
    func answer(
        to request: ContentKeyRequest,
        _ provide:
            @escaping @Sendable (ContentKeySession, any ContentKeySessionDelegate) async ->
            Void
    ) async throws -> ContentKeyRequest.Resolution {
        guard let delegate else { throw ContentKeyError.noDelegate }
        let (clock, responseTime) = (clock, responseTime)
        return try await withThrowingTaskGroup(of: ContentKeyRequest.Resolution?.self) { group in
            group.addTask {
                await provide(self, delegate)
                return nil
            }
            group.addTask { await request.resolution() }
            group.addTask {
                try await clock.sleep(for: responseTime)
                // Answered in the last moment: then that counts.
                try? request.fail(.notAnswered(seconds: Int(responseTime.components.seconds)))
                return nil
            }
            defer { group.cancelAll() }
            while let resolution = try await group.next() {
                if let resolution { return resolution }
            }
            throw CancellationError()
        }
    }
}

extension Duration {
    /// Seconds.
    fileprivate var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
