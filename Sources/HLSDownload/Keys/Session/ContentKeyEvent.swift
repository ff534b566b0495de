public import FoundationEssentials
internal import Synchronization

/// What happened in a session; the same that its delegate hears, for who prefers to iterate.
public enum ContentKeyEvent: Sendable, Hashable {
    /// Where a key came from.
    public enum Source: String, Sendable, Hashable {
        /// The app answered a request.
        case app
        /// It was stored before.
        case vault
    }

    /// The app is asked for a key.
    case requested(identifier: String)
    /// The app is asked for a key that can be stored.
    case persistableKeyRequested(identifier: String)
    /// The app is asked to renew a stored key.
    case renewalRequested(identifier: String)
    /// A key is there.
    case provided(identifier: String, from: Source)
    /// A key cannot be had.
    case failed(identifier: String, ContentKeyError)
    /// A stored key was written anew: its first playback began, or it was renewed. Its expiry now;
    /// nil: without end.
    case updated(identifier: String, expiry: Date?)
    /// Stored keys were erased.
    case invalidated(identifiers: [String])
    /// The server knows of so many leases that their keys are erased.
    case invalidationConfirmed(leaseCount: Int)
}

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
