import PlaybackCore
import Testing

@Suite struct `An estimator` {
    private func isNear(_ value: Double, _ expected: Double) -> Bool {
        abs(value - expected) <= 1e-9 * abs(expected)
    }

    @Test func `has its default before it is told anything`() {
        #expect(HLSJSEstimator().bandwidth == 500_000)
        #expect(ShakaEstimator().bandwidth == 1_000_000)
        #expect(ExoPlayerMeter().bandwidth == 1_000_000)
        #expect(SabreEstimator(segmentDuration: 3_000).throughput == nil)
        #expect(DashJSEstimator().throughput == nil)
        #expect(RecentThroughputs(limit: 3).mean == nil)
        #expect(RecentThroughputs(limit: 3).harmonicMean == nil)
    }

    @Test func `of a constant link says what that carries`() throws {
        var sabre = SabreEstimator(segmentDuration: 4_000)
        var dash = DashJSEstimator()
        for _ in 1...30 {
            sabre.add(bits: 4_000_000, duration: 2_000, latency: 80)
            dash.add(bits: 4_000_000, duration: 2_000, latency: 80)
        }
        #expect(isNear(try #require(sabre.throughput), 2_000))
        #expect(isNear(sabre.latency, 80))
        #expect(isNear(try #require(dash.throughput), 2_000))
        #expect(isNear(dash.latency, 80))
    }

    @Test func `falls faster than it rises`() throws {
        var estimator = SabreEstimator(segmentDuration: 4_000)
        func add(_ throughput: Double, times: Int) -> Double {
            for _ in 0..<times {
                estimator.add(bits: throughput * 2_000, duration: 2_000, latency: 50)
            }
            return estimator.throughput ?? 0
        }
        let low = add(1_000, times: 20)
        let risen = add(4_000, times: 2)
        let high = add(4_000, times: 40)
        let fallen = add(1_000, times: 2)
        #expect((risen - low) / 3_000 < (high - fallen) / 3_000)
    }

    @Test func `of windows takes the least mean and the greatest latency`() {
        var estimator = SabreEstimator(.windows([1, 3]), segmentDuration: 4_000)
        for (bits, latency) in [(3_000.0, 30.0), (6_000, 90), (9_000, 60)] {
            estimator.add(bits: bits, duration: 1, latency: latency)
        }
        #expect(estimator.throughput == 6_000)
        #expect(estimator.latency == 60)
    }

    @Test func `of percentiles forgets the oldest weight first`() {
        var percentile = SlidingPercentile(maximumWeight: 10)
        percentile.add(1, weight: 6)
        percentile.add(9, weight: 4)
        #expect(percentile.percentile(0.5) == 1)
        // 3 of the 6 go: 3 of value 1, 4 of value 9, 3 of value 5.
        percentile.add(5, weight: 3)
        #expect(percentile.percentile(0.3) == 1)
        #expect(percentile.percentile(0.5) == 5)
        #expect(percentile.percentile(1) == 9)
        #expect(SlidingPercentile(maximumWeight: 1).percentile(0.5) == nil)
    }
}
