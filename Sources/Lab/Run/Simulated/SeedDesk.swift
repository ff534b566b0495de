internal import Scenarios
internal import Synchronization

/// Where the workers of many seeds take their next one and hand in what came of the last.
final class SeedDesk: Sendable {
    private struct State {
        var taken = 0
        var played = 0
        var notPassed = 0
    }

    private let total: Int
    private let state = Mutex(State())

    init(total: Int) {
        self.total = total
    }

    /// Place of the next seed in the list; nil when all are taken.
    func take() -> Int? {
        state.withLock { state in
            guard state.taken < total else { return nil }
            state.taken += 1
            return state.taken - 1
        }
    }

    /// - Returns: how far all are, once for every percent.
    func finish(_ result: SeedResult) -> SeedsProgress? {
        state.withLock { state in
            let before = state.played * 100 / total
            state.played += 1
            if result.verdict != .pass { state.notPassed += 1 }
            guard state.played * 100 / total > before else { return nil }
            return SeedsProgress(played: state.played, total: total, notPassed: state.notPassed)
        }
    }
}
