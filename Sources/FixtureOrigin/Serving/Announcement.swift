import Synchronization

/// A value that somebody makes known once and others wait for.
final class Announcement<Value: Sendable>: Sendable {
    private enum State {
        case awaited([Int: CheckedContinuation<Value, any Error>], next: Int)
        case made(Result<Value, any Error>)
    }

    private let state = Mutex(State.awaited([:], next: 0))

    /// The first announcement counts, later ones change nothing.
    func make(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard case .awaited(let waiting, _) = state else { return [] }
            state = .made(result)
            return Array(waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits for the announcement.
    ///
    /// - Throws: the failure that was announced, or `CancellationError`.
    func value() async throws -> Value {
        let id = state.withLock { state -> Int in
            guard case .awaited(let waiting, let next) = state else { return 0 }
            state = .awaited(waiting, next: next + 1)
            return next
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(id, $0) }
        } onCancel: {
            giveUp(id)
        }
    }

    private func wait(_ id: Int, _ continuation: CheckedContinuation<Value, any Error>) {
        let known = state.withLock { state -> Result<Value, any Error>? in
            switch state {
            case .made(let result):
                return result
            case .awaited(var waiting, let next):
                // Cancelled before it began to wait: `giveUp` found nobody.
                if Task.isCancelled { return .failure(CancellationError()) }
                waiting[id] = continuation
                state = .awaited(waiting, next: next)
                return nil
            }
        }
        if let known { continuation.resume(with: known) }
    }

    private func giveUp(_ id: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard case .awaited(var waiting, let next) = state else { return nil }
            let continuation = waiting.removeValue(forKey: id)
            state = .awaited(waiting, next: next)
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }
}
