/// CUBIC (RFC 9438) in the integers of Linux's tcp_cubic.c, so that it grows by the same segments at
/// the same times as the kernel and the same on every machine. Time is in jiffies of the sender's
/// kernel, as there.
struct CubicControl: Sendable {
    /// β = 717 ÷ 1024 ≈ 0.7 (RFC 9438 4.6).
    private static let beta = 717
    private static let betaScale = 1024
    /// C = 0.4 as 410 ÷ 1024 (RFC 9438 4.1).
    private static let cubeScale = 410
    /// Time of the cubic function is counted in 2^-10 s.
    private static let timeShift = 10
    /// 2^40 ÷ 410: turns a distance in segments into the cube of a time.
    private static let cubeFactor = (1 << 40) / cubeScale
    /// 8 · (1024 + β) ÷ 3 ÷ (1024 − β): how fast Reno grows with this β (RFC 9438 4.3).
    private static let renoScale = 8 * (betaScale + beta) / 3 / (betaScale - beta)

    let hertz: Int
    /// Acknowledged segments per segment of growth.
    private var perSegment = 0
    private var lastMaximum = 0
    private var lastWindow = 0
    private var lastTime = 0
    private var origin = 0
    /// Time from the epoch's start to the origin, in 2^-10 s.
    private var plateau = 0
    /// When the present epoch began, in jiffies; nil between a reduction and the next growth.
    private(set) var epochStart: Int?
    private var acknowledged = 0
    private var renoWindow = 0
    /// Least round trip of this epoch of losses, nanoseconds; nil without one.
    private(set) var minimumDelay: Int?

    init(hertz: Int) {
        self.hertz = hertz
    }

    /// Acknowledged segments after which the window grows by one (`bictcp_update`).
    mutating func segmentsPerGrowth(window: Int, acknowledged count: Int, jiffies: Int) -> Int {
        acknowledged += count
        if lastWindow == window, jiffies - lastTime <= hertz / 32 { return perSegment }
        if epochStart == nil || jiffies != lastTime {
            lastWindow = window
            lastTime = jiffies
            let start = epochStart ?? beginEpoch(window: window, acknowledged: count, at: jiffies)
            followCubic(window: window, sinceStart: jiffies - start)
        }
        followReno(window: window)
        // At most half as much again per round trip.
        perSegment = max(perSegment, 2)
        return perSegment
    }

    private mutating func beginEpoch(window: Int, acknowledged count: Int, at jiffies: Int) -> Int {
        epochStart = jiffies
        acknowledged = count
        renoWindow = window
        if lastMaximum <= window {
            plateau = 0
            origin = window
        } else {
            plateau = Self.cubeRoot(of: Self.cubeFactor * (lastMaximum - window))
            origin = lastMaximum
        }
        return jiffies
    }

    private mutating func followCubic(window: Int, sinceStart jiffies: Int) {
        let delay = ((minimumDelay ?? 0) / 1000 * hertz + 999_999) / 1_000_000
        let time = ((jiffies + delay) << Self.timeShift) / hertz
        let offset = min(abs(time - plateau), 1 << 17)
        let change = (Self.cubeScale * offset * offset * offset) >> (10 + 3 * Self.timeShift)
        let target = time < plateau ? origin - change : origin + change
        perSegment = target > window ? window / (target - window) : 100 * window
        // Until there was a loss the bandwidth is unknown: 5 % per round trip.
        if lastMaximum == 0 { perSegment = min(perSegment, 20) }
    }

    private mutating func followReno(window: Int) {
        let step = (window * Self.renoScale) >> 3
        while acknowledged > step {
            acknowledged -= step
            renoWindow += 1
        }
        if renoWindow > window { perSegment = min(perSegment, window / (renoWindow - window)) }
    }

    /// The threshold after a loss at this window, with fast convergence (RFC 9438 4.7).
    mutating func threshold(afterLossAt window: Int) -> Int {
        epochStart = nil
        let converges = window < lastMaximum
        lastMaximum =
            converges ? window * (Self.betaScale + Self.beta) / (2 * Self.betaScale) : window
        return max(window * Self.beta / Self.betaScale, 2)
    }

    /// Notes a round trip.
    mutating func measure(_ delay: Int) {
        minimumDelay = min(minimumDelay ?? delay, delay)
    }

    /// The sender was idle for some jiffies: the curve waits (RFC 9438 4.2, `CA_EVENT_TX_START`).
    mutating func shift(by idle: Int, now: Int) {
        guard let start = epochStart, idle > 0 else { return }
        epochStart = min(start + idle, now)
    }

    /// A time-out: everything that was learned is forgotten.
    mutating func reset() {
        self = CubicControl(hertz: hertz)
    }

    /// The whole part of the cube root, in integers.
    static func cubeRoot(of value: Int) -> Int {
        var root = 0
        var bit = 1 << 20
        while bit > 0 {
            let candidate = root | bit
            if candidate * candidate * candidate <= value { root = candidate }
            bit >>= 1
        }
        return root
    }
}
