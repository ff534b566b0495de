import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation
import Testing

@Suite struct `The ceiling of a link` {
    private static func link(
        _ rates: [Int], repeats: Bool = false, delay: Duration = .milliseconds(50)
    ) -> LinkProfile {
        var link = LinkProfile.steady(rates[0], delay: delay)
        guard rates.count > 1 else { return link }
        link.steps = rates.map { rate in
            var step = LinkStep(length: .seconds(2), down: link.down, up: link.up)
            step.down.rate = .bitsPerSecond(rate)
            return step
        }
        link.stepsRepeat = repeats
        return link
    }

    /// Bits of payload in a second of a rate.
    private static func payload(_ rate: Double) -> Double { rate * 1_448 / 1_514 }

    @Test func `is four round trips and then the rate of full segments`() throws {
        let ceiling = try #require(LinkCeiling(Self.link([1_000_000])))
        #expect(ceiling.lead == 400)
        #expect(ceiling.end(of: 0, requestedAt: 0) == 400)
        #expect(abs(ceiling.end(of: Self.payload(1_000_000), requestedAt: 0) - 1_400) < 1e-6)
        #expect(abs(ceiling.end(of: Self.payload(1_000_000), requestedAt: 5_000) - 6_000) < 1e-6)
    }

    @Test(arguments: [
        // 2 s of 1 Mbit/s and 2 s of 3 Mbit/s, once and over and over.
        (false, 0.0, 8.0, 4_000.0), (false, 0.0, 11.0, 5_000.0), (true, 0.0, 9.0, 5_000.0),
        (true, 3_000.0, 4.0, 5_000.0), (true, 4_000.0, 8.0, 8_000.0), (true, 7_000.0, 3.0, 8_000.0),
    ])
    func `follows the steps of its link`(
        repeats: Bool, start: Double, megabits: Double, end: Double
    ) throws {
        let link = Self.link([1_000_000, 3_000_000], repeats: repeats, delay: .zero)
        let ceiling = try #require(LinkCeiling(link))
        let found = ceiling.end(of: Self.payload(megabits * 1e6), requestedAt: start)
        #expect(abs(found - end) < 1e-6)
    }

    @Test func `lets what has passed the bottleneck arrive, whatever the rate is by then`() throws {
        // 3 Mbit/s for 2 s, then 1 Mbit/s; a round trip of 475 ms, of which 450 ms are the way here.
        var link = Self.link([3_000_000, 1_000_000])
        for place in link.steps.indices {
            link.steps[place].down.delay = .milliseconds(450)
            link.steps[place].up.delay = .milliseconds(25)
        }
        let ceiling = try #require(LinkCeiling(link))
        #expect(ceiling.lead == 1_900)
        // From 1.45 s to 2 s at the bottleneck, and 0.35 s more at the lower rate.
        let bits = Self.payload(3_000_000 * 0.55 + 1_000_000 * 0.35)
        #expect(abs(ceiling.end(of: bits, requestedAt: 0) - 2_800) < 1e-6)
    }

    @Test func `trusts no delay that chance may take away`() throws {
        var link = Self.link([1_000_000])
        link.down.reorder = LinkReordering(probability: Probability(partsPerBillion: 100_000_000))
        #expect(try #require(LinkCeiling(link)).lead == 200)
        link.up.jitter = LinkJitter(amount: .milliseconds(1))
        #expect(try #require(LinkCeiling(link)).lead == 0)
    }

    @Test
    func
        `is none over a link that carries nothing, and the request itself over one without a limit`()
        throws
    {
        #expect(LinkCeiling(Self.link([1_000, 0])) == nil)
        var link = Self.link([1_000])
        link.down.rate = .unlimited
        #expect(try #require(LinkCeiling(link)).end(of: 1e9, requestedAt: 500) == 500)
    }

    @Test(arguments: ["lowest", "highest", "bola-e", "fast-switching", "robust-mpc", "exoplayer"])
    func `is above what a rule reaches, alone and beside a download`(rule: String) throws {
        let asset = try TestAsset.ladder(segments: 10, bitsPerSecond: [60_000, 150_000, 400_000])
        for rate in [70_000, 250_000, 900_000] {
            for mode in [PlaybackMode.only, .withDownload] {
                let played = PlayedWorld(asset, link: .steady(rate), rule: rule, mode: mode)
                let playback = try #require(try played.run().playback)
                #expect(playback.state == .ended)
                let bound = LinkCeiling(played.settings.link)?.bound(of: asset.catalog)
                let reached = playback.quality(segmentDuration: .seconds(2)).linear.whole
                #expect(reached <= (try #require(bound)) + 1e-9, "\(rule) at \(rate)")
            }
        }
    }

    @Test func `is hardly above the best there is where TCP costs little`() throws {
        let asset = try TestAsset.ladder(segments: 40, bitsPerSecond: [100_000, 200_000])
        let link = LinkProfile.steady(2_000_000, delay: .milliseconds(1))
        let playback = try #require(
            try PlayedWorld(asset, link: link, rule: "highest", mode: .only).run().playback)
        let bound = try #require(LinkCeiling(link)?.bound(of: asset.catalog))
        let reached = playback.quality(segmentDuration: .seconds(2)).linear.whole
        #expect(bound - reached < 0.05 * bound)
    }
}
