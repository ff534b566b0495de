import LinkModel
import Simulation
import Testing

@Suite struct `The timetable of a fluid link` {
    @Test(arguments: 1...30)
    func `says of any beginning when the link would be through`(seed: UInt64) {
        var random = StableRandom(seed: seed)
        let periods = (0..<5).map { index in
            FluidLink.Period(
                duration: 200 + 3_000 * random.unit(),
                rate: index > 0 && random.below(3) == 0 ? 0 : 100 + 4_000 * random.unit(),
                latency: 400 * random.unit())
        }
        let timetable = FluidTimetable(periods)
        let fresh = FluidLink(periods)
        for _ in 0..<50 {
            let (start, bits) = (30_000 * random.unit(), 20_000_000 * random.unit())
            var link = fresh
            link.idle(start)
            let expected = start + link.transfer(bits: bits).duration
            #expect(abs(timetable.end(of: bits, requestedAt: start) - expected) < 1e-6)
        }
    }
}
