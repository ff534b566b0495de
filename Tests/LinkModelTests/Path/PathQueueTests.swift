import LinkModel
import Testing

@Suite struct `A path's queue` {
    private static let rate = LinkRate.bitsPerSecond(12_112_000)

    static let rooms: [(LinkQueue.Room, Int)] = [
        (.packets(1), 1), (.packets(7), 7), (.bytes(1514), 1), (.bytes(1514 * 4 - 1), 3),
        (.bytes(1514 * 4), 4), (.time(.zero), 1), (.time(.milliseconds(3)), 4),
        (.time(.microseconds(3_999)), 4),
    ]

    @Test(arguments: rooms)
    func `takes what it has room for`(room: LinkQueue.Room, packets: Int) {
        var path = LinkPath<Int>(LinkDirection(rate: Self.rate, queue: LinkQueue(room)), seed: 1)
        for number in 0..<20 { path.send(number, bytes: 1514, at: 0) }
        #expect(path.queuedPackets == packets)
        #expect(path.queuedBytes == packets * 1514)
        #expect(path.counters.queueDrops == 20 - packets)
        #expect(path.arrivals().map(\.packet) == Array(0..<packets))
        #expect(path.isConserved)
    }

    @Test func `has room again once a packet has left`() {
        var path = LinkPath<Int>(LinkDirection(rate: Self.rate, queuePackets: 2), seed: 1)
        for number in 0..<3 { path.send(number, bytes: 1514, at: 0) }
        path.send(3, bytes: 1514, at: .milliseconds(1) - 1)
        path.send(4, bytes: 1514, at: .milliseconds(1))
        #expect(path.arrivals().map(\.packet) == [0, 1, 4])
    }

    @Test func `holds packets during an outage and lets them go after it`() {
        let outage = LinkOutage(start: .milliseconds(2), length: .seconds(1), period: .seconds(10))
        var path = LinkPath<Int>(
            LinkDirection(rate: Self.rate, delay: .milliseconds(5)),
            timeline: LinkTimeline(outages: [outage]), seed: 1)
        for number in 0..<4 { path.send(number, bytes: 1514, at: 0) }
        let first = path.arrivals()
        path.send(4, bytes: 1514, at: .seconds(10) + .milliseconds(2))
        #expect(
            (first + path.arrivals()).map(\.time)
                == [6, 7, 1008, 1009, 11_008].map { .milliseconds($0) })
        #expect(path.isConserved)
    }

    @Test func `loses what leaves it during an outage that drops`() {
        let outage = LinkOutage(
            start: .microseconds(1_500), length: .milliseconds(1), effect: .drop)
        var path = LinkPath<Int>(
            LinkDirection(rate: Self.rate), timeline: LinkTimeline(outages: [outage]), seed: 1)
        for number in 0..<4 { path.send(number, bytes: 1514, at: 0) }
        #expect(path.arrivals().map(\.packet) == [0, 2, 3])
        #expect(path.counters.lost == 1)
        #expect(path.isConserved)
    }
}
