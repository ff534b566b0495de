import LinkModel
import Testing

@Suite struct `A path with a rate` {
    /// 1514 bytes in 1 ms.
    private static let frameEachMillisecond = LinkRate.bitsPerSecond(12_112_000)

    @Test func `sends one packet after the other and delays each`() {
        let direction = LinkDirection(
            rate: Self.frameEachMillisecond, delay: .milliseconds(20), queuePackets: 10)
        var path = LinkPath<Int>(direction, seed: 1)
        for number in 0..<3 { path.send(number, bytes: 1514, at: 0) }
        #expect(
            path.arrivals()
                == (0..<3).map { Arrival(packet: $0, time: .milliseconds(21 + $0)) })
        #expect(path.counters.busyNanoseconds == .milliseconds(3))
        #expect(path.nextEvent == nil)
    }

    @Test(arguments: [1, 3, 7, 240_000, 999_999_937, 10_000_000_000])
    func `does not drift while it is busy`(rate: Int) {
        var path = LinkPath<Int>(
            LinkDirection(rate: .bitsPerSecond(rate), queuePackets: 2), seed: 1)
        path.send(0, bytes: 67, at: 0)
        var last = 0
        let packets = 20_000
        for number in 1..<packets {
            path.send(number, bytes: 67, at: last)
            if let next = path.nextEvent {
                path.advance(to: next)
                last = next
            }
            _ = path.receive()
        }
        last = path.arrivals().last?.time ?? 0
        let work = Int128(packets) * 67 * 8_000_000_000
        #expect(last == Int(work / Int128(rate)))
        #expect(path.counters.queueDrops == 0)
    }

    @Test func `lets everything pass at once when it has none`() {
        var path = LinkPath<Int>(
            LinkDirection(rate: .unlimited, delay: .milliseconds(1), queuePackets: 1), seed: 1)
        for number in 0..<100 { path.send(number, bytes: 1514, at: 5) }
        #expect(path.queuedPackets == 0)
        #expect(path.arrivals() == (0..<100).map { Arrival(packet: $0, time: 1_000_005) })
    }

    @Test func `changes it in the middle of a packet`() {
        let fast = LinkDirection(rate: Self.frameEachMillisecond)
        var slow = fast
        slow.rate = .bitsPerSecond(6_056_000)
        var path = LinkPath<Int>(
            fast,
            timeline: LinkTimeline(
                steps: [
                    LinkTimeline.Step(length: .microseconds(1_500), direction: fast),
                    LinkTimeline.Step(length: .seconds(1), direction: slow),
                ]), seed: 1)
        for number in 0..<3 { path.send(number, bytes: 1514, at: 0) }
        // The second packet has half of its bits left for twice the time each.
        #expect(path.arrivals().map(\.time) == [1_000_000, 2_500_000, 4_500_000])
    }

    @Test func `begins its timeline anew`() {
        let directions = [12_112_000, 1_211_200].map { LinkDirection(rate: .bitsPerSecond($0)) }
        let timeline = LinkTimeline(
            steps: directions.map {
                LinkTimeline.Step(length: .milliseconds(20), direction: $0)
            }, repeats: true)
        var path = LinkPath<Int>(directions[0], timeline: timeline, seed: 1)
        var times: [Int] = []
        for start in [0, 20, 40, 100, 4_000_000] {
            path.send(start, bytes: 1514, at: .milliseconds(start))
            times += path.arrivals().map { $0.time - .milliseconds(start) }
        }
        #expect(times == [1, 10, 1, 10, 1].map { .milliseconds($0) })
    }

    @Test func `goes over to another link while packets are in it`() {
        let old = LinkDirection(rate: Self.frameEachMillisecond, delay: .milliseconds(50))
        var path = LinkPath<Int>(old, seed: 1)
        for number in 0..<4 { path.send(number, bytes: 1514, at: 0) }
        var new = old
        new.rate = .unlimited
        path.change(to: new, at: .milliseconds(2))
        #expect(path.currentDirection == new)
        #expect(path.arrivals().map(\.time) == [51, 52, 52, 52].map { .milliseconds($0) })
    }

    @Test func `holds its queue while its rate is zero`() {
        let running = LinkDirection(rate: Self.frameEachMillisecond)
        let stopped = LinkDirection(rate: .bitsPerSecond(0))
        let timeline = LinkTimeline(
            steps: [
                LinkTimeline.Step(length: .milliseconds(1), direction: stopped),
                LinkTimeline.Step(length: .milliseconds(1), direction: running),
            ], repeats: true)
        var path = LinkPath<Int>(running, timeline: timeline, seed: 1)
        for number in 0..<3 { path.send(number, bytes: 1514, at: 0) }
        #expect(path.arrivals().map(\.time) == [2, 4, 6].map { .milliseconds($0) })
    }

    @Test func `gives the same whatever the steps in which time goes on`() {
        let direction = LinkDirection(
            rate: .bitsPerSecond(5_000_000), delay: .milliseconds(30),
            jitter: LinkJitter(amount: .milliseconds(10), distribution: .normal),
            loss: .independent(.percent(3), correlation: .never),
            queue: LinkQueue(.time(.milliseconds(40)), codel: .init()))
        let stopped = LinkDirection(rate: .bitsPerSecond(0), queue: direction.queue)
        let timeline = LinkTimeline(
            steps: [
                LinkTimeline.Step(length: .milliseconds(70), direction: direction),
                LinkTimeline.Step(length: .milliseconds(30), direction: stopped),
            ],
            repeats: true,
            outages: [
                LinkOutage(
                    start: .milliseconds(50), length: .milliseconds(20), period: .seconds(1))
            ])
        func run(_ pause: Int) -> [Arrival] {
            var path = LinkPath<Int>(direction, timeline: timeline, seed: 9)
            var random = StableRandom(seed: 4)
            var (time, arrived) = (0, [Arrival]())
            for number in 0..<2_000 {
                let next = time + Int(random.below(number % 50 == 0 ? 400_000_000 : 5_000_000))
                while time + pause < next {
                    time += pause
                    arrived += path.arrivals(until: time)
                    path.advance(to: time)
                }
                time = next
                arrived += path.arrivals(until: time)
                path.send(number, bytes: 1514, at: time)
            }
            #expect(path.isConserved)
            return arrived + path.arrivals()
        }
        let expected = run(.max / 2)
        #expect(expected.count > 1_000)
        #expect(run(777_777) == expected)
    }
}
