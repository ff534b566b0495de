package import Simulation

/// What came of explored seeds so far.
package struct ExploreTally: Sendable {
    package var seeds = 0
    /// By how they ended.
    package var ends: [ExplorationOutcome.End: Int] = [:]
    package var runs = 0
    package var requests = 0
    package var events = 0
    /// Virtual time of all runs.
    package var elapsed = Duration.zero
    /// Seeds that broke a rule, with the first one that they broke.
    package var failing: [(seed: UInt64, violation: Violation)] = []

    package mutating func add(seed: UInt64, _ outcome: ExplorationOutcome) {
        seeds += 1
        ends[outcome.end, default: 0] += 1
        runs += outcome.runs
        requests += outcome.requests
        events += outcome.events
        elapsed += outcome.elapsed
        if let violation = outcome.violations.first { failing.append((seed, violation)) }
    }

    mutating func add(_ other: ExploreTally) {
        seeds += other.seeds
        ends.merge(other.ends, uniquingKeysWith: +)
        runs += other.runs
        requests += other.requests
        events += other.events
        elapsed += other.elapsed
        failing += other.failing
    }

    /// `12000 seeds, 0 broke a rule`.
    package var line: String { "\(seeds) seeds, \(failing.count) broke a rule" }
}
