import LinkModel
import PlaybackCore
import Simulation
import Testing

@Suite struct `What a link can carry` {
    /// Bits of payload in a second of a rate.
    private static func payload(_ rate: Double) -> Double { rate * 1_448 / 1_514 }

    private static func link(_ rates: [Int], repeats: Bool = false) -> LinkProfile {
        var link = LinkProfile.steady(rates[0], delay: .milliseconds(50))
        guard rates.count > 1 else { return link }
        link.steps = rates.map { rate in
            var step = LinkStep(length: .seconds(2), down: link.down, up: link.up)
            step.down.rate = .bitsPerSecond(rate)
            return step
        }
        link.stepsRepeat = repeats
        return link
    }

    /// Seconds and rates, between 1 s and 9 s after the link began.
    private static func told(_ profile: LinkProfile) -> [[Double]]? {
        LinkCapacity(of: profile, from: .seconds(1), to: .seconds(9))?.steps.map {
            [$0.start / .seconds(1), ($0.bitsPerSecond / payload(1)).rounded()]
        }
    }

    @Test func `is its rate, from the time of playing on`() {
        #expect(Self.told(Self.link([1_000])) == [[0, 1_000]])
        #expect(Self.told(Self.link([1_000, 2_000])) == [[0, 1_000], [1, 2_000]])
        #expect(
            Self.told(Self.link([1_000, 2_000], repeats: true))
                == [[0, 1_000], [1, 2_000], [3, 1_000], [5, 2_000], [7, 1_000]])
    }

    @Test func `is nothing in outages, those that recur too`() {
        var link = Self.link([1_000])
        link.outages = [LinkOutage(start: .seconds(0), length: .seconds(2), period: .seconds(4))]
        #expect(
            Self.told(link) == [[0, 0], [1, 1_000], [3, 0], [5, 1_000], [7, 0]])
        link.outages = [LinkOutage(start: .seconds(3), length: .seconds(1))]
        #expect(Self.told(link) == [[0, 1_000], [2, 0], [3, 1_000]])
    }

    @Test func `is not known without a limit, by a trace, or with too many changes`() {
        var link = Self.link([1_000])
        link.outages = [
            LinkOutage(start: .zero, length: .microseconds(1), period: .microseconds(2))
        ]
        #expect(Self.told(link) == nil)
        link.outages = []
        link.down.rate = .unlimited
        #expect(Self.told(link) == nil)
    }
}
