/// How many segments a sender may have on the link: window, threshold and the algorithm that moves
/// them (CUBIC or Reno).
struct CongestionWindow: Sendable {
    /// A threshold that no window reaches (`TCP_INFINITE_SSTHRESH`).
    static let unlimited = Int(Int32.max)

    let algorithm: TCPOptions.CongestionAlgorithm
    let usesHyStart: Bool
    let clock: TCPClock
    var segments: Int
    var threshold = CongestionWindow.unlimited
    /// Acknowledged segments that count towards the next growth.
    var credit = 0
    private var cubic: CubicControl
    private var hyStart = HyStart()

    init(_ options: TCPOptions, clock: TCPClock) {
        algorithm = options.congestionControl
        usesHyStart = options.usesHyStart
        self.clock = clock
        segments = options.initialWindow
        cubic = CubicControl(hertz: clock.hertz)
    }

    var isInSlowStart: Bool { segments < threshold }

    /// What the threshold would be if the sender slowed down for another reason than loss.
    var restartThreshold: Int { max(threshold, (segments >> 1) + (segments >> 2)) }

    /// The sender begins; HyStart's first round trip starts.
    mutating func begin(next: Int, at now: Int) {
        hyStart.begin(next: next, at: now)
    }

    /// Segments were acknowledged and the window was in full use (RFC 5681 3.1, RFC 9438 4).
    mutating func grow(acknowledged: Int, at now: Int) {
        var rest = acknowledged
        if isInSlowStart {
            let target = min(segments + rest, threshold)
            rest -= target - segments
            segments = target
            guard rest > 0 else { return }
        }
        switch algorithm {
        case .reno:
            grow(by: rest, per: segments)
        case .cubic:
            let per = cubic.segmentsPerGrowth(
                window: segments, acknowledged: rest, jiffies: clock.jiffies(at: now))
            grow(by: rest, per: per)
        }
    }

    /// One segment of growth for each `per` that were acknowledged (`tcp_cong_avoid_ai`).
    private mutating func grow(by acknowledged: Int, per: Int) {
        if credit >= per {
            credit = 0
            segments += 1
        }
        credit += acknowledged
        guard credit >= per else { return }
        segments += credit / per
        credit %= per
    }

    /// The threshold after a loss now.
    mutating func thresholdAfterLoss() -> Int {
        switch algorithm {
        case .reno: max(segments >> 1, 2)
        case .cubic: cubic.threshold(afterLossAt: segments)
        }
    }

    /// A round trip was measured.
    mutating func measure(_ delay: Int, acknowledged: Int, next: Int, at now: Int) {
        guard algorithm == .cubic else { return }
        // Delays right after a recovery tell of the queue that it left behind.
        if let epoch = cubic.epochStart, clock.jiffies(at: now) - epoch < clock.hertz { return }
        cubic.measure(delay)
        guard usesHyStart, isInSlowStart, !hyStart.isDone, let least = cubic.minimumDelay
        else { return }
        let leaves = hyStart.shouldLeave(
            window: segments, delay: delay, minimum: least, acknowledged: acknowledged, next: next,
            at: now)
        if leaves { threshold = segments }
    }

    /// The sender sends again after it had nothing on the link.
    mutating func resume(idleSince last: Int, at now: Int) {
        guard algorithm == .cubic else { return }
        let present = clock.jiffies(at: now)
        cubic.shift(by: present - clock.jiffies(at: last), now: present)
    }

    /// A time-out has passed.
    mutating func timeOut(next: Int, at now: Int) {
        guard algorithm == .cubic else { return }
        cubic.reset()
        hyStart.reset(next: next, at: now)
    }
}
