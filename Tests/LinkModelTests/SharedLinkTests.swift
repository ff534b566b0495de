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
        world.settle()
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

    @Test(arguments: [1, 7, 240_000, 8_000_000, 999_999_937])
    func `sends a long flow without drift`(rate: Int) throws {
        let packets = 1000
        var world = try VirtualLink(.plain(down: .bitsPerSecond(rate), queue: 7))
        let (connection, start) = world.connect()
        world.link.offer(packets * 1448, on: connection, .down, at: start)
        world.settle()
        let exact = Double(packets * 1514 * 8) / Double(rate) * 1e9
        let last = try #require(world.arrivals(of: connection).last)
        let took = Double(last.time.nanoseconds - start.nanoseconds)
        #expect(abs(took - exact) <= max(1, exact * 1e-15))
    }

    @Test func `spaces packets by their frames and delays all of them alike`() throws {
        // 1514 × 8 ÷ 12,112,000 = 1 ms.
        var world = try VirtualLink(
            .plain(down: .bitsPerSecond(12_112_000), delay: .milliseconds(20)))
        let (connection, start) = world.connect()
        world.link.offer(3 * 1448, on: connection, .down, at: start)
        world.settle()
        let arrivals = world.arrivals(of: connection)
        #expect(arrivals.map(\.bytes) == [1448, 1448, 1448])
        #expect(arrivals.map(\.time) == [21, 22, 23].map { start + .milliseconds($0) })
    }

    @Test func `gives the last part of an offer a packet of its own size`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(8_000_000)))
        let (connection, start) = world.connect()
        world.link.offer(1500, on: connection, .down, at: start)
        world.settle()
        #expect(world.arrivals(of: connection).map(\.bytes) == [1448, 52])
        #expect(world.link.counters(.down).frameBytes == 74 + 1500 + 2 * 66)
    }

    @Test(arguments: [2, 6, 50])
    func `gives connections that share it equal parts and no more in total`(count: Int) throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(12_112_000), queue: 10))
        var connections: [LinkConnection] = []
        for _ in 0..<count { connections.append(world.link.open(at: .zero)) }
        world.settle()
        let start = try #require(world.history.last).time
        for connection in connections {
            world.link.offer(100 * 1448, on: connection, .down, at: start)
        }
        world.settle(until: start + .milliseconds(count * 50))
        let parts = connections.map { world.arrivals(of: $0).map(\.bytes).reduce(0, +) }
        #expect(parts.reduce(0, +) == count * 50 * 1448)
        // A full queue of the first connection goes ahead of everyone.
        #expect(parts.max()! - parts.min()! <= 11 * 1448)
        world.settle()
        let last = try #require(world.history.last).time
        #expect(last == start + .milliseconds(count * 100))
    }

    @Test func `lets a newcomer wait behind the packets that are queued`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(12_112_000), queue: 10))
        let first = world.link.open(at: .zero)
        let second = world.link.open(at: .zero)
        world.settle()
        let start = try #require(world.history.last).time
        world.link.offer(100 * 1448, on: first, .down, at: start)
        world.link.offer(1448, on: second, .down, at: start)
        world.settle()
        // Ten in the queue, one whose turn came first, its own.
        #expect(world.arrivals(of: second).map(\.time) == [start + .milliseconds(12)])
    }

    @Test func `never queues more packets than it has room for`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(12_112_000), queue: 10))
        let (connection, start) = world.connect()
        world.link.offer(100 * 1448, on: connection, .down, at: start)
        #expect(world.link.queuedPackets(.down) == 10)
        #expect(world.link.backlog(connection, .down) == 90 * 1448)
        world.settle(until: start + .milliseconds(5))
        #expect(world.link.queuedPackets(.down) == 10)
        #expect(world.link.backlog(connection, .down) == 85 * 1448)
    }

    @Test func `passes no more than its rate in any stretch of time`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(8_000_000)))
        let (connection, start) = world.connect(at: .zero)
        world.link.offer(2_000_000, on: connection, .down, at: start)
        world.settle(until: start + .milliseconds(500))
        let bytes = world.arrivals(of: connection).map(\.bytes).reduce(0, +)
        #expect(bytes <= 500_000 * 1448 / 1514)
        #expect(bytes >= 500_000 * 1448 / 1514 - 1448)
    }

    @Test func `sends at once where it has no rate`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(5)))
        let (connection, start) = world.connect()
        world.link.offer(1_000_000, on: connection, .down, at: start)
        world.settle()
        let arrivals = world.arrivals(of: connection)
        #expect(arrivals.map(\.bytes).reduce(0, +) == 1_000_000)
        #expect(arrivals.allSatisfy { $0.time == start + .milliseconds(5) })
        #expect(world.link.counters(.down).busyNanoseconds == 0)
        #expect(world.link.counters(.down).frameBytes > 1_000_000 + 690 * 66)
    }

    @Test func `counts payload, frames and the time that its transmitter was busy`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(12_112_000)))
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
            var link = try SharedLink(
                .plain(down: .bitsPerSecond(3_000_000), delay: .milliseconds(7), queue: 5))
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
}
