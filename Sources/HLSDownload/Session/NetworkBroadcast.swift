internal import DownloadCore
internal import Synchronization

/// The network as the app says that it is, for every run of a task.
final class NetworkBroadcast: Sendable {
    private struct State {
        var status: NetworkStatus?
        var listeners: [Int: AsyncStream<NetworkStatus>.Continuation] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())

    /// Nil: nobody has said anything, and it counts as there and unmetered.
    var status: NetworkStatus? { state.withLock { $0.status } }

    func set(_ status: NetworkStatus) {
        state.withLock { state in
            state.status = status
            for listener in state.listeners.values { listener.yield(status) }
        }
    }

    /// What it is, when anybody has said so, and what it becomes.
    func updates() -> AsyncStream<NetworkStatus> {
        let (stream, continuation) = AsyncStream<NetworkStatus>.makeStream()
        state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = continuation
            if let status = state.status { continuation.yield(status) }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.listeners[number] = nil }
            }
        }
        return stream
    }
}
