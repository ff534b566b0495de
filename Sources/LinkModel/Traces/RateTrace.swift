/// A recorded rate of the direction towards the engine, constant for a while and then another.
package struct RateTrace: Sendable, Hashable {
    /// A stretch of time.
    package struct Period: Sendable, Hashable {
        package var length: Duration
        /// 0 when nothing passes.
        package var bitsPerSecond: Int
        /// One way, of both directions; nil when the recording does not say.
        package var delay: Duration?
        /// Towards the engine; nil when the recording does not say.
        package var loss: Probability?

        package init(
            length: Duration, bitsPerSecond: Int, delay: Duration? = nil, loss: Probability? = nil
        ) {
            self.length = length
            self.bitsPerSecond = bitsPerSecond
            self.delay = delay
            self.loss = loss
        }
    }

    /// Largest file with a recorded link that is read, in bytes: six hours of Mahimahi's at 12 Mbit/s
    /// have about as much, or a day at 3 Mbit/s.
    package static let maximumFileBytes = 16 << 20
    package static let maximumPeriods = 100_000
    /// Longest period: 30 days.
    package static let maximumLength = Duration.seconds(30 * 86_400)
    /// Highest rate, 1 Tbit/s.
    package static let maximumBitsPerSecond = 1_000_000_000_000
    package static let maximumDelay = Duration.seconds(600)

    package let periods: [Period]

    /// - Throws: ``TraceError`` for no periods or too many, for one that takes no time or has a
    ///   value out of range, and for a recording in which nothing ever passes.
    package init(_ periods: [Period]) throws(TraceError) {
        guard !periods.isEmpty else {
            throw TraceError("the recording has no periods; it needs one at least")
        }
        guard periods.count <= Self.maximumPeriods else {
            throw TraceError(
                "the recording has \(periods.count) periods; at most \(Self.maximumPeriods) are "
                    + "read: cut it or take the mean of neighbours")
        }
        for (index, period) in periods.enumerated() {
            guard period.length > .zero, period.length <= Self.maximumLength else {
                throw TraceError(
                    "period \(index + 1) lasts \(period.length); it has to last more than nothing "
                        + "and at most 30 days")
            }
            guard (0...Self.maximumBitsPerSecond).contains(period.bitsPerSecond) else {
                throw TraceError(
                    "period \(index + 1) has \(period.bitsPerSecond) bit/s; 0 bit/s to 1 Tbit/s "
                        + "are possible")
            }
            guard (.zero...Self.maximumDelay).contains(period.delay ?? .zero) else {
                throw TraceError("period \(index + 1) has a delay of more than 600 s; use less")
            }
        }
        guard periods.contains(where: { $0.bitsPerSecond > 0 }) else {
            throw TraceError("nothing ever passes in the recording; a rate has to be more than 0")
        }
        self.periods = periods
    }

    /// Bits per second over all periods, rounded down, at least 1.
    package var meanBitsPerSecond: Int {
        var (bits, time): (Int128, Int128) = (0, 0)
        for period in periods {
            let length = Int128(period.length.wholeNanoseconds)
            bits += length * Int128(period.bitsPerSecond)
            time += length
        }
        return max(1, Int(bits / time))
    }
}

extension LinkProfile {
    /// Takes a recording for its timeline. What a period does not say stays as it is.
    package mutating func play(_ trace: RateTrace, repeats: Bool) {
        steps = trace.periods.map { period in
            var step = LinkStep(length: period.length, down: down, up: up)
            step.down.rate = .bitsPerSecond(period.bitsPerSecond)
            if let delay = period.delay {
                step.down.delay = delay
                step.up.delay = delay
            }
            if let loss = period.loss {
                step.down.loss = loss == .never ? .none : .independent(loss, correlation: .never)
            }
            return step
        }
        stepsRepeat = repeats
    }

    /// The timeline of the direction towards the engine as a recording: rates, delays and losses
    /// that are the same for every packet. One period of `length` when there are no steps.
    ///
    /// - Throws: ``TraceError`` when a rate is unlimited or that of a ``DeliveryTrace``.
    package func rateTrace(constantFor length: Duration = .seconds(60)) throws(TraceError)
        -> RateTrace
    {
        let stretches = steps.isEmpty ? [LinkStep(length: length, down: down, up: up)] : steps
        var periods: [RateTrace.Period] = []
        for stretch in stretches {
            guard case .bitsPerSecond(let rate) = stretch.down.rate else {
                throw TraceError(
                    "a rate of the way down is '\(stretch.down.rate)', and the format needs bits "
                        + "per second; export another profile or another format")
            }
            periods.append(
                RateTrace.Period(
                    length: stretch.length, bitsPerSecond: rate, delay: stretch.down.delay,
                    loss: stretch.down.loss.mean))
        }
        return try RateTrace(periods)
    }
}
