internal import LinkModel
internal import PlaybackCore

/// The link of a ``SabreSession``: a ``LinkModel/FluidLink`` that can be looked at while it carries
/// something, and that tells when it becomes able to sustain a higher level.
struct SabreNetwork: Sendable {
    private let periods: [FluidLink.Period]
    /// The highest level that each period sustains.
    private let levels: [Int]
    private var index = 0
    /// Milliseconds until the next period.
    private var remaining: Double
    /// Milliseconds since the link began.
    private(set) var elapsed = 0.0
    /// Changes of the sustained level that nobody has looked at yet.
    var changes: [Change] = []

    struct Change: Sendable {
        var time: Double
        var level: Int
        var before: Int
    }

    /// A part of a transfer.
    struct Step {
        var bits = 0.0
        var time = 0.0
    }

    init(_ periods: [FluidLink.Period], _ ladder: Ladder) {
        precondition(periods.contains { $0.rate > 0 }, "a link that never carries anything is none")
        self.periods = periods
        remaining = periods[0].duration
        levels = periods.map { period in
            let usable = period.rate * (1 - period.latency / ladder.segmentDuration)
            return ladder.bitrates.dropFirst().prefix { $0 <= usable }.count
        }
    }

    var sustainedLevel: Int { levels[index] }

    /// Kbit/s.
    var rate: Double { periods[index].rate }

    /// Requests bits and waits for the last of them.
    mutating func transfer(bits: Double) -> FluidLink.Transfer {
        let latency = wait(latencies: 1)
        var rest = bits
        var total = 0.0
        while rest > 0 {
            let rate = periods[index].rate
            if rest <= remaining * rate {
                let time = rest / rate
                pass(time)
                total += time
                rest = 0
            } else {
                total += remaining
                rest -= remaining * rate
                nextPeriod()
            }
        }
        return FluidLink.Transfer(latency: latency, duration: latency + total)
    }

    mutating func idle(_ milliseconds: Double) {
        var rest = milliseconds
        while rest > remaining {
            rest -= remaining
            nextPeriod()
        }
        pass(rest)
    }

    /// - Returns: milliseconds that passed.
    mutating func wait(latencies: Double) -> Double {
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

    /// Lets bits flow until a number of them has arrived and a time has passed, or all have arrived.
    mutating func flow(
        bits: Double, atLeast leastBits: Double, for leastTime: Double
    ) -> Step {
        var (bits, leastBits, leastTime) = (bits, leastBits, leastTime)
        var total = Step()
        while bits > 0, leastBits > 0 || leastTime > 0 {
            let step = part(bits, &leastBits, &leastTime)
            total.bits += step.bits
            total.time += step.time
            bits -= step.bits
            leastBits -= step.bits
            leastTime -= step.time
        }
        return total
    }

    /// Lets whole steps of a flow pass as long as neither the rate changes nor the last one is due: the
    /// same steps as those of ``flow(bits:atLeast:for:)``, one after another.
    mutating func stride(
        _ transfer: inout SegmentTransfer, leastBits: Double, leastTime: Double
    ) {
        let rate = periods[index].rate
        guard rate > 0 else { return }
        let wanted = max(leastBits, leastTime * rate)
        let time = wanted / rate
        let size = transfer.size
        var (bits, duration) = (transfer.bits, transfer.duration)
        var (remaining, elapsed) = (self.remaining, self.elapsed)
        while size - bits > wanted, wanted <= remaining * rate {
            bits += wanted
            duration += time
            elapsed += time
            remaining -= time
        }
        transfer.bits = bits
        transfer.duration = duration
        (self.remaining, self.elapsed) = (remaining, elapsed)
    }

    /// As much of a flow as one period has.
    private mutating func part(
        _ bits: Double, _ leastBits: inout Double, _ leastTime: inout Double
    ) -> Step {
        let rate = periods[index].rate
        guard rate > 0 else {
            guard leastBits > 0 || leastTime > remaining else {
                pass(leastTime)
                return Step(time: leastTime)
            }
            let time = remaining
            nextPeriod()
            return Step(time: time)
        }
        let wanted = max(leastBits, leastTime * rate)
        let possible = remaining * rate
        if bits <= wanted, bits <= possible {
            let time = bits / rate
            pass(time)
            return Step(bits: bits, time: time)
        }
        if wanted <= possible {
            // What was wanted is there, whatever rounding says.
            leastBits = 0
            leastTime = 0
            let time = wanted / rate
            pass(time)
            return Step(bits: wanted, time: time)
        }
        let time = remaining
        nextPeriod()
        return Step(bits: possible, time: time)
    }

    private mutating func pass(_ milliseconds: Double) {
        elapsed += milliseconds
        remaining -= milliseconds
    }

    private mutating func nextPeriod() {
        elapsed += remaining
        let before = levels[index]
        index = index + 1 == periods.count ? 0 : index + 1
        remaining = periods[index].duration
        if levels[index] != before {
            changes.append(Change(time: elapsed, level: levels[index], before: before))
        }
    }
}
