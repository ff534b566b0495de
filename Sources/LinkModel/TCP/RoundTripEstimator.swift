/// Round-trip time and retransmission time-out (RFC 6298), as Linux computes them
/// (`tcp_rtt_estimator`): the deviation's floor is the least time-out, 200 ms, and a deviation that
/// falls is followed once per round trip. All values are nanoseconds.
struct RoundTripEstimator: Sendable {
    /// Time-out before there is a measurement (RFC 6298 2.1).
    static let initialTimeout = 1_000_000_000
    /// Bound of the time-out, back-off included (`TCP_RTO_MAX`).
    static let longestTimeout = 120_000_000_000

    private let floor: Int
    /// Eight times the smoothed round trip; 0 without a measurement.
    private var scaled = 0
    /// Four times the mean deviation, its greatest value of this round trip, and what is used of it.
    private var deviation = 0
    private var greatestDeviation = 0
    private var variance = 0
    private var roundEnd = 0
    /// Least measurement so far; nil without one.
    private(set) var minimum: Int?
    /// Times that the time-out was doubled since the last measurement.
    private(set) var backoff = 0

    init(floor: Int) {
        self.floor = floor
    }

    var isMeasured: Bool { scaled > 0 }
    var smoothed: Int { scaled >> 3 }

    /// Time until an unanswered segment is sent again. Asked for more often than it changes.
    private(set) var timeout = Self.initialTimeout

    private mutating func noteTimeout() {
        let base = isMeasured ? (scaled >> 3) + variance : Self.initialTimeout
        timeout = min(base << min(backoff, 16), Self.longestTimeout)
    }

    /// - Parameters:
    ///   - sample: time from the oldest of the acknowledged segments.
    ///   - latest: time from the newest of them, without the receiver's waiting.
    ///   - acknowledged: everything before this has arrived.
    ///   - next: what is sent next, where the next round trip begins.
    mutating func measure(_ sample: Int, latest: Int, acknowledged: Int, next: Int) {
        defer { noteTimeout() }
        minimum = min(minimum ?? latest, latest)
        backoff = 0
        guard isMeasured else {
            scaled = max(1, sample << 3)
            deviation = sample << 1
            variance = max(deviation, floor)
            greatestDeviation = variance
            roundEnd = next
            return
        }
        let error = sample - (scaled >> 3)
        scaled = max(1, scaled + error)
        var change = abs(error) - (deviation >> 2)
        // A sample below the mean must not raise the time-out (Linux, after Eifel).
        if error < 0, change > 0 { change >>= 3 }
        deviation += change
        if deviation > greatestDeviation {
            greatestDeviation = deviation
            variance = max(variance, greatestDeviation)
        }
        guard acknowledged > roundEnd else { return }
        if greatestDeviation < variance { variance -= (variance - greatestDeviation) >> 2 }
        roundEnd = next
        greatestDeviation = floor
    }

    /// A time-out has passed: the next one is twice as long (RFC 6298 5.5).
    mutating func backOff() {
        backoff += 1
        noteTimeout()
    }
}
