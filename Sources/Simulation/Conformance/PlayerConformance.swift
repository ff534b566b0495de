internal import PlaybackCore

/// Outputs of classes of other players for the same inputs: the bandwidth estimators of hls.js, Shaka
/// Player and ExoPlayer, and hls.js's choices of levels (Apache-2.0 projects; numbers only).
package struct PlayerConformance: Sendable {
    /// Transfers, and what each estimator said after each, in bit/s.
    package struct Sequence: Sendable {
        package var name: String
        package var samples: [(milliseconds: Int, bytes: Int)]
        var hlsjs: [Double]
        var shaka: [Double]
        var exoplayer: [Double]
    }

    /// What hls.js chose in a situation.
    package struct Decision: Sendable, Decodable {
        var ladder: String
        var segmentSeconds: Double
        var bandwidth: Double
        var buffer: Double
        var lastLevel: Int
        var expected: Int

        package init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            ladder = try container.decode(String.self)
            segmentSeconds = try container.decode(Double.self)
            bandwidth = try container.decode(Double.self)
            buffer = try container.decode(Double.self)
            lastLevel = try container.decode(Int.self)
            expected = try container.decode(Int.self)
        }
    }

    private struct Estimators: Decodable {
        struct Sequence: Decodable {
            var samples: [[Int]]
            var hlsjs: [Double]
            var shaka: [Double]
            var exoplayer: [Double]
        }

        var sequences: [String: Sequence]
    }

    private struct Levels: Decodable {
        /// Peak and average bit/s of each level.
        var ladders_bps_max_avg: [String: [[Double]]]
        var cases: [Decision]
        var ttfb_sequence_ms_to_estimate: [[Double]]
    }

    /// Relative, but for ExoPlayer's whole numbers.
    private static let mostOff = 1e-9

    package let sequences: [Sequence]
    package let decisions: [Decision]
    private let ladders: [String: [[Double]]]
    private let firstBytes: [[Double]]

    /// - Throws: what the source throws, and ``ConformanceProblem`` for data that are none.
    package init(from source: some ConformanceSource) throws {
        let (estimators, decided) = ("players/estimators.json", "players/hlsjs_levels.json")
        let known = try source.decode(Estimators.self, estimators).sequences
        let levels = try source.decode(Levels.self, decided)
        guard known.values.allSatisfy({ $0.samples.allSatisfy { $0.count == 2 && $0[1] >= 0 } })
        else {
            throw ConformanceProblem(
                file: estimators, reason: "a transfer has milliseconds and bytes")
        }
        sequences = known.sorted { $0.key < $1.key }.map { name, sequence in
            Sequence(
                name: name, samples: sequence.samples.map { ($0[0], $0[1]) },
                hlsjs: sequence.hlsjs, shaka: sequence.shaka, exoplayer: sequence.exoplayer)
        }
        ladders = levels.ladders_bps_max_avg
        firstBytes = levels.ttfb_sequence_ms_to_estimate
        decisions = levels.cases
        for decision in decisions where !Self.fits(decision, ladders[decision.ladder]) {
            throw ConformanceProblem(
                file: decided, reason: "a decision about '\(decision.ladder)' has no such ladder")
        }
        guard firstBytes.allSatisfy({ $0.count == 2 }) else {
            throw ConformanceProblem(
                file: decided, reason: "a time to the first byte has its estimate beside it")
        }
    }

    private static func fits(_ decision: Decision, _ levels: [[Double]]?) -> Bool {
        guard let levels, let lowest = levels.first, decision.segmentSeconds > 0 else {
            return false
        }
        return levels.allSatisfy { $0.count == 2 && $0[0] > 0 && $0[0] >= lowest[0] }
            && zip(levels, levels.dropFirst()).allSatisfy { $0[0] <= $1[0] }
    }

    /// Lets our estimators say what they make of the transfers.
    package func check(_ sequence: Sequence) -> ConformanceCase {
        var result = ConformanceCase(.players, "estimators, \(sequence.name)")
        var (hlsjs, shaka, exoplayer) = (HLSJSEstimator(), ShakaEstimator(), ExoPlayerMeter())
        var said: (hlsjs: [Double], shaka: [Double], exoplayer: [Double]) = ([], [], [])
        for sample in sequence.samples {
            let milliseconds = Double(sample.milliseconds)
            hlsjs.add(bytes: Double(sample.bytes), duration: milliseconds)
            shaka.add(bytes: Double(sample.bytes), duration: milliseconds)
            exoplayer.add(bytes: sample.bytes, milliseconds: sample.milliseconds)
            said.hlsjs.append(hlsjs.bandwidth)
            said.shaka.append(shaka.bandwidth)
            said.exoplayer.append(Double(exoplayer.bandwidth))
        }
        result.compare("hls.js after transfer", said.hlsjs, sequence.hlsjs, within: Self.tolerance)
        result.compare("Shaka after transfer", said.shaka, sequence.shaka, within: Self.tolerance)
        result.compare("ExoPlayer after transfer", said.exoplayer, sequence.exoplayer) { _ in 0 }
        return result
    }

    private static func tolerance(_ expected: Double) -> Double { mostOff * abs(expected) }

    /// What hls.js makes of times to the first byte.
    package func checkTimesToFirstByte() -> ConformanceCase {
        var result = ConformanceCase(.players, "hls.js, time to the first byte")
        var estimator = HLSJSEstimator()
        var said: [Double] = []
        for step in firstBytes {
            estimator.addTimeToFirstByte(step[0])
            said.append(estimator.timeToFirstByte)
        }
        result.compare("estimate", said, firstBytes.map { $0[1] }, within: Self.tolerance)
        return result
    }

    /// What our rule of hls.js chooses where hls.js chose.
    package func checkDecision(_ number: Int) -> ConformanceCase {
        let decision = decisions[number]
        var result = ConformanceCase(.players, "hls.js, decision \(number + 1)")
        let levels = ladders[decision.ladder] ?? []
        let ladder = Ladder(
            bitrates: levels.map { $0[0] / 1_000 }, averageBitrates: levels.map { $0[1] / 1_000 },
            segmentDuration: decision.segmentSeconds * 1_000, segmentCount: 1)
        var settings = HLSJSRule.Settings()
        settings.knowsPlaylists = true
        let level = HLSJSRule(ladder, settings).level(
            bandwidth: decision.bandwidth, buffer: decision.buffer, lastLevel: decision.lastLevel)
        if level != decision.expected {
            result.differ("level \(level), not \(decision.expected)")
        }
        return result
    }
}
