import LinkModel
import Testing

@Suite struct `The end of a connection over a shared link` {
    @Test func `comes as a FIN behind the data`() throws {
        var world = try VirtualLink(.plain(down: .bitsPerSecond(12_112_000)))
        let (connection, start) = world.connect()
        world.link.offer(2896, on: connection, .down, at: start)
        world.link.finish(connection, .down, at: start)
        world.settle()
        #expect(world.arrivals(of: connection).last?.time == start + .milliseconds(2))
        #expect(world.history.last?.what == .finished(.down))
        // 66 × 8 ÷ 12,112,000.
        #expect(world.history.last?.time == start + .nanoseconds(2_043_593))
    }

    @Test func `leaves the other direction open after one FIN`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        let (connection, start) = world.connect()
        world.link.finish(connection, .up, at: start)
        world.settle()
        world.link.offer(10, on: connection, .down, at: start + .milliseconds(5))
        world.link.finish(connection, .down, at: start + .milliseconds(5))
        world.settle()
        #expect(world.arrivals(of: connection).map(\.bytes) == [10])
        #expect(world.history.last?.what == .finished(.down))
    }

    @Test(arguments: LinkHeading.allCases)
    func `comes as an RST in order with the data`(heading: LinkHeading) throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        let (connection, start) = world.connect()
        world.link.offer(5000, on: connection, heading, at: start)
        world.link.reset(connection, heading, at: start)
        world.settle()
        #expect(world.arrivals(of: connection, heading).map(\.bytes).reduce(0, +) == 5000)
        #expect(world.history.last?.what == .reset(heading))
    }

    @Test func `after an RST silences the other direction`() throws {
        var world = try VirtualLink(
            .plain(down: .bitsPerSecond(12_112_000), delay: .milliseconds(1), queue: 4))
        let (connection, start) = world.connect()
        world.link.offer(100 * 1448, on: connection, .down, at: start)
        world.link.reset(connection, .up, at: start)
        world.settle()
        #expect(world.history.last?.what == .reset(.up))
        #expect(world.link.backlog(connection, .down) == 0)
        // One left in the millisecond of the RST's way, four were queued behind it.
        #expect(world.link.counters(.down).payloadBytes == 5 * 1448)
    }

    @Test func `is an RST one round trip after the SYN when the origin refuses`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(30)))
        let connection = world.link.open(at: .zero)
        world.link.offer(100, on: connection, .up, at: .zero)
        world.settle(refusing: true)
        #expect(world.history.map(\.what) == [.requested, .reset(.down)])
        #expect(world.history.last?.time == LinkTime(.milliseconds(60)))
    }

    @Test func `makes later calls for it do nothing`() throws {
        var world = try VirtualLink(.plain())
        let (connection, start) = world.connect()
        world.link.reset(connection, .up, at: start)
        world.settle()
        world.link.offer(100, on: connection, .down, at: start)
        world.link.finish(connection, .down, at: start)
        #expect(world.link.nextEvent == nil)
    }

    @Test func `frees its place for a connection with a name of its own`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        var names: Set<LinkConnection> = []
        for _ in 0..<100 {
            let start = world.history.last?.time ?? .zero
            let (connection, established) = world.connect(at: start)
            names.insert(connection)
            world.link.offer(10, on: connection, .down, at: established)
            world.link.finish(connection, .up, at: established)
            world.link.finish(connection, .down, at: established)
            world.settle()
        }
        #expect(names.count == 100)
        #expect(world.link.counters(.down).arrivedPayloadBytes == 1000)
    }
}
