import LinkModel
import Testing

@Suite struct `A path with delivery opportunities` {
    private static func path(_ milliseconds: [Int], delay: Duration = .zero) throws -> LinkPath<Int>
    {
        let trace = try #require(DeliveryTrace(milliseconds: milliseconds))
        return LinkPath(LinkDirection(rate: .trace(trace), delay: delay), seed: 1)
    }

    private static func times(_ arrivals: [Arrival]) -> [Int] {
        arrivals.map { $0.time / 1_000_000 }
    }

    @Test func `sends a full packet at each and wraps after the last`() throws {
        var path = try Self.path([3, 5, 5, 10], delay: .milliseconds(1))
        // Rounds of 10 ms: 3, 5, 5, 10, then 13, 15, 15, 20.
        let arrived = path.run(packets: 8, every: 0)
        #expect(Self.times(arrived) == [4, 6, 6, 11, 14, 16, 16, 21])
    }

    @Test func `loses opportunities that nobody uses`() throws {
        var path = try Self.path([3, 5, 5, 10])
        path.send(0, bytes: 1514, at: .milliseconds(5))
        path.send(1, bytes: 1514, at: .milliseconds(5))
        let first = path.arrivals()
        path.send(2, bytes: 1514, at: .milliseconds(1_000_000_004))
        let arrived = first + path.arrivals()
        #expect(Self.times(arrived) == [10, 13, 1_000_000_005])
    }

    @Test func `has one at the last moment of a round and one at the first of the next`() throws {
        var path = try Self.path([0, 4])
        // 0 is past when the packet comes; then 4, and 4 + 0.
        let arrived = path.run(packets: 5, every: 0)
        #expect(Self.times(arrived) == [4, 4, 8, 8, 12])
    }

    @Test func `lets small packets share one`() throws {
        var path = try Self.path([10, 20])
        // 52 bytes of IP packet each: 28 are 1456, the 29th sends its last 8 bytes later.
        let arrived = path.run(packets: 30, every: 0, bytes: 66)
        #expect(Self.times(arrived) == Array(repeating: 10, count: 28) + [20, 20])
    }

    @Test func `sends a large packet over several`() throws {
        var path = try Self.path([10])
        let arrived = path.run(packets: 2, every: 0, bytes: 3_014)
        #expect(Self.times(arrived) == [20, 40])
    }

    @Test func `reaches its mean rate`() throws {
        // 12 opportunities in 12 ms, unevenly.
        var path = try Self.path([0, 0, 0, 1, 2, 2, 5, 5, 5, 7, 11, 12])
        let trace = try #require(
            DeliveryTrace(milliseconds: [0, 0, 0, 1, 2, 2, 5, 5, 5, 7, 11, 12]))
        #expect(trace.meanBitsPerSecond == 12_112_000)
        var sent = 0
        var last = 0
        while sent < 20_000 {
            while path.queuedPackets < 50, sent < 20_000 {
                path.send(sent, bytes: 1514, at: last)
                sent += 1
            }
            last = path.nextEvent ?? last
            path.advance(to: last)
            while path.receive() != nil {}
        }
        while let next = path.nextEvent {
            last = next
            path.advance(to: next)
            while path.receive() != nil {}
        }
        #expect(abs(last - .milliseconds(20_000)) <= .milliseconds(12))
    }

    @Test(arguments: [[], [0], [5, 4], [-1, 4], [0, 30 * 86_400_000 + 1]])
    func `refuses what is no trace`(milliseconds: [Int]) {
        #expect(DeliveryTrace(milliseconds: milliseconds) == nil)
    }
}
