import LinkModel
import Testing

@Suite struct `A path that copies, corrupts and reorders` {
    private static let packets = 10_000

    private static func path(_ change: (inout LinkDirection) -> Void) -> (LinkPath<Int>, [Arrival])
    {
        var direction = LinkDirection(rate: .unlimited, delay: .milliseconds(10))
        change(&direction)
        var path = LinkPath<Int>(direction, seed: 31)
        let arrived = path.run(packets: packets, every: .milliseconds(1))
        #expect(path.isConserved)
        return (path, arrived)
    }

    /// Four standard deviations of a count of 10,000.
    private static func isNear(_ count: Int, _ share: Double) -> Bool {
        let deviation = (share * (1 - share) * Double(packets)).squareRoot()
        return abs(Double(count) - share * Double(packets)) < 4 * deviation
    }

    @Test func `copies packets as often as it says`() {
        let (path, arrived) = Self.path { $0.duplicate = LinkChance(.percent(2)) }
        #expect(Self.isNear(path.counters.duplicates, 0.02))
        #expect(arrived.count == Self.packets + path.counters.duplicates)
        #expect(arrived.map(\.packet) == arrived.map(\.packet).sorted())
    }

    @Test func `takes no rate for a copy`() {
        var path = LinkPath<Int>(
            LinkDirection(rate: .bitsPerSecond(12_112_000), duplicate: .always), seed: 1)
        #expect(
            path.run(packets: 2, every: 0)
                == [(0, 1), (0, 1), (1, 2), (1, 2)].map {
                    Arrival(packet: $0.0, time: .milliseconds($0.1))
                })
    }

    @Test func `does not let corrupted packets through`() {
        let (path, arrived) = Self.path { $0.corrupt = LinkChance(.percent(5)) }
        #expect(Self.isNear(path.counters.corrupted, 0.05))
        #expect(arrived.count == Self.packets - path.counters.corrupted)
        #expect(path.counters.lost == 0)
    }

    @Test func `lets packets overtake as often as it says`() {
        let (_, arrived) = Self.path { $0.reorder = LinkReordering(probability: .percent(10)) }
        let early = arrived.filter { $0.time == .milliseconds($0.packet) }
        #expect(Self.isNear(early.count, 0.1))
        #expect(arrived.map(\.time) == arrived.map(\.time).sorted())
        let late = arrived.filter { $0.time != .milliseconds($0.packet) }
        #expect(late.allSatisfy { $0.time == .milliseconds($0.packet + 10) })
    }

    /// tc-netem(8): with a gap of 5 and 100 % every fifth packet is sent at once.
    @Test func `lets every packet at the gap overtake`() {
        var direction = LinkDirection(rate: .unlimited, delay: .milliseconds(10))
        direction.reorder = LinkReordering(probability: .always, gap: 5)
        var path = LinkPath<Int>(direction, seed: 1)
        let arrived = path.run(packets: 15, every: .milliseconds(1))
        let early = arrived.filter { $0.time == .milliseconds($0.packet) }
        #expect(early.map(\.packet) == [4, 9, 14])
    }

    /// Every effect draws from a stream of its own.
    @Test func `loses the same packets whatever else happens to them`() {
        func lost(_ change: (inout LinkDirection) -> Void) -> Set<Int> {
            let (_, arrived) = Self.path { direction in
                direction.loss = .independent(.percent(5), correlation: .never)
                change(&direction)
            }
            return Set(0..<Self.packets).subtracting(arrived.map(\.packet))
        }
        let alone = lost { _ in }
        #expect(alone.count > 400)
        #expect(alone == lost { $0.jitter = LinkJitter(amount: .milliseconds(9)) })
        #expect(alone == lost { $0.reorder = LinkReordering(probability: .percent(10)) })
        let corrupted = lost { $0.corrupt = LinkChance(.percent(1)) }
        #expect(alone.isStrictSubset(of: corrupted))
    }
}
