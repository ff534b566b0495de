internal import DownloadCore

/// What came of an ``Exploration``.
package struct ExplorationOutcome: Sendable, Hashable {
    package enum End: String, Sendable, Hashable, CaseIterable, Codable {
        case completed
        /// It was only to be played, and was.
        case played
        /// It ended and said why it is not complete.
        case failed
        /// It waits and says for what.
        case waiting
        /// It could not go on: see ``Violation/Rule/ends``.
        case stuck
    }

    package var end = End.stuck
    /// Why it failed, or what it waits for; empty when it completed.
    package var reason = ""
    /// Rules that were broken, in the order in which that was seen.
    package var violations: [Violation] = []
    /// Runs that it took: one more than the times it was killed or needed another URL.
    package var runs = 0
    /// Requests that reached the origin.
    package var requests = 0
    /// Events that machines were told.
    package var events = 0
    /// Virtual time of all runs.
    package var elapsed = Duration.zero
}
