import Glibc
import LinkModel
import Testing

@testable import LinkConditioner

@Suite(.serialized) struct `A link of the kernel` {
    static let port: UInt16 = 8080

    private func percent(_ tenths: Int) -> Probability {
        Probability(partsPerBillion: tenths * 1_000_000)
    }

    private func profile(_ down: LinkDirection, _ up: LinkDirection? = nil) -> LinkProfile {
        LinkProfile(id: "test", name: "test", down: down, up: up ?? down)
    }

    /// Runs `body` with a link that plays the profile.
    private func with<Result: Sendable>(
        _ profile: LinkProfile, _ body: @escaping @Sendable (NetemLink, LinkMeter) throws -> Result
    ) throws -> Result {
        try TestNamespace.run {
            let link = try NetemLink(profile)
            try link.shape(port: Self.port)
            return try body(link, LinkMeter(port: Self.port))
        }
    }

    @Test(.inNamespace, arguments: [240_000, 5_000_000])
    func `plays a rate with a token bucket where there is no netem`(rate: Int) async throws {
        let slow = LinkDirection(rate: .bitsPerSecond(rate), queue: LinkQueue(.bytes(20_000)))
        let ((found, facts), _) = try await MachineWatch.undisturbed(
            within: 0.020, punctual: 0.005
        ) {
            try rates(slow, expecting: rate)
        }
        #expect(abs(found / Double(rate) - 1) < 0.01, "\(found)")
        #expect(facts.down.map(\.kind).contains("tbf"))
    }

    @Test(.inNamespace) func `makes room for another one when it is removed`() throws {
        let slow = LinkDirection(rate: .bitsPerSecond(5_000_000), queue: LinkQueue(.bytes(20_000)))
        try with(profile(slow)) { link, _ in
            try link.remove()
            for _ in 0..<2 {
                let next = try NetemLink(self.profile(slow))
                try next.shape(port: Self.port)
                let kinds = try next.facts().down.map(\.kind)
                #expect(kinds.contains("tbf"))
                try next.remove()
            }
        }
    }

    private func rates(
        _ slow: LinkDirection, expecting rate: Int
    ) throws -> (Double, NetemFacts) {
        try with(profile(slow)) { link, meter in
            // A bucket that is looked at late loses a little: the best of three counts.
            let rates = try (0..<3).map { _ in
                try meter.rate(
                    .down, expecting: rate, queue: slow.queuePackets, delay: 0,
                    length: 2_000_000_000
                ).bitsPerSecond
            }
            return (rates.max() ?? 0, try link.facts())
        }
    }

    @Test(.withNetem, arguments: [(240, 400), (256, 5), (2_000, 50), (10_000, 65), (50_000, 50)])
    func `has its rate and its delay`(kilobits: Int, milliseconds: Int) throws {
        let bits = kilobits * 1000
        let direction = LinkDirection(
            rate: .bitsPerSecond(bits), delay: .milliseconds(milliseconds))
        let (delays, flow) = try with(profile(direction)) { _, meter in
            let delays = try meter.delays(.down, count: 101, spacing: 10_000_000)
            let flow = try meter.rate(
                .down, expecting: bits, queue: direction.queuePackets,
                delay: milliseconds * 1_000_000, length: 3_000_000_000)
            return (delays, flow)
        }
        let wire = LinkMeter.smallFrame * 8_000_000_000 / bits
        let late = delays[delays.count / 2] - wire - milliseconds * 1_000_000
        #expect((0...1_000_000).contains(late), "\(late) ns late, least \(delays[0])")
        #expect(abs(flow.bitsPerSecond / Double(bits) - 1) < 0.01, "\(flow)")
    }

    @Test(.withNetem) func `loses as many packets in bursts as its chain says`() throws {
        let loss = LinkLoss.gilbertElliott(
            .init(
                toBad: percent(10), toGood: percent(100), lossInBad: percent(700),
                lossInGood: percent(1)))
        let direction = LinkDirection(rate: .unlimited, delay: .milliseconds(5), loss: loss)
        let count = 20_000
        let (received, counted) = try with(profile(direction)) { link, meter in
            (try meter.received(.down, of: count, spacing: 50_000), try link.statistics().down)
        }
        let lost = Double(count - received) / Double(count)
        let expected = try #require(LossExpectation(loss, packets: count))
        #expect(expected.interval.contains(lost), "\(lost) not in \(expected.interval)")
        #expect(counted.lostPackets == count - received)
        #expect(counted.queueDrops == 0)
        #expect(counted.sentPackets == received)
    }

