import LinkModel
import Testing

@Suite struct `A shared link` {
    @Test func `is established after one round trip of a SYN and a SYN-ACK of 74 bytes`() throws {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(240_000), up: .bitsPerSecond(200_000), delay: .milliseconds(400))
        var world = try VirtualLink(profile)
        let (_, established) = world.connect()
        // 74 × 8 ÷ 200,000 = 2.96 ms up, 74 × 8 ÷ 240,000 = 2.466666 ms down.
        #expect(established == LinkTime(.milliseconds(800) + .nanoseconds(5_426_666)))
        #expect(world.history.first?.what == .requested)
        #expect(world.history.first?.time == LinkTime(.milliseconds(400) + .microseconds(2_960)))
    }

    @Test func `answers a request two round trips after the connection was opened`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(50)))
        let connection = world.link.open(at: .zero)
        world.link.offer(1, on: connection, .up, at: .zero)
        while world.arrivals(of: connection, .up).isEmpty { world.step() }
        let request = try #require(world.arrivals(of: connection, .up).first)
        world.link.offer(1, on: connection, .down, at: request.time)
        world.settle()
        #expect(world.arrivals(of: connection).first?.time == LinkTime(.milliseconds(200)))
    }

    @Test func `holds data back until the connection is established`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(10)))
        let connection = world.link.open(at: .zero)
        world.link.offer(100, on: connection, .up, at: .zero)
        #expect(world.link.backlog(connection, .up) == 100)
        world.settle()
        #expect(world.arrivals(of: connection, .up).first?.time == LinkTime(.milliseconds(30)))
    }

    @Test func `looks a name up before the first packet`() throws {
        var profile = LinkProfile.plain(delay: .milliseconds(10))
        profile.dnsDelay = .seconds(3)
        var world = try VirtualLink(profile)
        let (_, established) = world.connect()
        #expect(established == LinkTime(.milliseconds(3020)))
    }

    @Test func `spaces packets by their frames and delays all of them alike`() throws {
        var world = try VirtualLink(.millisecondFrames(delay: .milliseconds(20)))
        let (connection, start) = world.connect()
        world.link.offer(3 * 1448, on: connection, .down, at: start)
        world.settle()
        let arrivals = world.arrivals(of: connection)
        #expect(arrivals.map(\.bytes) == [1448, 1448, 1448])
        // The origin may send once the handshake's last packet is there, 20 ms later.
        #expect(arrivals.map(\.time) == [41, 42, 43].map { start + .milliseconds($0) })
    }

    @Test func `gives the last part of an offer a packet of its own size`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(8_000_000)))
        let (connection, start) = world.connect()
        world.link.offer(1500, on: connection, .down, at: start)
        world.settle()
        #expect(world.arrivals(of: connection).map(\.bytes) == [1448, 52])
        #expect(world.link.counters(.down).frameBytes == 74 + 1500 + 2 * 66)
    }

    @Test(arguments: [500_000, 4_000_000, 20_000_000])
    func `carries a long flow at its rate`(rate: Int) throws {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(rate), up: .bitsPerSecond(rate), delay: .milliseconds(10))
        let bytes = 10 * rate / 8
        let plan = TransferPlan(objects: [bytes])
        let times = try #require(try TransferRun.times(of: plan, over: profile, seed: 1))
        let allowed = profile.transferTime(payloadBytes: bytes, roundTrips: 1)
        let ratio = times[0].objects[0].lastByte / allowed
        #expect(ratio >= 1 && ratio < 1.02, "\(ratio)")
    }

    @Test func `never queues more packets than it has room for`() throws {
        var world = try VirtualLink(.millisecondFrames(queue: 5))
        let (connection, start) = world.connect()
        world.link.offer(100 * 1448, on: connection, .down, at: start)
        var most = 0
        while world.bytes(of: connection) < 100 * 1448 {
            world.step()
            most = max(most, world.link.queuedPackets(.down))
        }
        #expect(most == 5)
        #expect(world.link.pathCounters(.down).queueDrops > 0)
    }

    @Test func `passes no more than its rate in any stretch of time`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(8_000_000)))
        let (connection, start) = world.connect(at: .zero)
        world.link.offer(2_000_000, on: connection, .down, at: start)
        world.settle(until: start + .milliseconds(500))
        let bytes = world.bytes(of: connection)
        #expect(bytes <= 500_000 * 1448 / 1514)
        #expect(bytes >= 490_000 * 1448 / 1514)
    }

    @Test func `sends acknowledgements over the other direction`() throws {
        var profile = LinkProfile.plain(down: .bitsPerSecond(8_000_000), delay: .milliseconds(10))
        profile.up.rate = .bitsPerSecond(64_000)
        let plan = TransferPlan(objects: [1_000_000], requestBytes: 100)
        let slow = try #require(try TransferRun.times(of: plan, over: profile, seed: 1))
        profile.up.rate = .bitsPerSecond(8_000_000)
        let fast = try #require(try TransferRun.times(of: plan, over: profile, seed: 1))
        // 66 bytes for every second segment need 1.5 s of the narrow way up alone.
        #expect(slow[0].objects[0].lastByte > .milliseconds(1_500))
        #expect(fast[0].objects[0].lastByte < .milliseconds(1_200))
    }

    @Test func `counts payload, frames and the time that its transmitter was busy`() throws {
        var world = try VirtualLink(.millisecondFrames())
        let (connection, start) = world.connect()
        let before = world.link.counters(.down)
        world.link.offer(10 * 1448, on: connection, .down, at: start)
        world.settle()
        let after = world.link.counters(.down)
        #expect(after.packets - before.packets == 10)
        #expect(after.payloadBytes == 14480)
        #expect(after.arrivedPayloadBytes == 14480)
        #expect(after.frameBytes - before.frameBytes == 15140)
        #expect(after.busyNanoseconds - before.busyNanoseconds == 10_000_000)
    }

    @Test func `gives the same events however far it is advanced at a time`() throws {
        func play(step: Duration) throws -> [LinkEvent] {
            var profile = LinkProfile.plain(
                down: .bitsPerSecond(3_000_000), delay: .milliseconds(7), queue: 5)
            profile.down.loss = .independent(
                Probability(partsPerBillion: 30_000_000), correlation: .never)
            var link = try SharedLink(profile, seed: 4)
            let connections = (0..<3).map { _ in link.open(at: .zero) }
            var events: [LinkEvent] = []
            link.advance(to: LinkTime(.milliseconds(8)), into: &events)
            for connection in connections {
                link.accept(connection, at: LinkTime(.milliseconds(8)))
                link.offer(50_000, on: connection, .down, at: LinkTime(.milliseconds(8)))
                link.finish(connection, .down, at: LinkTime(.milliseconds(8)))
            }
            var time = LinkTime(.milliseconds(8))
            while link.nextEvent != nil {
                time = time + step
                link.advance(to: time, into: &events)
            }
            return events
        }
        let fine = try play(step: .microseconds(100))
        #expect(try play(step: .milliseconds(40)) == fine)
        #expect(try play(step: .seconds(2)) == fine)
    }

    @Test func `depends on its seed and on nothing else`() throws {
        var profile = LinkProfile.plain(
            down: .bitsPerSecond(5_000_000), up: .bitsPerSecond(5_000_000),
            delay: .milliseconds(20))
        profile.down.loss = .independent(
            Probability(partsPerBillion: 20_000_000), correlation: .never)
        let plan = TransferPlan(parallel: 2, objects: [300_000])
        func times(_ seed: UInt64) throws -> [TransferTimes]? {
            try TransferRun.times(of: plan, over: profile, seed: seed)
        }
        #expect(try times(1) == times(1))
        #expect(try times(1) != times(2))
    }
}
