/// The control law of CoDel (RFC 8289 section 5), without the queue that it controls.
struct CoDelControl: Sendable {
    /// Bytes of the queue up to which nothing is dropped, whatever the delay (MAXPACKET).
    static let maximumPacket = Framing.fullFrame

    private var target = 0
    private var interval = 0
    /// When a delay above the target will have lasted an interval; nil while it is below.
    private var firstAbove: Int?
    private var dropNext = 0
    private(set) var count = 0
    private var lastCount = 0
    private(set) var isDropping = false

    /// Takes new settings; what it remembers stays.
    mutating func apply(_ settings: LinkQueue.CoDel) {
        target = settings.target.wholeNanoseconds
        precondition(
            settings.interval <= LinkQueue.CoDel.longestInterval, "an interval fits into 64 bits")
        interval = settings.interval.wholeNanoseconds
    }

    /// Begins a dequeue with the packet that would be sent next.
    ///
    /// - Parameters:
    ///   - sojourn: its time in the queue; nil for an empty queue.
    ///   - backlog: bytes behind it.
    /// - Returns: whether it has to be dropped; ``dropsNext(sojourn:backlog:at:)`` then judges the
    ///   one behind it.
    mutating func dropsFirst(sojourn: Int?, backlog: Int, at now: Int) -> Bool {
        let mayDrop = mayDrop(sojourn, backlog, now)
        if isDropping {
            if !mayDrop { isDropping = false }
            guard isDropping, now >= dropNext else { return false }
            count += 1
            return true
        }
        return mayDrop
    }

    /// Goes on with a dequeue after a packet was dropped.
    mutating func dropsNext(sojourn: Int?, backlog: Int, at now: Int) -> Bool {
        let mayDrop = mayDrop(sojourn, backlog, now)
        guard isDropping else {
            enterDropping(now)
            return false
        }
        guard mayDrop else {
            isDropping = false
            return false
        }
        dropNext = next(after: dropNext)
        guard now >= dropNext else { return false }
        count += 1
        return true
    }

    /// The first drop of a dropping phase; one that follows soon after another goes on at its rate.
    private mutating func enterDropping(_ now: Int) {
        isDropping = true
        let delta = count - lastCount
        count = delta > 1 && now - dropNext < 16 * interval ? delta : 1
        dropNext = next(after: now)
        lastCount = count
    }

    /// `time + interval ÷ √count`, cut to whole nanoseconds.
    private func next(after time: Int) -> Int {
        time + integerSquareRoot(interval * interval / count)
    }

    private mutating func mayDrop(_ sojourn: Int?, _ backlog: Int, _ now: Int) -> Bool {
        guard let sojourn, sojourn >= target, backlog > Self.maximumPacket else {
            firstAbove = nil
            return false
        }
        guard let firstAbove else {
            firstAbove = now + interval
            return false
        }
        return now >= firstAbove
    }
}

/// The largest integer whose square is at most `value`, which is not negative. Newton's method from
/// above, in integers.
func integerSquareRoot(_ value: Int) -> Int {
    guard value > 1 else { return value }
    var root = 1 << ((Int.bitWidth - value.leadingZeroBitCount + 1) / 2)
    while true {
        let next = (root + value / root) / 2
        if next >= root { return root }
        root = next
    }
}
