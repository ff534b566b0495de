package import LinkModel

/// What a link did to a run's own packets beside what its profile says: the achieved-versus-nominal
/// table of a run's record.
///
/// The rate of a run is what it asked for, not what the link could have given; it is reported beside
/// the nominal one and not judged.
package struct RunComparison: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package var heading: LinkHeading
        package var counts: Counts
        /// Bits of frames a second that came out, in the mean over the run.
        package var bitsPerSecond: Double
        /// Nil without a limit, and where the rate changes.
        package var nominalBitsPerSecond: Int?
        /// Lost at random, of those that could be.
        package var lostFraction: Double
        /// Nil where the loss changes or has no known width.
        package var expectedLoss: LossExpectation?

        /// Whether the loss lies in its 99 % interval; true where that is not known.
        package var lossHolds: Bool {
            expectedLoss.map { $0.interval.contains(lostFraction) } ?? true
        }
    }

    /// What became of the packets of a direction.
    package struct Counts: Sendable, Hashable {
        /// Packets that random loss could strike.
        package var packets: Int
        /// Frames that came out of the link, in bytes.
        package var bytesOut: Int
        /// Lost at random, on purpose.
        package var lost: Int
        /// The queue of the bottleneck had no room for these.
        package var queueDrops: Int
    }

    /// Down, then up.
    package let rows: [Row]

    /// - Parameter elapsed: time of the run.
    package init(down: Counts, up: Counts, of profile: LinkProfile, elapsed: Duration) {
        rows = [(LinkHeading.down, down), (.up, up)].map { heading, counts in
            Self.row(
                heading, counts, DirectionSchedule(profile, heading),
                seconds: Double(max(1, elapsed.wholeNanoseconds)) / 1e9)
        }
    }

    private static func row(
        _ heading: LinkHeading, _ counts: Counts, _ schedule: DirectionSchedule, seconds: Double
    ) -> Row {
        let states = schedule.states
        let rates = Set(states.map(\.rate))
        let losses = Set(states.map(\.loss))
        var expected: LossExpectation?
        if losses.count == 1, let loss = losses.first, schedule.neverLosesAll {
            expected = LossExpectation(loss, packets: counts.packets)
        }
        return Row(
            heading: heading, counts: counts,
            bitsPerSecond: Double(counts.bytesOut) * 8 / seconds,
            nominalBitsPerSecond: rates.count == 1 ? rates.first?.meanBitsPerSecond : nil,
            lostFraction: Double(counts.lost) / Double(max(1, counts.packets)),
            expectedLoss: expected)
    }
}

extension RunComparison.Counts {
    /// Of the kernel's link, which loses a packet before it comes to the bottleneck's queue.
    package init(_ counted: NetemStatistics.Direction) {
        self.init(
            packets: counted.sentPackets + counted.lostPackets + counted.queueDrops
                + counted.backlogPackets,
            bytesOut: counted.sentBytes, lost: counted.lostPackets,
            queueDrops: counted.queueDrops)
    }

    /// Of the link in this process, which loses a packet behind the bottleneck.
    package init(_ counted: RelayStatistics.Direction) { self.init(counted.packets) }

    /// Of the same link in virtual time.
    package init(_ counted: PathCounters) {
        self.init(
            packets: counted.departed + counted.duplicates, bytesOut: counted.deliveredBytes,
            lost: counted.lost, queueDrops: counted.queueDrops + counted.codelDrops)
    }
}
