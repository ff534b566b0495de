internal import Glibc
package import LinkModel

/// What a link of the kernel achieves beside what its profile says, as it is at its beginning.
///
/// Blocks its thread for some seconds. Its namespace must have no link yet.
package struct LinkMeasurement {
    /// A line of the table.
    package struct Row: Sendable, Hashable {
        package var heading: LinkHeading
        /// `rate`, `delay`, `loss`
        package var what: String
        package var nominal: String
        package var achieved: String
        /// What the achieved has to lie in; nil where it is only reported.
        package var allowed: String?
        package var holds: Bool
    }

    /// Rates beyond this are reported and not judged, in bits a second: the meter's own work counts.
    package static let fastestJudged = 50_000_000

    private let link: NetemLink
    private let meter: LinkMeter
    private static let port: UInt16 = 8080

    private init(_ profile: LinkProfile) throws(NetemError) {
        link = try NetemLink(profile)
        try link.shape(port: Self.port)
        meter = try LinkMeter(port: Self.port)
    }

    /// Makes the profile's link in this namespace and measures both directions.
    package static func measure(_ profile: LinkProfile) throws(NetemError) -> [Row] {
        let measurement = try LinkMeasurement(profile)
        var rows: [Row] = []
        for heading in [LinkHeading.down, .up] {
            let direction = DirectionSchedule(profile, heading).state(at: 0).direction
            rows += try measurement.rows(heading, direction)
        }
        return rows
    }

    private func rows(
        _ heading: LinkHeading, _ direction: LinkDirection
    ) throws(NetemError) -> [Row] {
        var rows: [Row] = []
        let losesAll = direction.losesEverything
        if !losesAll {
            rows += try confirmed { () throws(NetemError) in try delay(heading, direction) }
        }
        if !losesAll, let bits = direction.rate.meanBitsPerSecond {
            rows += try confirmed { () throws(NetemError) in try rate(heading, direction, bits) }
        }
        rows += try confirmed { () throws(NetemError) in try loss(heading, direction) }
        return rows
    }

    /// One in a hundred losses lies outside its interval by chance, and a busy machine is late: what
    /// does not hold is measured again, and only what never holds is held against the link.
    private func confirmed(
        _ measure: () throws(NetemError) -> Row?
    ) throws(NetemError) -> [Row] {
        var row = try measure()
        for _ in 1..<Self.attempts where row?.holds == false { row = try measure() }
        return row.map { [$0] } ?? []
    }

    private static let attempts = 3

    // MARK: Delay

    private func delay(
        _ heading: LinkHeading, _ direction: LinkDirection
    ) throws(NetemError) -> Row {
        let jitter = direction.jitter?.amount.wholeNanoseconds ?? 0
        let wire = direction.wireTime(of: LinkMeter.smallFrame)
        let count = jitter == 0 ? 51 : 201
        let delays = try meter.delays(
            heading, count: count, spacing: max(10_000_000, wire * 2, jitter * 5 / 2))
        // A token bucket has a frame's worth of tokens after a rest.
        let hasWire = link.bottleneck(heading) == .netem
        let nominal = direction.delay.wholeNanoseconds + (hasWire ? wire : 0)
        // The median of an even distribution from -a to a has a standard deviation of a ÷ √count.
        let chance =
            Double(jitter) * LossExpectation.widthFor99Percent
            / Double(max(1, delays.count)).squareRoot()
        let allowed = (nominal - Int(chance))...(nominal + 1_000_000 + Int(chance))
        let median = delays.isEmpty ? .max : delays[delays.count / 2]
        return Row(
            heading: heading, what: "delay", nominal: Self.milliseconds(nominal),
            achieved: Self.milliseconds(median),
            allowed: "\(Self.milliseconds(allowed.lowerBound)) to "
                + Self.milliseconds(allowed.upperBound),
            holds: allowed.contains(median))
    }

    // MARK: Rate

    private func rate(
        _ heading: LinkHeading, _ direction: LinkDirection, _ bits: Int
    ) throws(NetemError) -> Row {
        let frame = Framing.fullFrame * 8_000_000_000 / bits
        let jitter = direction.jitter?.amount.wholeNanoseconds ?? 0
        let flow = try meter.rate(
            heading, expecting: bits, queue: direction.queuePackets,
            delay: direction.delay.wholeNanoseconds + jitter,
            length: max(2_000_000_000, frame * 20))
        let found = flow.bitsPerSecond
        let isFull = flow.offeredBitsPerSecond > 1.05 * Double(bits)
        let doubt = isFull ? "" : ", offered only \(Self.megabits(flow.offeredBitsPerSecond))"
        let isJudged = bits <= Self.fastestJudged
        return Row(
            heading: heading, what: "rate", nominal: Self.megabits(Double(bits)),
            achieved: (flow.measuredNanoseconds > 0 ? Self.megabits(found) : "none") + doubt,
            allowed: isJudged ? "\(Self.megabits(0.99 * Double(bits))) and 1 % more" : nil,
            holds: !isJudged || abs(found / Double(bits) - 1) < 0.01)
    }

    // MARK: Loss

    /// Nil for a direction without loss.
    private func loss(
        _ heading: LinkHeading, _ direction: LinkDirection
    ) throws(NetemError) -> Row? {
        let spacing = max(100_000, direction.wireTime(of: LinkMeter.smallFrame) * 3 / 2)
        let count = min(20_000, 8_000_000_000 / spacing)
        guard direction.loss != .none,
            let expected = LossExpectation(direction.loss, packets: count)
        else { return nil }
        try settle(heading)
        let before = try link.statistics()[heading]
        let received = try meter.received(heading, of: count, spacing: spacing)
        let after = try link.statistics()[heading]
        let lost = after.lostPackets - before.lostPackets
        let dropped = after.queueDrops - before.queueDrops
        let share = Double(lost) / Double(count)
        let interval = expected.interval
        return Row(
            heading: heading, what: "loss", nominal: Self.percent(expected.mean),
            achieved: Self.percent(share) + " of \(count)",
            allowed: "\(Self.percent(interval.lowerBound)) to "
                + Self.percent(interval.upperBound),
            holds: interval.contains(share) && received + lost + dropped == count)
    }

    /// Waits until what the measurement of the rate left in the delay line is through: a full queue
    /// behind that drops some of it, and those are not packets of this measurement.
    private func settle(_ heading: LinkHeading) throws(NetemError) {
        let end = MonotonicTime.now + Self.patience
        while try link.statistics()[heading].backlogPackets > 0, MonotonicTime.now < end {
            usleep(Self.glance)
        }
    }

    /// Nanoseconds, more than any profile holds a packet for.
    private static let patience = 20_000_000_000
    /// Microseconds between two looks at the queues.
    private static let glance: UInt32 = 10_000

    // MARK: Texts

    private static func milliseconds(_ nanoseconds: Int) -> String {
        "\(Double(nanoseconds / 10_000) / 100) ms"
    }

    private static func megabits(_ bits: Double) -> String {
        "\((bits / 10).rounded() / 100_000) Mbit/s"
    }

    private static func percent(_ share: Double) -> String {
        "\((share * 100_000).rounded() / 1_000) %"
    }
}

extension LinkDirection {
    fileprivate var losesEverything: Bool {
        if case .independent(.always, _) = loss { true } else { false }
    }

    fileprivate func wireTime(of bytes: Int) -> Int {
        rate.meanBitsPerSecond.map { bytes * 8_000_000_000 / max(1, $0) } ?? 0
    }
}
