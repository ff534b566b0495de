import LinkModel
import Testing

@Suite struct `What is due on a path` {
    static let steady = LinkDirection(
        rate: .bitsPerSecond(3_000_000), delay: .milliseconds(40), queuePackets: 20)

    static let directions: [(name: String, direction: LinkDirection)] = {
        func changed(_ change: (inout LinkDirection) -> Void) -> LinkDirection {
            var direction = steady
            change(&direction)
            return direction
        }
        return [
            ("steady", steady),
            ("lossy", changed { $0.loss = .independent(.percent(20), correlation: .never) }),
            ("jittery", changed { $0.jitter = LinkJitter(amount: .milliseconds(30)) }),
            ("doubling", changed { $0.duplicate = LinkChance(.percent(30)) }),
            (
                "reordering",
                changed { $0.reorder = LinkReordering(probability: .percent(20), gap: 2) }
            ),
            ("controlled", changed { $0.queue = LinkQueue(.packets(50), codel: .init()) }),
            (
                "unlimited",
                changed {
                    $0.rate = .unlimited
                    $0.jitter = LinkJitter(amount: .milliseconds(30))
                }
            ),
        ]
    }()

    /// Sends the same at the same times and goes over from one direction to another and back; `next`
    /// says when the path is looked at.
    private func arrivals(
        over first: LinkDirection, _ second: LinkDirection,
        lookingAt next: (LinkPath<Int>) -> Int?
    ) -> [Arrival] {
        var path = LinkPath<Int>(first, seed: 5)
        var random = StableRandom(seed: 9)
        var arrived: [Arrival] = []
        func look(_ path: inout LinkPath<Int>, until time: Int) {
            while let due = next(path), due <= time, due < .max {
                path.advance(to: due)
                while let packet = path.receive() {
                    arrived.append(Arrival(packet: packet, time: due))
                }
            }
        }
        var time = 0
        for number in 0..<900 {
            time += Int(random.below(8_000_000))
            look(&path, until: time)
            if number == 300 { path.change(to: second, at: time) }
            if number == 600 { path.change(to: first, at: time) }
            path.send(number, bytes: 1_514, at: time)
        }
        look(&path, until: .max)
        return arrived
    }

    @Test(arguments: directions.indices, directions.indices)
    func `brings every packet when it arrives, whatever leaves in between`(
        first: Int, second: Int
    ) {
        let (one, other) = (Self.directions[first].direction, Self.directions[second].direction)
        let always = arrivals(over: one, other) { $0.nextEvent }
        let due = arrivals(over: one, other) { $0.nextDue }
        #expect(always.count > 300)
        #expect(due == always)
    }

    @Test func `is the next arrival where the order is kept, and not what leaves before it`() {
        var path = LinkPath<Int>(Self.steady, seed: 1)
        for number in 0..<5 { path.send(number, bytes: 1_500, at: 0) }
        // 12,000 bits take 4 ms, and 40 ms to arrive.
        path.advance(to: .milliseconds(4))
        #expect(path.nextEvent == .milliseconds(8))
        #expect(path.nextDue == .milliseconds(44))
        let later = path.advanced(to: .milliseconds(21))
        #expect(later.counters.departed == 5)
        #expect(path.counters.departed == 1)
    }
}
