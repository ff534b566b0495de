import LinkModel
import Testing

@testable import LinkConditioner

@Suite struct `A direction as queues` {
    private static let steady = LinkDirection(
        rate: .bitsPerSecond(240_000), delay: .milliseconds(400))

    private func kinds(
        _ states: [LinkDirection], isHeld: Bool = false, hasNetem: Bool = true
    ) throws -> [String] {
        let shape = try QueueShape(states: states, isHeld: isHeld, kernelHasNetem: hasNetem)
        return try QueueTree(states[0], shape).nodes.map(\.queue.kind)
    }

    @Test func `is two netems while its rate stays`() throws {
        #expect(try kinds([Self.steady]) == ["netem", "netem"])
    }

    @Test func `is one netem without a rate`() throws {
        #expect(try kinds([LinkDirection(rate: .unlimited)]) == ["netem"])
    }

    @Test func `has a token bucket where the rate changes, is held, or packets are doubled`() throws
    {
        var faster = Self.steady
        faster.rate = .bitsPerSecond(480_000)
        let expected = ["netem", "tbf", "pfifo"]
        #expect(try kinds([Self.steady, faster]) == expected)
        #expect(try kinds([Self.steady], isHeld: true) == expected)
        var double = Self.steady
        double.duplicate = LinkChance(Probability(partsPerBillion: 1))
        #expect(try kinds([double]) == expected)
    }

    @Test(arguments: [
        (LinkQueue(.bytes(20_000)), "bfifo"), (LinkQueue(.time(.milliseconds(100))), "bfifo"),
        (LinkQueue(.packets(50), codel: .init()), "codel"),
    ])
    func `has the queue that its profile asks for`(queue: LinkQueue, kind: String) throws {
        var direction = Self.steady
        direction.queue = queue
        #expect(try kinds([direction]).last == kind)
    }

    @Test func `is a token bucket alone where there is no netem and none is needed`() throws {
        let plain = LinkDirection(rate: .bitsPerSecond(240_000))
        #expect(try kinds([plain], hasNetem: false) == ["tbf", "pfifo"])
        let failure = #expect(throws: NetemError.self) {
            try kinds([Self.steady], hasNetem: false)
        }
        #expect(failure?.isOfTheMachine == true)
        #expect(
            failure?.description
                == "cannot make the link: this kernel has no netem queue (sch_netem), which delay, "
                + "jitter and loss need; run with --link throttle, or here inside ci/netem-vm")
    }

    @Test func `keeps the order of jittery packets where it has a rate`() throws {
        var jittery = Self.steady
        jittery.jitter = LinkJitter(amount: .milliseconds(5))
        #expect(try NetemQueue(jittery).bytesPerSecond == NetemQueue.orderKeepingRate)
        jittery.rate = .unlimited
        #expect(try NetemQueue(jittery).bytesPerSecond == 0)
    }

    @Test(arguments: [(0, 0), (500_000_000, 2_147_483_648), (1_000_000_000, 4_294_967_295)])
    func `has probabilities of 32 bits`(partsPerBillion: Int, fraction: Int) {
        let probability = Probability(partsPerBillion: partsPerBillion)
        #expect(Int(probability.kernelFraction) == fraction)
    }

    @Test func `turns Gilbert-Elliott's losses into the kernel's h and k1`() throws {
        let third = Probability(partsPerBillion: 300_000_000)
        var direction = Self.steady
        direction.loss = .gilbertElliott(
            .init(toBad: .never, toGood: .always, lossInBad: .always, lossInGood: third))
        let expected = NetemQueue.Loss.gilbertElliott(
            p: 0, r: .max, h: 0, k1: third.kernelFraction)
        #expect(try NetemQueue(direction).loss == expected)
    }

    @Test func `follows a recorded rate in steps of 100 ms`() throws {
        // Four deliveries in the first 100 ms, none in the second, one in the last 50.
        let trace = try #require(DeliveryTrace(milliseconds: [10, 20, 30, 40, 250]))
        let recorded = LinkDirection(rate: .trace(trace))
        let profile = LinkProfile(id: "t", name: "t", down: recorded, up: Self.steady)
        let schedule = DirectionSchedule(profile, .down)
        let frame = 1514 * 8
        let rates = [0, 100, 200, 250].map {
            schedule.state(at: $0 * 1_000_000).direction.rate.meanBitsPerSecond
        }
        #expect(rates == [4 * frame * 10, 0, frame * 20, 4 * frame * 10])
        #expect(schedule.state(at: 150_000_000).isHeld)
        #expect(schedule.nextChange(after: 0) == 100_000_000)
        #expect(schedule.nextChange(after: 200_000_000) == 250_000_000)
        #expect(schedule.nextChange(after: 250_000_000) == 350_000_000)
    }

    @Test func `has outages that hold and outages that lose`() {
        var profile = LinkProfile(id: "o", name: "o", down: Self.steady, up: Self.steady)
        profile.outages = [
            LinkOutage(start: .seconds(1), length: .seconds(1)),
            LinkOutage(
                start: .seconds(5), length: .seconds(1), period: .seconds(10), effect: .drop),
        ]
        let schedule = DirectionSchedule(profile, .up)
        let held = [0, 1, 2, 5].map { schedule.state(at: $0 * 1_000_000_000).isHeld }
        #expect(held == [false, true, false, false])
        let lost = [4, 5, 6, 15, 16].map { schedule.state(at: $0 * 1_000_000_000).losesAll }
        #expect(lost == [false, true, false, true, false])
        #expect(schedule.isEverHeld)
    }
}
