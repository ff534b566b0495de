package import LinkModel
package import PlaybackCore

/// When transfers over a fluid link would end, asked for any beginning: the link of a
/// ``SabreSession`` for who knows it beforehand.
package struct FluidTimetable: Sendable {
    private let periods: [FluidLink.Period]
    /// When each period begins, in milliseconds since the cycle did.
    private let starts: [Double]
    private let cycle: Double

    /// - Parameter periods: wrap around at their end; see ``LinkModel/FluidLink``.
    package init(_ periods: [FluidLink.Period]) {
        precondition(periods.contains { $0.rate > 0 }, "a link that never carries anything is none")
        self.periods = periods
        var time = 0.0
        starts = periods.map { period in
            defer { time += period.duration }
            return time
        }
        cycle = time
    }

    /// Milliseconds since the link began at which the last of the bits is there.
    package func end(of bits: Double, requestedAt start: Double) -> Double {
        let offset = start.truncatingRemainder(dividingBy: cycle)
        var (low, high) = (0, periods.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        var index = low
        var remaining = max(0, starts[low] + periods[low].duration - offset)
        var time = start
        var latencies = 1.0
        var rest = bits
        while true {
            let period = periods[index]
            let wait = latencies * period.latency
            if wait <= remaining {
                latencies = 0
                time += wait
                remaining -= wait
                if rest <= remaining * period.rate {
                    return time + (rest > 0 ? rest / period.rate : 0)
                }
                rest -= remaining * period.rate
            } else {
                latencies -= remaining / period.latency
            }
            time += remaining
            index = index + 1 == periods.count ? 0 : index + 1
            remaining = periods[index].duration
        }
    }

    /// The best that a session can play over this link.
    package func oracle(
        _ ladder: Ladder, _ settings: Oracle.Settings = Oracle.Settings()
    ) -> Oracle.Result {
        Oracle.solve(ladder, settings) { start, bits in end(of: bits, requestedAt: start) }
    }
}
