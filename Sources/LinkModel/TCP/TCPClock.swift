/// The kernel's timers: they count in jiffies and fire at the end of one, never early.
///
/// Linux's timer wheel (kernel/time/timer.c, since 4.8) keeps far timers in coarser buckets, so that
/// a time-out of a second at 100 Hz comes up to 80 ms late. Times are nanoseconds.
struct TCPClock: Sendable, Hashable {
    /// Buckets per level of the wheel; each level is eight times coarser than the one before it.
    private static let bucketsPerLevel = 64
    private static let levelShift = 3

    /// Nanoseconds of a jiffy.
    let tick: Int
    /// Jiffies in a second (`HZ`).
    let hertz: Int
    /// 2^64 by ``tick``, rounded down: several times per packet a time is divided by the tick.
    private let reciprocal: UInt

    init(tick: Int) {
        precondition(tick > 0 && tick <= 1_000_000_000, "a kernel counts at least once a second")
        self.tick = tick
        hertz = 1_000_000_000 / tick
        reciprocal = .max / UInt(tick)
    }

    /// The jiffies that have begun by `time`.
    func jiffies(at time: Int) -> Int {
        guard time >= 0 else { return time / tick }
        let product = UInt(bitPattern: time).multipliedFullWidth(by: reciprocal)
        // At most one too few, since the time is below 2^63.
        let nearly = Int(bitPattern: product.high)
        return time - nearly * tick >= tick ? nearly + 1 : nearly
    }

    /// Jiffies that cover a length of time (`usecs_to_jiffies`).
    @inline(__always)
    func jiffies(covering length: Int) -> Int { jiffies(at: length + tick - 1) }

    /// When a timer that is set at `now` for `count` jiffies fires.
    func expiry(of count: Int, at now: Int) -> Int {
        let expires = jiffies(at: now) + max(count, 1)
        let distance = max(count, 1)
        var shift = 0
        var reach = Self.bucketsPerLevel - 1
        while distance >= reach, shift < 8 * Self.levelShift {
            shift += Self.levelShift
            reach <<= Self.levelShift
        }
        return (((expires >> shift) + 1) << shift) * tick
    }
}
