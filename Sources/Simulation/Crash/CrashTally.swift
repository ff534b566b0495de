/// What came of ending a download at its ``CrashPoints``.
package struct CrashTally: Sendable, Hashable {
    /// Points before and after a command.
    package internal(set) var commandPoints = 0
    /// Points after an event.
    package internal(set) var eventPoints = 0
    /// Downloads that were gone on with: two at each point, one after a kill, one after a power cut.
    package internal(set) var runs = 0
    /// Most bytes of parts that were fetched twice after a kill, and after a power cut.
    package internal(set) var worstAfterKill = 0
    package internal(set) var worstAfterPowerCut = 0
    /// Bytes that a power cut may cost: what a connection may have written since its last sync, for
    /// all connections.
    package let limit: Int
    /// Runs that did not end as the undisturbed one.
    package internal(set) var failed = 0
    /// What was wrong, the first few in words.
    package internal(set) var failures: [String] = []

    static let mostFailuresTold = 10

    init(limit: Int) {
        self.limit = limit
    }

    package var points: Int { commandPoints + eventPoints }

    mutating func count(_ point: World.Stop) {
        if case .event = point { eventPoints += 1 } else { commandPoints += 1 }
    }

    mutating func note(_ failure: String) {
        failed += 1
        if failures.count < Self.mostFailuresTold { failures.append(failure) }
    }

    mutating func note(twice: Int, lost: Int, after crash: SimulatedDisk.Crash, _ name: String) {
        switch crash {
        case .kill:
            worstAfterKill = max(worstAfterKill, twice)
            // Every byte is written as it arrives.
            if twice > 0 { note("\(name): \(twice) bytes are fetched twice") }
        case .powerCut:
            worstAfterPowerCut = max(worstAfterPowerCut, twice)
            if twice > min(lost, limit) {
                note("\(name): \(twice) bytes are fetched twice, \(lost) were lost")
            }
        }
    }

    /// Both together.
    package static func + (left: CrashTally, right: CrashTally) -> CrashTally {
        var sum = CrashTally(limit: max(left.limit, right.limit))
        sum.commandPoints = left.commandPoints + right.commandPoints
        sum.eventPoints = left.eventPoints + right.eventPoints
        sum.runs = left.runs + right.runs
        sum.worstAfterKill = max(left.worstAfterKill, right.worstAfterKill)
        sum.worstAfterPowerCut = max(left.worstAfterPowerCut, right.worstAfterPowerCut)
        sum.failed = left.failed + right.failed
        sum.failures = Array((left.failures + right.failures).prefix(mostFailuresTold))
        return sum
    }
}
