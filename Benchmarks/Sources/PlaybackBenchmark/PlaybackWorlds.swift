import LinkModel
import PlaybackCore
import Simulation

/// What is played and over what, made from seeds.
enum PlaybackWorlds {
    /// 199 segments of 3 s in ten levels, as Sabre's example movie has them; sizes between 70 % and 130 %
    /// of what the level says.
    static let movie = ladder(
        bitrates: [230, 331, 477, 688, 991, 1_427, 2_056, 2_962, 5_027, 6_000],
        segmentDuration: 3_000, segmentCount: 199)

    /// 48 segments of 4 s in six levels, as Pensieve's video.
    static let video = ladder(
        bitrates: [300, 750, 1_200, 1_850, 2_850, 4_300], segmentDuration: 4_000, segmentCount: 48)

    private static func ladder(
        bitrates: [Double], segmentDuration: Double, segmentCount: Int
    ) -> Ladder {
        var random = StableRandom(seed: 7)
        return Ladder(
            bitrates: bitrates, segmentDuration: segmentDuration, segmentCount: segmentCount,
            sizes: (0..<segmentCount).map { _ in
                let share = 0.7 + 0.6 * random.unit()
                return bitrates.map { ($0 * segmentDuration * share).rounded() }
            })
    }

    /// Sabre's example network: two minutes of 5, 3, 1.5 and 3 Mbit/s, over and over.
    static let network: [FluidLink.Period] = [
        (5_000, 75), (3_000, 150), (1_500, 200), (3_000, 150),
    ]
    .map { rate, latency in
        FluidLink.Period(duration: 30_000, rate: rate, latency: latency)
    }

    /// A link that takes another rate every second, between 0.2 and 6 Mbit/s, for 320 s.
    static func mobile(seed: UInt64) -> [FluidLink.Period] {
        var random = StableRandom(seed: seed)
        var rate = 2_000.0
        return (0..<320).map { _ in
            rate = min(6_000, max(200, rate * (0.7 + 0.65 * random.unit())))
            return FluidLink.Period(duration: 1_000, rate: rate, latency: 60)
        }
    }

    /// The same as a trace of Pensieve's.
    static func trace(seed: UInt64) throws -> PensieveTrace {
        var text = ""
        for (second, period) in mobile(seed: seed).enumerated() {
            text += "\(second) \(period.rate / 1_000)\n"
        }
        return try PensieveTrace(parsing: text)
    }
}
