internal import Synchronization

/// Hands each event to all who listen, in the order in which they happened.
final class AssetDownloadEventHub: Sendable {
    /// Events that wait for a slow listener; older ones are dropped.
    static let mostWaiting = 65_536
    /// Events that are kept for the first listener.
    static let longestBacklog = 1024

    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<AssetDownloadEvent>.Continuation] = [:]
        /// What happened before anybody listened: restored tasks go on at once. Nil: somebody has.
        var backlog: [AssetDownloadEvent]? = []
        var isFinished = false
    }

    private let state = Mutex(State())

    /// - Parameter takesBacklog: whether to begin with what happened before anybody listened.
    func listen(takesBacklog: Bool) -> AsyncStream<AssetDownloadEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AssetDownloadEvent.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        let number = state.withLock { state -> Int? in
            if takesBacklog {
                for event in state.backlog ?? [] { continuation.yield(event) }
                state.backlog = nil
            }
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }

    /// Yields under the lock, so that all listeners hear the same order; a yield runs no code of a
    /// listener.
    func emit(_ event: AssetDownloadEvent) {
        state.withLock { state in
            for listener in state.listeners.values { listener.yield(event) }
            if let backlog = state.backlog, backlog.count < Self.longestBacklog {
                state.backlog = backlog + [event]
            }
        }
    }

    /// Ends every listener's stream behind what was emitted.
    func finish() {
        // Finished outside of the lock: a stream that ends takes it.
        let listeners = state.withLock { state in
            state.isFinished = true
            state.backlog = nil
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
