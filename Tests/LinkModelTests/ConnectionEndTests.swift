import LinkModel
import Testing

@Suite struct `The end of a connection over a shared link` {
    @Test func `comes as a FIN with the last of the data`() throws {
        var world = try VirtualLink(.millisecondFrames())
        let (connection, start) = world.connect()
        world.settle(until: start)
        world.link.offer(2896, on: connection, .down, at: start)
        world.link.finish(connection, .down, at: start)
        world.settle()
        #expect(world.arrivals(of: connection).last?.time == start + .milliseconds(2))
        let finish = world.history.last { $0.what == .finished(.down) }
        // 66 × 8 ÷ 12,112,000.
        #expect(finish?.time == start + .nanoseconds(2_043_593))
    }

    @Test func `leaves the other direction open after one FIN`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        let (connection, start) = world.connect()
        world.link.finish(connection, .up, at: start)
        world.settle(until: start + .milliseconds(5))
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
        #expect(world.bytes(of: connection, heading) == (heading == .up ? 5000 : 0))
        #expect(world.history.last?.what == .reset(heading))
    }

    @Test func `by an RST follows all that was offered, over many round trips`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        let (connection, start) = world.connect()
        world.settle(until: start + .milliseconds(5))
        world.link.offer(200_000, on: connection, .down, at: start + .milliseconds(5))
        world.link.reset(connection, .down, at: start + .milliseconds(5))
        world.settle()
        #expect(world.bytes(of: connection) == 200_000)
        #expect(world.history.last?.what == .reset(.down))
    }

    @Test func `by an RST behind a lost segment comes without what was lost`() throws {
        var profile = LinkProfile.plain(delay: .milliseconds(10))
        // The SYN-ACK and a segment pass, the second segment is lost.
        profile.down.loss = .pattern([false, false, true] + [Bool](repeating: false, count: 100))
        var world = try VirtualLink(profile)
        let (connection, start) = world.connect()
        world.settle(until: start + .milliseconds(50))
        world.link.offer(3 * 1448, on: connection, .down, at: start + .milliseconds(50))
        world.link.reset(connection, .down, at: start + .milliseconds(50))
        world.settle()
        #expect(world.bytes(of: connection) == 1448)
        // RST out of order: answered, and the answer's answer counts, a round trip later.
        #expect(world.history.last?.what == .reset(.down))
        #expect(world.history.last?.time == start + .milliseconds(80))
    }

    @Test func `after an RST silences the other direction`() throws {
        var world = try VirtualLink(.millisecondFrames(delay: .milliseconds(1)))
        let (connection, start) = world.connect()
        let later = start + .milliseconds(5)
        world.settle(until: later)
        world.link.offer(100 * 1448, on: connection, .down, at: later)
        world.link.reset(connection, .up, at: later)
        world.settle()
        #expect(world.history.last?.what == .reset(.up))
        #expect(world.link.backlog(connection, .down) == 0)
        // Nothing but the first window.
        #expect(world.link.counters(.down).payloadBytes == 10 * 1448)
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
        world.settle(until: start)
        world.link.offer(100, on: connection, .down, at: start)
        world.link.finish(connection, .down, at: start)
        world.settle()
        #expect(world.link.nextEvent == nil)
        #expect(world.link.statistics(connection, .down) == nil)
    }

    @Test func `frees its place for a connection with a name of its own`() throws {
        var world = try VirtualLink(.plain(delay: .milliseconds(1)))
        var names: Set<LinkConnection> = []
        var time = LinkTime.zero
        for _ in 0..<100 {
            let (connection, established) = world.connect(at: time)
            names.insert(connection)
            world.link.offer(10, on: connection, .down, at: established)
            world.link.finish(connection, .up, at: established)
            world.link.finish(connection, .down, at: established)
            time = established + .milliseconds(10)
            world.settle(until: time)
        }
        #expect(names.count == 100)
        #expect(world.link.counters(.down).arrivedPayloadBytes == 1000)
    }
}