    @Test(.inNamespace) func `counts what its queue had no room for apart from what is lost`()
        throws
    {
        let slow = LinkDirection(rate: .bitsPerSecond(1_000_000), queuePackets: 20)
        let counted = try with(profile(slow)) { link, meter in
            _ = try meter.rate(
                .down, expecting: 1_000_000, queue: slow.queuePackets, delay: 0,
                length: 2_000_000_000)
            return try link.statistics().down
        }
        // A quarter too much for two seconds: of 206 frames 41 find no room, less the queue's 20.
        #expect((15...28).contains(counted.queueDrops), "\(counted)")
        #expect(counted.lostPackets == 0)
    }

    @Test(.inNamespace) func `changes its rate for what waits already`() throws {
        var slow = LinkDirection(rate: .bitsPerSecond(240_000))
        var profile = profile(slow)
        profile.steps = [240_000, 0, 2_400_000].map { rate in
            slow.rate = .bitsPerSecond(rate)
            return LinkStep(length: .seconds(1), down: slow, up: slow)
        }
        let counts = try with(profile) { link, _ in
            let (engine, origin) = try (
                DatagramSocket(port: 0, bufferBytes: 1 << 20),
                DatagramSocket(port: 8081, bufferBytes: 1 << 20)
            )
            try link.shape(port: 8081)
            // 40 frames are 2 s at the first rate.
            for index in 0..<40 {
                try origin.send(index: index, time: 0, bytes: 1472, to: engine.port)
            }
            let first = Self.arrivals(at: engine, within: 505)
            try link.apply(at: .seconds(1))
            let held = Self.arrivals(at: engine, within: 500)
            try link.apply(at: .seconds(2))
            return [first, held, Self.arrivals(at: engine, within: 250)]
        }
        #expect((9...11).contains(counts[0]))
        // A token bucket is full after a change: one frame may leave.
        #expect(counts[1] <= 1)
        #expect(counts.reduce(0, +) == 40)
    }

    @Test(.inNamespace, arguments: [LinkRate.unlimited, .bitsPerSecond(2_400_000)])
    func `that can be held lets nothing pass until it is let go, and loses nothing`(
        rate: LinkRate
    ) throws {
        let profile = profile(LinkDirection(rate: rate, queue: LinkQueue(.packets(60))))
        let counts = try TestNamespace.run {
            let link = try NetemLink(profile, canBeHeld: true)
            let (engine, origin) = try (
                DatagramSocket(port: 0, bufferBytes: 1 << 20),
                DatagramSocket(port: 8081, bufferBytes: 1 << 20)
            )
            try link.shape(port: 8081)
            try link.hold(true)
            // What comes meanwhile does not let it go.
            try link.change(down: profile.down, up: profile.up)
            for index in 0..<40 {
                try origin.send(index: index, time: 0, bytes: 1472, to: engine.port)
            }
            let held = Self.arrivals(at: engine, within: 300)
            try link.hold(false)
            return [held, Self.arrivals(at: engine, within: 500)]
        }
        // A token bucket is full after a change: one frame may leave.
        #expect(counts[0] <= 1)
        #expect(counts.reduce(0, +) == 40)
    }

    private static func arrivals(at socket: DatagramSocket, within milliseconds: Int) -> Int {
        let end = MonotonicTime.now + milliseconds * 1_000_000
        var count = 0
        while MonotonicTime.now < end {
            socket.wait(nanoseconds: max(0, end - MonotonicTime.now))
            while socket.receive() != nil { count += 1 }
        }
        return count
    }

    @Test(.inNamespace) func `changes as its profile says, and says how late it was`() throws {
        let slow = LinkDirection(rate: .bitsPerSecond(240_000))
        var profile = profile(slow)
        profile.outages = [
            LinkOutage(start: .milliseconds(100), length: .milliseconds(100), period: .seconds(1))
        ]
        let (next, last) = try with(profile) { link, _ in
            var next: [Duration] = []
            var elapsed = Duration.zero
            while let due = link.nextChange(after: elapsed), next.count < 4 {
                next.append(due)
                elapsed = due
                try link.apply(at: due)
            }
            return (next, try link.facts().down.first { $0.kind == "tbf" })
        }
        #expect(next == [100, 200, 1_100, 1_200].map { .milliseconds($0) })
        #expect(last?.settings.first?.value == "30000 bytes/s")
    }

