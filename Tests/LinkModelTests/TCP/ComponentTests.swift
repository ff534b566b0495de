import Testing

@testable import LinkModel

@Suite struct `A kernel's timer` {
    /// At 100 Hz: the next jiffy but one, and further away the end of a coarser bucket.
    @Test(arguments: [
        (0, 1, 20), (5, 1, 20), (9, 4, 50), (10, 4, 60), (0, 62, 630), (0, 63, 640),
        (0, 100, 1040), (70, 100, 1120), (0, 200, 2080),
    ])
    func `fires late and never early`(now: Int, jiffies: Int, expected: Int) {
        let clock = TCPClock(tick: 10_000_000)
        #expect(clock.expiry(of: jiffies, at: now * 1_000_000) == expected * 1_000_000)
    }

    @Test(arguments: [1, 2, 3, 999_999, 1_000_000, 4_000_000, 10_000_000, 1_000_000_000])
    func `counts jiffies as a division does`(tick: Int) {
        let clock = TCPClock(tick: tick)
        var times = [0, 1, tick - 1, tick, tick + 1, .max - 1, .max, -1, -tick]
        var random = StableRandom(seed: UInt64(tick))
        for _ in 0..<1_000 {
            let multiple = Int(random.next() >> 1) / tick * tick
            times += [multiple, max(multiple, 1) - 1]
        }
        for time in times { #expect(clock.jiffies(at: time) == time / tick) }
    }
}

@Suite struct `The time-out of a sender` {
    private let millisecond = 1_000_000

    private func estimator(_ samples: [Int]) -> RoundTripEstimator {
        var estimator = RoundTripEstimator(floor: 200 * millisecond)
        for (index, sample) in samples.enumerated() {
            estimator.measure(
                sample * millisecond, latest: sample * millisecond, acknowledged: index,
                next: index)
        }
        return estimator
    }

    @Test func `is a second before there is a measurement`() {
        #expect(estimator([]).timeout == 1000 * millisecond)
    }

    @Test func `is three round trips after the first, and never less than 200 ms more than one`() {
        #expect(estimator([300]).timeout == 900 * millisecond)
        #expect(estimator([20]).timeout == 220 * millisecond)
    }

    @Test func `falls slowly when the round trip is steady`() {
        #expect(estimator([300, 300, 300]).timeout < estimator([300, 300]).timeout)
        let settled = estimator(Array(repeating: 300, count: 60)).timeout / millisecond
        #expect(settled == 500)
    }

    @Test func `doubles with each time-out, up to two minutes, until a measurement`() {
        var estimator = estimator([20])
        estimator.backOff()
        estimator.backOff()
        #expect(estimator.timeout == 880 * millisecond)
        for _ in 0..<20 { estimator.backOff() }
        #expect(estimator.timeout == 120_000 * millisecond)
        estimator.measure(20 * millisecond, latest: 20 * millisecond, acknowledged: 9, next: 9)
        #expect(estimator.timeout < 230 * millisecond)
    }
}

@Suite struct `CUBIC` {
    @Test(arguments: [(0, 0), (1, 1), (7, 1), (8, 2), (26, 2), (27, 3), (1 << 39, 8192)])
    func `takes cube roots in integers`(value: Int, root: Int) {
        #expect(CubicControl.cubeRoot(of: value) == root)
    }

    @Test func `goes to seven tenths, and remembers less after two losses in a row`() {
        var cubic = CubicControl(hertz: 250)
        let thresholds = [100, 70, 2].map { cubic.threshold(afterLossAt: $0) }
        #expect(thresholds == [70, 49, 2])
    }

    /// RFC 9438 5.1: K = ∛(W·(1−β)/C), for 1000 segments 9.1 s; ten segments below that are reached
    /// ∛(10/C) = 2.9 s earlier.
    @Test func `comes back to where the loss was as its cube has it`() {
        var cubic = CubicControl(hertz: 250)
        var window = cubic.threshold(afterLossAt: 1000)
        cubic.measure(100_000_000)
        var credit = 0
        var jiffies = 1000
        // A window is acknowledged each 100 ms.
        while window < 990, jiffies < 1000 + 250 * 20 {
            credit += window / 25
            let per = cubic.segmentsPerGrowth(
                window: window, acknowledged: window / 25, jiffies: jiffies)
            window += credit / per
            credit %= per
            jiffies += 1
        }
        let seconds = Double(jiffies - 1000) / 250
        #expect((5.8...6.4).contains(seconds), "\(seconds)")
    }
}

@Suite struct `A reassembly queue` {
    private typealias Run = ReassemblyQueue.Run

