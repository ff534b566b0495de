internal import Simulation
internal import Synchronization

/// Where the workers of an ``ExploreRun`` take their next seeds and hand in what came of them.
final class ExploreDesk: Sendable {
    private struct State {
        var next: UInt64
        var isClosed = false
        var tally = ExploreTally()
        var told = 0
    }

    /// Seeds that a worker takes at once: a lock for each would cost more than it is worth.
    private static let batch: UInt64 = 25

    private let first: UInt64
    /// Nil: there is no end but the one in time.
    private let count: UInt64?
    private let deadline: ContinuousClock.Instant?
    private let state: Mutex<State>

    init(first: UInt64, count: UInt64?, deadline: ContinuousClock.Instant?) {
        self.first = first
        self.count = count
        self.deadline = deadline
        state = Mutex(State(next: first))
    }

    /// The next seeds; nil when there are none, or no time for them.
    func take() -> Range<UInt64>? {
        if let deadline, ContinuousClock.now >= deadline { return nil }
        return state.withLock { state in
            let end = count.map { first + $0 } ?? .max
            guard !state.isClosed, state.next < end else { return nil }
            let seeds = state.next..<min(end, state.next + Self.batch)
            state.next = seeds.upperBound
            return seeds
        }
    }

    /// - Parameter report: told how far all are, once for every thousand seeds.
    func finish(_ tally: ExploreTally, _ report: (ExploreTally) -> Void) {
        state.withLock { state in
            state.tally.add(tally)
            // More failures than are told of: what follows says nothing new.
            if state.tally.failing.count >= ExploreSummary.mostFailuresTold {
                state.isClosed = true
            }
            guard state.tally.seeds / 1_000 > state.told else { return }
            state.told = state.tally.seeds / 1_000
            report(state.tally)
        }
    }

    var tally: ExploreTally { state.withLock { $0.tally } }
}
