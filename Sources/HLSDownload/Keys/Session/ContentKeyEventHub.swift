internal import FoundationEssentials
internal import Synchronization

/// Hands each event to all who listen.
final class ContentKeyEventHub: Sendable {
    /// Events that wait for a slow listener; older ones are dropped.
    static let mostWaiting = 1024

    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<ContentKeyEvent>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit {
        state.withLock { state in
            for listener in state.listeners.values { listener.finish() }
        }
    }

    func listen() -> AsyncStream<ContentKeyEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentKeyEvent.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }

    func emit(_ event: ContentKeyEvent) {
        // Yielded outside of the lock: a listener that ends takes it.
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(event) }
    }
}
