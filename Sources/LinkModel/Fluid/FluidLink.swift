/// A link without packets: a latency for each request, then bits that flow at the rate of the time.
///
/// The link of adaptation research: Sabre's network model (K. Spiteri, R. Sitaraman, D. Sparacio,
/// "From Theory to Practice: Improving Bitrate Adaptation in the DASH Reference Player", 2018) and
/// all that compare themselves with it. It knows nothing of TCP, and understates real transfer
/// times by what slow start and loss cost; it is here so that results can be compared with those
/// of the literature. For links as they are see ``SharedLink``.
///
/// Computes in floating point, in milliseconds and bits, since those it has to agree with do.
/// Addition, subtraction, multiplication and division are exact alike on every machine.
package struct FluidLink: Sendable, Hashable {
    /// A stretch of time in which nothing changes.
    package struct Period: Sendable, Hashable {
        /// In milliseconds.
        package var duration: Double
        /// In bits per millisecond, which is kbit/s.
        package var rate: Double
        /// What a request costs before its first bit, in milliseconds.
        package var latency: Double

        package init(duration: Double, rate: Double, latency: Double) {
            self.duration = duration
            self.rate = rate
            self.latency = latency
        }
    }

    /// When one transfer had its first and its last bit.
    package struct Transfer: Sendable, Hashable {
        /// Milliseconds from the request to the end of the latency.
        package var latency: Double
        /// Milliseconds from the request to the last bit.
        package var duration: Double

        package init(latency: Double, duration: Double) {
            self.latency = latency
            self.duration = duration
        }
    }

    /// Time since the link began, in milliseconds.
    package private(set) var elapsed = 0.0
    private let periods: [Period]
    private var index = 0
    /// Milliseconds until the next period.
    private var remaining: Double

    /// - Parameter periods: wrap around at their end.
    /// - Precondition: there is one at least; all last a time above 0; none has a rate or latency
    ///   below 0; one has a rate above 0.
    package init(_ periods: [Period]) {
        precondition(
            !periods.isEmpty && periods.allSatisfy { $0.duration > 0 && $0.duration.isFinite },
            "a fluid link has periods, and all last a while")
        precondition(
            periods.allSatisfy { $0.rate >= 0 && $0.latency >= 0 && $0.rate.isFinite },
            "rates and latencies are not negative")
        precondition(periods.contains { $0.rate > 0 }, "a link that never carries anything is none")
        self.periods = periods
        remaining = periods[0].duration
    }

    /// Requests `bits` now and waits for the last of them.
    package mutating func transfer(bits: Double) -> Transfer {
        let latency = wait(latencies: 1)
        return Transfer(latency: latency, duration: latency + flow(bits: bits))
    }

    /// Lets time pass without a request, in milliseconds.
    package mutating func idle(_ milliseconds: Double) {
        var rest = milliseconds
        while rest > remaining {
            rest -= remaining
            nextPeriod()
        }
        pass(rest)
    }

    /// Waits for `latencies` times the latency, each part of it as long as the latency of its time.
    /// - Returns: how long that was, in milliseconds.
    package mutating func wait(latencies: Double) -> Double {
        var total = 0.0
        var units = latencies
        while units > 0 {
            let latency = periods[index].latency
            let time = units * latency
            if time <= remaining {
                pass(time)
                return total + time
            }
            total += remaining
            units -= remaining / latency
            nextPeriod()
        }
        return total
    }

    /// Lets `bits` flow.
    /// - Returns: how long that took, in milliseconds.
    package mutating func flow(bits: Double) -> Double {
        var total = 0.0
        var bits = bits
        while bits > 0 {
            let rate = periods[index].rate
            if bits <= remaining * rate {
                let time = bits / rate
                pass(time)
                return total + time
            }
            total += remaining
            bits -= remaining * rate
            nextPeriod()
        }
        return total
    }

    private mutating func pass(_ milliseconds: Double) {
        elapsed += milliseconds
        remaining -= milliseconds
    }

    private mutating func nextPeriod() {
        elapsed += remaining
        index = index + 1 == periods.count ? 0 : index + 1
        remaining = periods[index].duration
    }
}
