package import LinkConditioner
internal import LinkModel
package import Scenarios

/// What a run's link was and did: `link.json`, and a line of the summary.
package struct LinkRecord: Sendable, Codable {
    /// One direction, achieved beside nominal.
    package struct Direction: Sendable, Hashable, Codable {
        /// Bits of frames a second, in the mean over the run; what the run asked for, not what the
        /// link could have given.
        package var bitsPerSecond: Double
        /// Nil without a limit, and where it changes.
        package var nominalBitsPerSecond: Int?
        package var packets: Int
        package var lost: Int
        package var lostFraction: Double
        /// What the profile says; nil where it changes, or chance has no known width.
        package var expectedLoss: Double?
        /// Lost fractions of 99 of 100 such runs: losses in bursts spread more.
        package var expectedLossInterval: [Double]?
        /// Whether the lost fraction lies there; true where it is not known.
        package var lossHolds: Bool
        package var queueDrops: Int
    }

    /// Of the kernel's link only.
    package struct Kernel: Sendable, Codable {
        package struct Change: Sendable, Hashable, Codable {
            package var due: Double
            package var lateness: Double
            package var direction: String
        }

        /// Version, congestion control, MTU, and every queue as it was read back.
        package var facts: NetemFacts
        /// The queues' own counts at the end.
        package var statistics: NetemStatistics
        /// Seconds since the link began.
        package var changes: [Change]
    }

    package var schema = "hlslab-link/1"
    package var profile: String
    package var via: Scenario.Via
    package var seconds: Double
    package var down: Direction
    package var up: Direction
    package var kernel: Kernel?
}

extension LinkRecord {
    init(
        profile: LinkProfile, via: Scenario.Via, elapsed: Duration, comparison: RunComparison,
        kernel: Kernel? = nil
    ) {
        self.init(
            profile: profile.id, via: via, seconds: elapsed / .seconds(1),
            down: Direction(comparison.rows[0]), up: Direction(comparison.rows[1]), kernel: kernel)
    }

    /// One line for people: what became of the packets.
    var packetsText: String {
        let parts = [("down", down), ("up", up)].map { heading, direction in
            let expected =
                direction.expectedLossInterval.flatMap { interval in
                    interval.last == 0 ? nil : interval
                }.map { interval in
                    let counts = interval.map { Int(($0 * Double(direction.packets)).rounded()) }
                    return " (99 of 100 runs: \(counts[0]) to \(counts[1]))"
                } ?? ""
            let drops =
                direction.queueDrops == 0 ? "" : ", \(direction.queueDrops) found the queue full"
            return "\(direction.packets) \(heading), \(direction.lost) lost\(expected)\(drops)"
        }
        return parts.joined(separator: "; ")
    }
}

extension LinkRecord.Kernel {
    /// One line for people.
    var text: String {
        let late =
            changes.map(\.lateness).max().map {
                "; \(changes.count) changes, at most \(Figures.time(.seconds($0))) late"
            } ?? ""
        let notes = facts.notes.map { "; \($0)" }.joined()
        return "Linux \(facts.kernel), \(facts.congestionControl)\(late)\(notes)"
    }
}

extension LinkRecord.Direction {
    init(_ row: RunComparison.Row) {
        self.init(
            bitsPerSecond: row.bitsPerSecond, nominalBitsPerSecond: row.nominalBitsPerSecond,
            packets: row.counts.packets, lost: row.counts.lost, lostFraction: row.lostFraction,
            expectedLoss: row.expectedLoss?.mean,
            expectedLossInterval: row.expectedLoss.map {
                [$0.interval.lowerBound, $0.interval.upperBound]
            },
            lossHolds: row.lossHolds, queueDrops: row.counts.queueDrops)
    }
}

extension LinkRecord.Kernel.Change {
    init(_ change: NetemChange) {
        self.init(
            due: change.due / .seconds(1), lateness: change.lateness / .seconds(1),
            direction: change.heading)
    }
}
