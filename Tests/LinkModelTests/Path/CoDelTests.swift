@testable import LinkModel
import Testing

@Suite struct `CoDel` {
    private static func control() -> CoDelControl {
        var control = CoDelControl()
        control.apply(LinkQueue.CoDel())
        return control
    }

    /// A queue whose packets have waited 20 ms, one packet to send each millisecond: the drops'
    /// distances are 100 ms ÷ √count (RFC 8289 section 3.2), so at 0, 100, 170.7, 228.4, 278.4 …
    /// after the first, which comes when the delay has lasted an interval.
    @Test func `drops ever faster while the queue stands`() {
        var control = Self.control()
        var drops: [Int] = []
        for millisecond in 0...500 {
            let now = Int.milliseconds(millisecond)
            var judged = control.dropsFirst(sojourn: 20_000_000, backlog: 30_000, at: now)
            while judged {
                drops.append(millisecond)
                judged = control.dropsNext(sojourn: 20_000_000, backlog: 30_000, at: now)
            }
        }
        // 100, +100/√1 = 200, +100/√2 = 270.7, +100/√3 = 328.4, +100/√4 = 378.4, +100/√5 = 423.2,
        // +100/√6 = 464.0; each at the next whole millisecond.
        #expect(drops == [100, 200, 271, 329, 379, 424, 464])
        #expect(control.isDropping)
    }

    @Test func `leaves a queue alone that empties within an interval`() {
        var control = Self.control()
        for millisecond in 0..<1_000 {
            let waits = millisecond % 100 == 99 ? 4_999_999 : 30_000_000
            let drops = control.dropsFirst(
                sojourn: waits, backlog: 30_000, at: .milliseconds(millisecond))
            #expect(!drops)
        }
    }

    @Test func `leaves the last packet alone however long it waits`() {
        var control = Self.control()
        for second in 0..<100 {
            let drops = control.dropsFirst(
                sojourn: .seconds(1), backlog: 1514, at: .seconds(second))
            #expect(!drops)
        }
    }

    /// Section 5.6: a phase that begins within 16 intervals of the last drop goes on at its rate
    /// less what the last phase began with.
    @Test func `takes up its rate where it left it`() {
        var control = Self.control()
        func phase(from start: Int, drops wanted: Int) -> [Int] {
            var drops: [Int] = []
            var millisecond = start
            while drops.count < wanted {
                let now = Int.milliseconds(millisecond)
                var judged = control.dropsFirst(sojourn: 20_000_000, backlog: 30_000, at: now)
                while judged {
                    drops.append(millisecond)
                    judged = control.dropsNext(sojourn: 20_000_000, backlog: 30_000, at: now)
                }
                millisecond += 1
            }
            return drops
        }
        #expect(phase(from: 0, drops: 4) == [100, 200, 271, 329])
        let drops = control.dropsFirst(sojourn: 0, backlog: 30_000, at: .milliseconds(340))
        #expect(!drops)
        // Count was 4, the phase began with 1: it goes on with 3, so 100 ms ÷ √3 = 57.7 ms.
        #expect(phase(from: 341, drops: 2) == [441, 499])
    }

    @Test func `keeps a slow link's queue near its target`() {
        let rate = LinkRate.bitsPerSecond(12_112_000)
        func waits(_ codel: LinkQueue.CoDel?) -> (most: Int, path: LinkPath<Int>) {
            var path = LinkPath<Int>(
                LinkDirection(rate: rate, queue: LinkQueue(.packets(1_000), codel: codel)), seed: 1)
            // A little more than the link takes: one packet in 950 µs.
            let arrived = path.run(packets: 20_000, every: 950_000)
            return (arrived.suffix(5_000).map { $0.time - $0.packet * 950_000 }.max() ?? 0, path)
        }
        let (plain, _) = waits(nil)
        let (controlled, path) = waits(LinkQueue.CoDel())
        #expect(plain > .milliseconds(700))
        #expect(controlled < .milliseconds(60))
        #expect(path.counters.codelDrops > 500)
        #expect(path.isConserved)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 8, 9, 1 << 52, (1 << 52) + 1, 9_000_000_000_000_000_000])
    func `takes square roots in integers`(value: Int) {
        let root = integerSquareRoot(value)
        #expect(root * root <= value)
        #expect((root + 1).multipliedReportingOverflow(by: root + 1).partialValue > value)
    }
}
