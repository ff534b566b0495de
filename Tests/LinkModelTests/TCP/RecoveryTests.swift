import LinkModel
import Testing

@Suite struct `A connection that loses packets` {
    /// A profile of which the `down` packets with the given numbers are lost, counted from 0 with
    /// the SYN-ACK.
    private func losing(
        _ numbers: [Int], delay: Duration = .milliseconds(20)
    ) -> LinkProfile {
        var profile = LinkProfile.millisecondFrames(delay: delay, queue: 1000)
        profile.down.loss = .pattern((0..<5000).map { numbers.contains($0) })
        return profile
    }

    /// Time that `segments` take from when the origin may send, with what the origin counted.
    private func send(
        _ segments: Int, over profile: LinkProfile, options: TCPOptions = TCPOptions()
    ) throws -> (took: Duration, statistics: TCPStatistics) {
        var world = try VirtualLink(profile, options: options)
        let (connection, start) = world.connect()
        let begin = start + .milliseconds(20)
        world.settle(until: begin)
        world.link.offer(segments * 1448, on: connection, .down, at: begin)
        while world.bytes(of: connection) < segments * 1448 { world.step() }
        let last = try #require(world.arrivals(of: connection).last).time
        let statistics = try #require(world.link.statistics(connection, .down))
        return (last.elapsed - begin.elapsed, statistics)
    }

    @Test func `sends a segment again once three behind it have arrived`() throws {
        let (took, statistics) = try send(10, over: losing([3]))
        #expect(statistics.segmentsResent == 1)
        #expect(statistics.recoveries == 1)
        #expect(statistics.timeouts == 0)
        // The sixth segment is the third behind the hole: 6 ms and a round trip, and once more.
        #expect(took > .milliseconds(66) && took < .milliseconds(70), "\(took)")
    }

    @Test func `repairs many holes in one round trip`() throws {
        let (_, statistics) = try send(100, over: losing([40, 45, 47, 52, 60]))
        #expect(statistics.segmentsResent == 5)
        #expect(statistics.recoveries == 1)
        #expect(statistics.timeouts == 0)
    }

    @Test func `reduces its window of 29 to seven tenths, or to a half with Reno`() throws {
        func window(_ algorithm: TCPOptions.CongestionAlgorithm) throws -> TCPStatistics {
            var options = TCPOptions()
            options.congestionControl = algorithm
            options.usesHyStart = false
            return try send(30, over: losing([20]), options: options).statistics
        }
        #expect(try window(.cubic).threshold == 20)
        #expect(try window(.reno).threshold == 14)
    }

    @Test func `probes for a lost tail after two round trips and does not wait for the time-out`()
        throws
    {
        let (took, statistics) = try send(10, over: losing([9, 10]))
        #expect(statistics.lossProbes == 1)
        #expect(statistics.timeouts == 0)
        #expect(took < .milliseconds(220), "\(took)")
    }

    @Test func `waits for the time-out when the whole window is lost, and doubles it`() throws {
        // The first window, the probe and two copies.
        let (took, statistics) = try send(10, over: losing(Array(1...13)))
        #expect(statistics.timeouts >= 2)
        #expect(took > .milliseconds(600) && took < .milliseconds(2_500), "\(took)")
    }

    @Test func `sends a copy that is lost too again without a time-out`() throws {
        // Of 60 segments the thirtieth and its copy, which goes out as one of the next few.
        let (_, statistics) = try send(200, over: losing([30, 38, 39, 40, 41, 42, 43, 44]))
        #expect(statistics.timeouts == 0)
        #expect(statistics.segmentsResent >= 8)
    }

    @Test func `undoes a time-out that was a mistake`() throws {
        // Nothing is lost: for a second all is late.
        var profile = LinkProfile.millisecondFrames(delay: .milliseconds(20), queue: 1000)
        profile.outages = [
            LinkOutage(start: .milliseconds(100), length: .seconds(1), effect: .hold)
        ]
        let (_, statistics) = try send(300, over: profile)
        #expect(statistics.timeouts >= 1)
        #expect(statistics.undone >= 1)
        #expect(statistics.window >= 20, "\(statistics)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `delivers every byte and every FIN in the end`(seed: UInt64) throws {
        var profile = LinkProfile.plain(
            down: .bitsPerSecond(2_000_000), up: .bitsPerSecond(1_000_000),
            delay: .milliseconds(30), queue: 20)
        let loss = LinkLoss.independent(
            Probability(partsPerBillion: 100_000_000), correlation: .never)
        profile.down.loss = loss
        profile.up.loss = loss
        profile.down.jitter = LinkJitter(amount: .milliseconds(10))
        profile.down.duplicate = LinkChance(Probability(partsPerBillion: 20_000_000))
        var world = try VirtualLink(profile, seed: seed)
        let connection = world.link.open(at: .zero)
        world.link.offer(50_000, on: connection, .up, at: .zero)
        world.link.finish(connection, .up, at: .zero)
        world.link.offer(200_000, on: connection, .down, at: .zero)
        world.link.finish(connection, .down, at: .zero)
        world.settle(until: LinkTime(.seconds(600)))
        #expect(world.bytes(of: connection, .up) == 50_000)
        #expect(world.bytes(of: connection, .down) == 200_000)
        #expect(world.history.contains { $0.what == .finished(.up) })
        #expect(world.history.contains { $0.what == .finished(.down) })
        #expect(world.link.nextEvent == nil)
    }

    @Test(arguments: [(1, 1000...1100), (2, 3000...3200), (3, 7000...7600)])
    func `repeats its SYN after one, two, four seconds`(
        lost: Int, milliseconds: ClosedRange<Int>
    ) throws {
        var profile = LinkProfile.plain(delay: .milliseconds(10))
        profile.up.loss = .pattern((0..<1000).map { $0 < lost })
        var world = try VirtualLink(profile)
        let (_, established) = world.connect()
        let took = established.nanoseconds / 1_000_000
        #expect(milliseconds.contains(took), "\(took)")
    }

    @Test func `is established although the handshake's last packet is lost`() throws {
        var profile = LinkProfile.plain(delay: .milliseconds(10))
        profile.up.loss = .pattern((0..<1000).map { $0 == 1 })
        var world = try VirtualLink(profile)
        let connection = world.link.open(at: .zero)
        world.link.offer(100, on: connection, .up, at: .zero)
        world.settle()
        // The request itself completes it.
        #expect(world.arrivals(of: connection, .up).first?.time == LinkTime(.milliseconds(30)))
    }

    @Test(arguments: [0.003, 0.01, 0.02])
    func `is as fast as Mathis's formula has it`(loss: Double) throws {
        var options = TCPOptions()
        options.congestionControl = .reno
        var profile = LinkProfile.plain(
            down: .bitsPerSecond(100_000_000), up: .bitsPerSecond(100_000_000),
            delay: .milliseconds(50), queue: 1000)
        profile.down.loss = .independent(
            Probability(partsPerBillion: Int(loss * 1e9)), correlation: .never)
        let plan = TransferPlan(objects: [5_000_000])
        let times = try TransferRun.times(of: plan, over: profile, options: options, seed: 3)
        let took = try #require(times)[0].objects[0].lastByte / .seconds(1)
        // MSS ÷ RTT × 1.22 ÷ √p (Mathis et al. 1997); recovery with SACK stays a little below.
        let expected = 5_000_000 / (1448 / 0.1 * 1.22 / loss.squareRoot())
        #expect((0.7...1.35).contains(took / expected), "\(took) of \(expected)")
    }
}
