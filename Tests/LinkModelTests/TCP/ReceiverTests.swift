import LinkModel
import Testing

@Suite struct `A receiver` {
    /// Times at which packets without payload went up, found by looking at every event.
    private func acknowledgements(
        segments: Int, options: TCPOptions = TCPOptions(), rounds: Int = 1
    ) throws -> [Int] {
        var world = try VirtualLink(.plain(delay: .milliseconds(10)), options: options)
        let (connection, start) = world.connect()
        var begin = start + .milliseconds(10)
        world.settle(until: begin)
        var counts: [Int] = []
        for _ in 0..<rounds {
            let before = try #require(world.link.statistics(connection, .up)).bareSent
            world.link.offer(segments * 1448, on: connection, .down, at: begin)
            world.settle(until: begin + .milliseconds(400))
            let after = try #require(world.link.statistics(connection, .up)).bareSent
            counts.append(after - before)
            begin = begin + .milliseconds(500)
            world.settle(until: begin)
        }
        return counts
    }

    @Test func `acknowledges every segment of a young connection`() throws {
        #expect(try acknowledgements(segments: 10) == [10])
    }

    @Test func `acknowledges every other segment once its window has stopped to grow`() throws {
        var options = TCPOptions()
        options.maximumReceiveWindow = 64_240
        let counts = try acknowledgements(segments: 300, options: options)
        // Sixteen at once (`TCP_MAX_QUICKACKS`), half of the others.
        #expect(counts[0] >= 150 && counts[0] <= 175, "\(counts)")
    }

    @Test func `shuts its window when nobody reads, and opens it when somebody does`() throws {
        var options = TCPOptions()
        options.readsAtOnce = false
        options.maximumReceiveWindow = 256 << 10
        var world = try VirtualLink(
            .plain(down: .bitsPerSecond(100_000_000), delay: .milliseconds(5)), options: options)
        let (connection, start) = world.connect()
        world.link.offer(2_000_000, on: connection, .down, at: start)
        world.settle(until: start + .seconds(20))
        let held = world.bytes(of: connection)
        #expect(held >= 60_000 && held <= 256 << 10, "\(held)")
        // Read as it comes from now on.
        var time = start + .seconds(20)
        var read = 0
        while world.bytes(of: connection) < 2_000_000 {
            let arrived = world.bytes(of: connection)
            world.link.read(arrived - read, on: connection, .down, at: time)
            read = arrived
            guard let next = world.link.nextEvent else { break }
            time = next
            world.step()
        }
        #expect(world.bytes(of: connection) == 2_000_000)
        #expect(time < start + .seconds(22))
    }

    @Test func `that reads nothing is asked again and again, more and more rarely`() throws {
        var options = TCPOptions()
        options.readsAtOnce = false
        var world = try VirtualLink(.plain(delay: .milliseconds(5)), options: options)
        let (connection, start) = world.connect()
        world.link.offer(2_000_000, on: connection, .down, at: start)
        world.settle(until: start + .seconds(5))
        let early = try #require(world.link.statistics(connection, .down)).bareSent
        world.settle(until: start + .seconds(65))
        let late = try #require(world.link.statistics(connection, .down)).bareSent
        #expect(early >= 3)
        #expect(late > early && late - early < 15)
    }

    @Test(arguments: [
        (TCPOptions.Security.none, 100), (.tls13, 200), (.tls12, 300),
    ])
    func `is reached by a first byte after the round trips of its handshake`(
        security: TCPOptions.Security, milliseconds: Int
    ) throws {
        var options = TCPOptions()
        options.security = security
        var world = try VirtualLink(.plain(delay: .milliseconds(50)), options: options)
        let connection = world.link.open(at: .zero)
        world.link.offer(100, on: connection, .up, at: .zero)
        while world.bytes(of: connection, .up) < 100 { world.step() }
        world.link.offer(5000, on: connection, .down, at: world.history.last!.time)
        world.settle()
        let established = world.history.first { $0.what == .established }
        #expect(established?.time == LinkTime(.milliseconds(milliseconds)))
        #expect(world.bytes(of: connection, .up) == 100)
        #expect(world.bytes(of: connection, .down) == 5000)
        #expect(
            world.arrivals(of: connection).first?.time
                == LinkTime(.milliseconds(milliseconds + 100)))
    }
}
