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
    private let unit: String
    private let state = Mutex(State())

    /// - Parameter unit: what is played, for the progress line.
    init(total: Int, unit: String = "seeds") {
        self.total = total
        self.unit = unit
    }

    /// Place of the next seed in the list; nil when all are taken.
    func take() -> Int? {
        state.withLock { state in
            guard state.taken < total else { return nil }
            state.taken += 1
            return state.taken - 1
        }
    }

    /// - Parameter report: told how far all are, once for every percent, in order.
    func finish(_ result: SeedResult, _ report: (SeedsProgress) -> Void) {
        finish(result.verdict, report)
    }

    /// The same, where nothing but the verdict is kept for it.
    func finish(_ verdict: Verdict, _ report: (SeedsProgress) -> Void) {
        state.withLock { state in
            let before = state.played * 100 / total
            state.played += 1
            if verdict != .pass { state.notPassed += 1 }
            guard state.played * 100 / total > before else { return }
            report(
                SeedsProgress(
                    played: state.played, total: total, notPassed: state.notPassed, unit: unit))
        }
    }
}
