import LinkModel
import Testing

@Suite struct `A sender` {
    /// Bytes per round trip of 100 ms, of a link without a rate.
    private func rounds(
        _ count: Int, options: TCPOptions = TCPOptions(), offer: Int = 10_000_000
    ) throws -> [Int] {
        var world = try VirtualLink(.plain(delay: .milliseconds(50)), options: options)
        let (connection, start) = world.connect()
        world.link.offer(offer, on: connection, .down, at: start)
        let first = start + .milliseconds(100)
        world.settle(until: first + .milliseconds(100 * (count - 1) + 50))
        return (0..<count).map { round in
            let begin = first + .milliseconds(100 * round)
            let part = begin..<begin + .milliseconds(100)
            return world.arrivals(of: connection).filter { part.contains($0.time) }
                .reduce(0) { $0 + $1.bytes } / 1448
        }
    }

    @Test func `begins with ten segments and doubles them each round trip`() throws {
        let sent = try rounds(5)
        #expect(sent == [10, 20, 40, 80, 160])
    }

    @Test func `begins with another window when it is told to`() throws {
        var options = TCPOptions()
        options.initialWindow = 4
        #expect(try rounds(3, options: options) == [4, 8, 16])
    }

    @Test func `never sends beyond the receive window`() throws {
        var options = TCPOptions()
        options.maximumReceiveWindow = 64_240
        #expect(try rounds(5, options: options) == [10, 20, 40, 44, 44])
    }

    @Test func `is held back by little memory`() throws {
        func second(_ buffer: TCPOptions.SendBuffer?) throws -> Duration {
            var options = TCPOptions()
            options.sendBuffer = buffer
            let profile = LinkProfile.plain(
                down: .bitsPerSecond(20_000_000), up: .bitsPerSecond(20_000_000),
                delay: .milliseconds(50), queue: 1000)
            let plan = TransferPlan(objects: [100_000, 100_000])
            let times = try TransferRun.times(of: plan, over: profile, options: options, seed: 1)
            return try #require(times)[0].objects[1].lastByte
        }
        // 70 segments at once in a window of 80, or 65 and the rest a round trip later, which is
        // what the kernel took (0.206 s): the memory for a window of 40.
        #expect(try second(nil) < .milliseconds(150))
        #expect(try second(.userModeLinux) > .milliseconds(200))
    }

    /// Two objects of 500 kB, with silence between them.
    private func second(after gap: Duration, options: TCPOptions) throws -> Duration {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(50_000_000), up: .bitsPerSecond(50_000_000),
            delay: .milliseconds(50), queue: 1000)
        let plan = TransferPlan(objects: [500_000, 500_000], gap: gap)
        let times = try TransferRun.times(of: plan, over: profile, options: options, seed: 1)
        return try #require(times)[0].objects[1].lastByte
    }

    @Test func `starts again after silence`() throws {
        let quick = try second(after: .zero, options: TCPOptions())
        let slow = try second(after: .seconds(4), options: TCPOptions())
        // 10, 20, 40, 80, 160 segments: four round trips more than at once.
        #expect(slow - quick > .milliseconds(250))
        var options = TCPOptions()
        options.restartsAfterIdle = false
        #expect(try second(after: .seconds(4), options: options) < quick + .milliseconds(10))
    }

    @Test(arguments: TCPOptions.CongestionAlgorithm.allCases)
    func `fills the link over a short queue`(algorithm: TCPOptions.CongestionAlgorithm) throws {
        var options = TCPOptions()
        options.congestionControl = algorithm
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(10_000_000), up: .bitsPerSecond(10_000_000),
            delay: .milliseconds(20), queue: 40)
        let plan = TransferPlan(objects: [10_000_000])
        let times = try TransferRun.times(of: plan, over: profile, options: options, seed: 1)
        let took = try #require(times)[0].objects[0].lastByte
        let allowed = profile.transferTime(payloadBytes: 10_000_000, roundTrips: 1)
        #expect(took / allowed < 1.06, "\(took) of \(allowed)")
        #expect(times?[0].statistics.segmentsResent ?? 0 > 0)
    }

    @Test func `leaves slow start before a long queue is full`() throws {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(10_000_000), up: .bitsPerSecond(10_000_000),
            delay: .milliseconds(50), queue: 1000)
        let plan = TransferPlan(objects: [3_000_000])
        func threshold(usesHyStart: Bool) throws -> Int? {
            var options = TCPOptions()
            options.usesHyStart = usesHyStart
            let times = try TransferRun.times(of: plan, over: profile, options: options, seed: 1)
            return times?[0].statistics.threshold
        }
        let left = try #require(try threshold(usesHyStart: true))
        #expect((60...250).contains(left), "\(left)")
        #expect(try threshold(usesHyStart: false) == nil)
    }

    @Test(arguments: [2, 6, 12])
    func `shares a link with others like it`(count: Int) throws {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(20_000_000), up: .bitsPerSecond(20_000_000),
            delay: .milliseconds(20), queue: 100)
        var world = try VirtualLink(profile)
        let connections = (0..<count).map { _ in world.link.open(at: .zero) }
        for connection in connections {
            world.link.offer(200_000_000, on: connection, .down, at: .zero)
        }
        world.settle(until: LinkTime(.seconds(20)))
        let parts = connections.map { Double(world.bytes(of: $0)) }
        let sum = parts.reduce(0, +)
        #expect(abs(sum / (20 * 20_000_000 / 8 * 1448 / 1514) - 1) < 0.02, "\(sum)")
        let jain = sum * sum / (Double(count) * parts.reduce(0) { $0 + $1 * $1 })
        #expect(jain >= 0.9, "\(jain) of \(parts)")
    }
}
