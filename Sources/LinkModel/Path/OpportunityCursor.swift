/// A place in a ``DeliveryTrace`` that goes round and round.
struct OpportunityCursor: Sendable {
    private static let nanoseconds = 1_000_000

    private let milliseconds: [Int]
    /// The time that the trace's round counts from, in milliseconds of the trace.
    private var round = 0
    private var index = 0
    private let beginning: Int

    /// - Parameter beginning: the time that the trace counts from.
    init(_ trace: DeliveryTrace, from beginning: Int) {
        milliseconds = trace.milliseconds
        self.beginning = beginning
    }

    /// When the opportunity is.
    var time: Int { beginning + (round + milliseconds[index]) * Self.nanoseconds }

    /// Goes to the next opportunity, which may be at the same time.
    mutating func advance() {
        index += 1
        if index == milliseconds.count { beginRound() }
    }

    /// Goes to the first opportunity after `now`, if it is not beyond that already.
    mutating func skip(to now: Int) {
        guard time <= now else { return }
        let elapsed = (now - beginning) / Self.nanoseconds
        let period = milliseconds[milliseconds.count - 1]
        if elapsed >= round + period {
            // The last moment of a round is the first of the next one's count.
            round = (elapsed / period - 1) * period
            index = 0
        }
        index = firstIndex(after: elapsed - round)
        if index == milliseconds.count {
            beginRound()
            index = firstIndex(after: elapsed - round)
        }
    }

    private mutating func beginRound() {
        round += milliseconds[milliseconds.count - 1]
        index = 0
    }

    private func firstIndex(after place: Int) -> Int {
        var (low, high) = (0, milliseconds.count)
        while low < high {
            let middle = (low + high) / 2
            if milliseconds[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
