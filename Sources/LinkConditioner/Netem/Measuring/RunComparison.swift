package import LinkModel

/// What the kernel's link did to a run's own packets beside what its profile says: the
/// achieved-versus-nominal table of a run's record.
///
/// The rate of a run is what it asked for, not what the link could have given; it is reported beside
/// the nominal one and not judged.
package struct RunComparison: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package var heading: LinkHeading
        /// Frames that reached the link.
        package var packets: Int
        /// Bits of frames a second that came out, in the mean over the run.
        package var bitsPerSecond: Double
        /// Nil without a limit, and where the rate changes.
        package var nominalBitsPerSecond: Int?
        /// Lost by netem, of those that reached the link.
        package var lostFraction: Double
        /// Nil where the loss changes or has no known width.
        package var expectedLoss: LossExpectation?
        /// The queue of the bottleneck had no room for these.
        package var queueDrops: Int

        /// Whether the loss lies in its 99 % interval; true where that is not known.
        package var lossHolds: Bool {
            expectedLoss.map { $0.interval.contains(lostFraction) } ?? true
        }
    }

    /// Down, then up.
    package let rows: [Row]

    /// - Parameters:
    ///   - statistics: of the whole run.
    ///   - elapsed: time of the run.
    package init(_ statistics: NetemStatistics, of profile: LinkProfile, elapsed: Duration) {
        rows = [LinkHeading.down, .up].map { heading in
            Self.row(
                heading, statistics[heading], DirectionSchedule(profile, heading),
                seconds: Double(max(1, elapsed.wholeNanoseconds)) / 1e9)
        }
    }

    private static func row(
        _ heading: LinkHeading, _ counted: NetemStatistics.Direction,
        _ schedule: DirectionSchedule, seconds: Double
    ) -> Row {
        let packets =
            counted.sentPackets + counted.lostPackets + counted.queueDrops
            + counted.backlogPackets
        let states = schedule.states
        let rates = Set(states.map(\.rate))
        let losses = Set(states.map(\.loss))
        var expected: LossExpectation?
        if losses.count == 1, let loss = losses.first, schedule.neverLosesAll {
            expected = LossExpectation(loss, packets: packets)
        }
        return Row(
            heading: heading, packets: packets,
            bitsPerSecond: Double(counted.sentBytes) * 8 / seconds,
            nominalBitsPerSecond: rates.count == 1 ? rates.first?.meanBitsPerSecond : nil,
            lostFraction: Double(counted.lostPackets) / Double(max(1, packets)),
            expectedLoss: expected, queueDrops: counted.queueDrops)
    }
}
