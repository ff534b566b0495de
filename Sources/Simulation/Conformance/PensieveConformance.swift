package import PlaybackCore

/// Outputs of Pensieve's simulator as thu-media/Comyco carries it (BSD-2-Clause): for the levels that
/// policies chose on traces, the delay, the buffer and the stall of each chunk.
package struct PensieveConformance: Sendable {
    /// What a policy had on a trace.
    package struct Sequence: Decodable, Sendable {
        var levels: String
        var delay_ms: [Double]
        var buffer_s: [Double]
        var rebuf_s: [Double]

        package var levelNumbers: [Int] { levels.map { $0.wholeNumberValue ?? 0 } }
        package var stallSeconds: [Double] { rebuf_s }
    }

    private struct Replay: Decodable {
        var traces: [String: [String: Sequence]]
    }

    private struct Video: Decodable {
        var chunk_s: Double
        var levels_kbps: [Double]
        var sizes_bytes: [[Double]]
    }

    /// A delay may differ by so many milliseconds.
    private static let mostDelay = 1e-6
    /// A buffer and a stall, by so many seconds.
    private static let mostSeconds = 1e-9
    /// Pensieve's history of errors goes on from one trace to the next, ours is a session's: so many
    /// of its first decisions may differ.
    package static let decisionsWithoutHistory = 5

    private let replay: [String: [String: Sequence]]
    private let traces: [String: PensieveTrace]
    /// The sizes have one chunk more than are played, which robust MPC looks at.
    package let ladder: Ladder

    /// - Throws: what the source throws, and ``ConformanceProblem`` for data that are none.
    package init(from source: some ConformanceSource) throws {
        let replay = try source.decode(Replay.self, "pensieve/replay.json").traces
        let videoPath = "pensieve/envivio_chunk_sizes.json"
        let video = try source.decode(Video.self, videoPath)
        let count = video.sizes_bytes.map(\.count).min() ?? 0
        let rates = video.levels_kbps
        guard count > 1, video.sizes_bytes.count == rates.count, rates[0] > 0, video.chunk_s > 0,
            zip(rates, rates.dropFirst()).allSatisfy({ $0 <= $1 })
        else {
            throw ConformanceProblem(
                file: videoPath, reason: "levels rise from above 0, and each has its chunks")
        }
        ladder = Ladder(
            bitrates: rates, segmentDuration: video.chunk_s * 1_000, segmentCount: count - 1,
            sizes: (0..<count).map { chunk in video.sizes_bytes.map { $0[chunk] * 8 } })
        self.replay = replay
        var traces: [String: PensieveTrace] = [:]
        for name in replay.keys.sorted() {
            let path = "pensieve/traces/\(name)"
            do {
                traces[name] = try PensieveTrace(parsing: try source.text(path))
            } catch let problem as PensieveTrace.Problem {
                throw ConformanceProblem(file: path, reason: problem.description)
            }
        }
        self.traces = traces
    }

    package var traceNames: [String] { replay.keys.sorted() }

    package func policies(on trace: String) -> [String] { replay[trace]?.keys.sorted() ?? [] }

    package func sequence(of policy: String, on trace: String) -> Sequence? {
        replay[trace]?[policy]
    }

    /// A session on a trace, ready to be played by a rule.
    package func session(on trace: String, rule: any AdaptationRule) -> PensieveSession? {
        traces[trace].map { PensieveSession(ladder, over: $0, rule: rule) }
    }

    /// Plays the levels of a policy, and compares what came of each chunk.
    package func checkReplay(of policy: String, on trace: String) -> ConformanceCase {
        var result = ConformanceCase(.pensieve, "\(trace) \(policy)")
        guard let sequence = sequence(of: policy, on: trace),
            var session = session(
                on: trace, rule: PlannedRule(ladder, levels: sequence.levelNumbers))
        else {
            result.differ("it is not there")
            return result
        }
        let chunks = session.run()
        result.compare(levels: chunks.map(\.level), sequence.levelNumbers)
        result.compare("delay (ms)", chunks.map(\.delay), sequence.delay_ms) { _ in Self.mostDelay }
        result.compare(
            "buffer (s)", chunks.map { $0.bufferLevel / 1_000 }, sequence.buffer_s
        ) { _ in Self.mostSeconds }
        result.compare(
            "stall (s)", chunks.map { $0.stall / 1_000 }, sequence.rebuf_s
        ) { _ in Self.mostSeconds }
        return result
    }

    /// Asks our rule of a policy's name what it chooses.
    /// - Returns: nil for a policy that no rule of ours is.
    package func checkDecisions(of policy: String, on trace: String) -> ConformanceCase? {
        guard let sequence = sequence(of: policy, on: trace) else { return nil }
        var result = ConformanceCase(.pensieve, "\(trace) \(policy)'s decisions")
        switch policy {
        case "bb":
            guard var session = session(on: trace, rule: BBARule(ladder)) else { return nil }
            result.compare(levels: session.run().map(\.level), sequence.levelNumbers)
        case "robustmpc":
            let answers = robustMPC(on: trace, playing: sequence)
            let first = Self.decisionsWithoutHistory
            result.compare(
                levels: Array(answers.dropFirst(first)),
                Array(sequence.levelNumbers.dropFirst(first + 1)))
        default: return nil
        }
        return result
    }

    /// What robust MPC would choose from the second chunk on, where the levels of a sequence play.
    package func robustMPC(on trace: String, playing sequence: Sequence) -> [Int] {
        var settings = MPCRule.Settings()
        settings.sizeOffset = 1
        let rule = ShadowedRule(
            played: PlannedRule(ladder, levels: sequence.levelNumbers),
            asked: MPCRule(ladder, settings))
        guard var session = session(on: trace, rule: rule) else { return [] }
        _ = session.run()
        return (session.rule as? ShadowedRule)?.answers ?? []
    }
}

/// Plays by one rule and asks another one what it would have chosen.
private struct ShadowedRule: AdaptationRule {
    var played: PlannedRule
    var asked: MPCRule
    var answers: [Int] = []

    mutating func choose(_ situation: Situation) -> Choice {
        answers.append(asked.choose(situation).level)
        return played.choose(situation)
    }

    mutating func segmentArrived(_ transfer: SegmentTransfer) {
        asked.segmentArrived(transfer)
    }
}
