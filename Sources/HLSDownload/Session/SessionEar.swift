internal import Synchronization

/// Who hears a session's events, neither kept alive.
final class SessionEar: Sendable {
    private struct State: Sendable {
        weak var session: AssetDownloadSession?
        weak var delegate: (any AssetDownloadDelegate)?
    }

    private let state: Mutex<State>

    init(_ delegate: (any AssetDownloadDelegate)?) {
        state = Mutex(State(session: nil, delegate: delegate))
    }

    func belong(to session: AssetDownloadSession) {
        state.withLock { $0.session = session }
    }

    /// Hands an event to the delegate, if it and the session are still there.
    func hear(_ event: AssetDownloadEvent) async {
        let (session, delegate) = state.withLock { ($0.session, $0.delegate) }
        guard let session, let delegate else { return }
        await delegate.hear(event, of: session)
    }
}