    @Test func `joins what touches and tells what is there already`() {
        var queue = ReassemblyQueue()
        let news = [(10, 20), (30, 40), (12, 18), (20, 30)].map {
            queue.insert(Run(start: $0.0, end: $0.1))
        }
        #expect(news == [true, true, false, true])
        #expect(queue.runs == [Run(start: 10, end: 40)])
        #expect(queue.bytes == 30)
    }

    @Test func `reports the latest first, and a duplicate before it`() {
        var queue = ReassemblyQueue()
        for start in [10, 30, 50, 70] { _ = queue.insert(Run(start: start, end: start + 10)) }
        _ = queue.insert(Run(start: 40, end: 45))
        let blocks = queue.report(duplicate: Run(start: 0, end: 5))
        #expect(blocks.count == 3)
        #expect(blocks.reportsDuplicate)
        #expect(blocks[0] == Run(start: 0, end: 5))
        #expect(blocks[1] == Run(start: 30, end: 45))
        #expect(blocks[2] == Run(start: 70, end: 80))
        #expect(blocks.optionBytes == 28)
    }

    @Test func `gives out what follows without a hole`() {
        var queue = ReassemblyQueue()
        for start in [10, 20, 40] { _ = queue.insert(Run(start: start, end: start + 10)) }
        let filled = queue.take(from: 10)
        #expect(filled == 30)
        #expect(queue.runs == [Run(start: 40, end: 50)])
        let unfilled = queue.take(from: 35)
        #expect(unfilled == 35)
        #expect(queue.bytes == 10)
    }
}

@Suite struct `A scoreboard` {
    private func board(_ count: Int) -> TCPScoreboard {
        var board = TCPScoreboard()
        for index in 0..<count {
            board.append(
                TCPSegment(start: index * 10, end: index * 10 + 10, sentAt: index))
        }
        return board
    }

    /// The order of sending of what is neither reported nor lost.
    private func order(_ board: TCPScoreboard) -> [Int] {
        var order: [Int] = []
        var index = board.earliest
        while index >= 0 {
            order.append(index)
            index = board[index].later
        }
        return order
    }

    @Test func `keeps the order of sending over reports, losses and copies`() {
        var board = board(6)
        board.markSacked(3)
        board.markLost(1)
        #expect(order(board) == [0, 2, 4, 5])
        #expect(board.inFlight == 4)
        board.markResent(1, at: 9, isProbe: false, vanished: false)
        #expect(order(board) == [0, 2, 4, 5, 1])
        #expect(board.inFlight == 5)
        board.markLost(1)
        #expect(board.inFlight == 4)
        let next = board.nextUnrepaired()
        #expect(next == 1)
        board.forgiveLosses()
        #expect(board.lost == 0)
        #expect(board.inFlight == 5)
    }

    @Test func `finds segments by their bytes, however many there are`() {
        var board = board(1000)
        for _ in 0..<10 { _ = board.removeFirst() }
        #expect(board.index(endingBehind: 0) == 10)
        #expect(board.index(endingBehind: 109) == 10)
        #expect(board.index(endingBehind: 110) == 11)
        #expect(board.index(endingBehind: 9_999) == 999)
        #expect(board.index(endingBehind: 10_000) == 1000)
        #expect(board.count == 990)
    }
}

@Suite struct `A proportional rate reduction` {
    /// RFC 6937 4: 20 segments out, one lost, half of the window.
    @Test func `sends one segment for two that arrive`() {
        var reduction = RateReduction(from: 20)
        var inFlight = 19
        var sent = 0
        for _ in 0..<10 {
            inFlight -= 1
            let window = reduction.window(
                delivered: 1, newlyLost: 0, advanced: false, inFlight: inFlight, threshold: 10)
            let allowed = max(0, window - inFlight)
            reduction.sent += allowed
            sent += allowed
            inFlight += allowed
        }
        #expect(sent == 5)
        #expect(inFlight == 14)
    }
}