    @Test(.inNamespace) func `changes while it is played, and says how late it was`() async throws {
        var slow = LinkDirection(rate: .bitsPerSecond(240_000))
        var profile = profile(slow)
        profile.steps = (1...5).map { step in
            slow.rate = .bitsPerSecond(240_000 * step)
            return LinkStep(length: .milliseconds(50), down: slow, up: Self.steady)
        }
        let sent = profile
        // The link belongs to its namespace, whatever thread plays it.
        let link = try TestNamespace.run { try NetemLink(sent) }
        let clock = ContinuousClock()
        try await link.play(from: clock.now, clock: clock)
        #expect(link.changes.map(\.due) == [50, 100, 150, 200].map { .milliseconds($0) })
        #expect(link.changes.allSatisfy { $0.heading == "down" })
        #expect(link.changes.allSatisfy { (.zero ... .milliseconds(40)).contains($0.lateness) })
    }

    private static let steady = LinkDirection(rate: .bitsPerSecond(100_000))

    @Test(.withNetem, arguments: [(2_000, 50), (20_000, 10)])
    func `gives a TCP connection its rate less the headers`(
        kilobits: Int, milliseconds: Int
    ) throws {
        let bits = kilobits * 1000
        let direction = LinkDirection(
            rate: .bitsPerSecond(bits), delay: .milliseconds(milliseconds), queuePackets: 200)
        let found = try with(profile(direction)) { _, _ in
            // Four seconds of the link, three of which count. The best of three is not the machine's.
            try (0..<3).map { _ in try TestTransfer.run(port: Self.port, bytes: bits / 2) }
        }
        let best = found.map { abs($0.goodput / (Double(bits) * 1448 / 1514) - 1) }.min() ?? 1
        #expect(best < 0.01, "\(found)")
        let connect = found.map(\.connect).min() ?? 0
        #expect((0...2_000_000).contains(connect - 2 * milliseconds * 1_000_000), "\(connect)")
    }

    @Test(.withNetem) func `compares a run's losses with what they should be`() throws {
        let loss = LinkLoss.independent(percent(50), correlation: .never)
        let lossy = profile(LinkDirection(rate: .unlimited, delay: .milliseconds(1), loss: loss))
        let counted = try with(lossy) { link, meter in
            _ = try meter.received(.down, of: 5_000, spacing: 50_000)
            return try link.statistics()
        }
        let rows = RunComparison(
            down: .init(counted.down), up: .init(counted.up), of: lossy, elapsed: .seconds(1)
        ).rows
        #expect(rows.map(\.counts.packets) == [5_000, 0])
        #expect(rows[0].expectedLoss?.mean == 0.05)
        #expect(abs(rows[0].lostFraction - 0.05) < 0.02)
    }

    @Test(.inNamespace) func `lets alone what is not the origin's`() throws {
        let slow = LinkDirection(rate: .bitsPerSecond(8_000), queuePackets: 1)
        let delays = try with(profile(slow)) { _, _ in
            try LinkMeter(port: 9090).delays(.down, count: 100, spacing: 100_000)
        }
        #expect(delays.count == 100)
    }

    @Test(.inNamespace) func `is refused where the profile needs more than the kernel has`() throws
    {
        let pattern = profile(LinkDirection(rate: .unlimited, loss: .pattern([true, false])))
        let failure = #expect(throws: NetemError.self) {
            try TestNamespace.run { _ = try NetemLink(pattern) }
        }
        #expect(
            failure?.description
                == "cannot play a recorded loss pattern with the kernel's queues; "
                + "run with --link throttle")
    }

    @Test(.inNamespace) func `is known to be possible, or not, before it is made`() throws {
        let plain = profile(LinkDirection(rate: .bitsPerSecond(1_000_000)))
        try NetemLink.require(plain)
        let late = profile(LinkDirection(rate: .unlimited, delay: .milliseconds(1)))
        var isPossible = true
        do {
            try NetemLink.require(late)
        } catch {
            isPossible = false
            #expect(error.isOfTheMachine)
        }
        #expect(isPossible == TestNamespace.hasNetem)
    }

    @Test(.inNamespace) func `pins cubic, an MTU of 1500 and no segmentation offload`() throws {
        let facts = try with(profile(LinkDirection(rate: .unlimited))) { link, _ in
            try link.facts()
        }
        #expect(facts.congestionControl == "cubic")
        #expect(facts.mtu == 1500)
        #expect(facts.segmentsPerPacket == 1)
    }
}
