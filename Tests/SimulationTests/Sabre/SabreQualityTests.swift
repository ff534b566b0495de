import LinkModel
import PlaybackCore
import Simulation
import Testing

@Suite struct `The quality of Sabre's sessions` {
    /// Sessions without a seek, of which the printed numbers are also those of the sequence played.
    @Test(arguments: SabreData.arguments.filter { !$0.contains("-s ") && !$0.contains("-ml") })
    func `follows from what was played`(arguments: String) throws {
        let data = try SabreData.loaded.get()
        var session = try data.conformance.session(
            try data.session(arguments), keepsPlayed: true)
        let metrics = session.run()
        let quality = QualityOfExperience(
            of: session.played, bitrates: data.movie.bitrates, segmentDuration: .seconds(3))
        #expect(abs(quality.utilityLog - metrics.playedUtility) < 1e-6)
        #expect(abs(quality.stallSeconds - metrics.stallTime / 1_000) < 1e-6)
        #expect(quality.stallCount == metrics.stalls)
        #expect(abs(quality.switches.kilobits - metrics.bitrateChange) < 1e-6)
        #expect(abs(quality.switches.logRatio - metrics.logBitrateChange) < 1e-6)
        #expect(abs(quality.secondsPlayed - 597) < 1e-6)
        let score = try #require(metrics.lines.first { $0.name == "time average score" })
        #expect(abs(quality.sabreScore - (Double(score.value) ?? 0)) < 1e-6)
        #expect((quality.downloadedNotPlayed > 0) == (metrics.abandons + metrics.replacements > 0))
        let requested = session.played.requests.reduce(0) { $0 + $1.bytes }
        let played = session.played.segments.reduce(0) { $0 + $1.bytes }
        #expect(abs(requested - played - quality.downloadedNotPlayed) <= 600)
    }

    private static let rules = RuleCatalog.names.filter {
        !["fixed:N", "oracle", "fast-switching", "fast-switching-right"].contains($0)
    }

    /// Links that change every second, and every rule that fetches one segment after the other.
    @Test(arguments: 1...5)
    func `is never above the oracle's bound`(seed: UInt64) throws {
        let data = try SabreData.loaded.get()
        let ladder = data.ladder(segments: 16)
        var random = StableRandom(seed: seed)
        let periods = (0..<120).map { _ in
            FluidLink.Period(
                duration: 1_000, rate: 200 + 5_000 * random.unit() * random.unit(), latency: 60)
        }
        var oracle = Oracle.Settings()
        oracle.firstLevel = 0
        oracle.mostStates = 200
        let best = FluidTimetable(periods).oracle(ladder, oracle)
        var settings = SabreSession.Settings()
        settings.keepsPlayed = true
        for name in Self.rules {
            var session = SabreSession(
                ladder, over: periods,
                rule: try RuleCatalog.entry(named: name, for: ladder).rule, settings)
            _ = session.run()
            let quality = QualityOfExperience(
                of: session.played, bitrates: ladder.bitrates, segmentDuration: .seconds(3))
            let regret = quality.regret(against: best.bound, countingStart: true)
            #expect(regret >= -1e-6, "\(name): \(regret)")
        }
    }

    @Test func `is the oracle's where its plan is played`() throws {
        let data = try SabreData.loaded.get()
        let ladder = data.ladder(segments: 12)
        let oracle = data.oracle(ladder)
        var settings = SabreSession.Settings()
        settings.keepsPlayed = true
        var session = SabreSession(
            ladder, over: data.periods, rule: PlannedRule(ladder, levels: oracle.levels), settings)
        _ = session.run()
        let quality = QualityOfExperience(
            of: session.played, bitrates: ladder.bitrates, segmentDuration: .seconds(3))
        #expect(abs(quality.linear.whole - oracle.quality) < 1e-6)
    }
}
