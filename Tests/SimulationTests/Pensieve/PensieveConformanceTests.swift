import PlaybackCore
import Simulation
import Testing

@Suite struct `Pensieve's simulator` {
    @Test(arguments: PensieveData.traceNames)
    func `gives the same delays, buffers and stalls for the same levels`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        let sequences = try #require(data.replay.traces[trace])
        #expect(sequences.count == 3)
        for sequence in sequences.values {
            var session = PensieveSession(
                data.ladder, over: try data.trace(trace),
                rule: PlannedRule(data.ladder, levels: sequence.levelNumbers))
            let chunks = session.run()
            #expect(chunks.count == 48)
            for (index, chunk) in chunks.enumerated() {
                #expect(abs(chunk.delay - sequence.delay_ms[index]) <= 1e-6)
                #expect(abs(chunk.stall / 1_000 - sequence.rebuf_s[index]) <= 1e-9)
                #expect(abs(chunk.bufferLevel / 1_000 - sequence.buffer_s[index]) <= 1e-9)
            }
        }
    }

    @Test(arguments: PensieveData.traceNames)
    func `lets BBA choose the same levels`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        let sequence = try #require(data.replay.traces[trace]?["bb"])
        var session = PensieveSession(
            data.ladder, over: try data.trace(trace), rule: BBARule(data.ladder))
        #expect(session.run().map(\.level) == sequence.levelNumbers)
    }

    /// Pensieve's history of errors goes on from one trace to the next, ours is that of the session:
    /// the first five choices may differ, but for the first trace.
    @Test(arguments: PensieveData.traceNames)
    func `lets robust MPC choose the same levels once it has a history`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        let sequence = try #require(data.replay.traces[trace]?["robustmpc"])
        var settings = MPCRule.Settings()
        settings.sizeOffset = 1
        var session = PensieveSession(
            data.ladder, over: try data.trace(trace),
            rule: ShadowedRule(
                played: PlannedRule(data.ladder, levels: sequence.levelNumbers),
                asked: MPCRule(data.ladder, settings)))
        _ = session.run()
        let shadowed = try #require(session.rule as? ShadowedRule)
        #expect(shadowed.answers.count == 47)
        let first = trace == "norway_bus_1" ? 0 : 5
        #expect(shadowed.answers[first...] == sequence.levelNumbers.dropFirst()[(first + 1)...])
    }

    /// Pensieve's reward of each chunk: Mbit/s, less 4.3 per second of stall, less the change.
    @Test(arguments: PensieveData.traceNames)
    func `gives the same sums of rewards`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        for sequence in try #require(data.replay.traces[trace]).values {
            let levels = sequence.levelNumbers
            var session = PensieveSession(
                data.ladder, over: try data.trace(trace),
                rule: PlannedRule(data.ladder, levels: levels))
            let quality = QualityOfExperience(
                of: session.played(session.run()), bitrates: data.ladder.bitrates,
                segmentDuration: .seconds(4))
            let rates = levels.map { data.ladder.bitrates[$0] / 1_000 }
            let changes = zip(rates, rates.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
            let sum = rates.reduce(0, +) - 4.3 * sequence.rebuf_s.reduce(0, +) - changes
            #expect(abs(quality.linear.whole - sum) < 1e-6)
            let first = rates[0] - 4.3 * sequence.rebuf_s[0]
            #expect(abs(quality.linear.withoutFirst - (sum - first)) < 1e-6)
        }
    }

    @Test func `drains a full buffer in steps of half a second`() throws {
        let ladder = Ladder(bitrates: [100], segmentDuration: 4_000, segmentCount: 40)
        let trace = try PensieveTrace(parsing: "0 1\n10 8\n20 8\n")
        var session = PensieveSession(ladder, over: trace, rule: FixedRule(ladder, level: 0))
        let chunks = session.run()
        #expect(chunks.contains { $0.sleep > 0 })
        #expect(chunks.allSatisfy { $0.bufferLevel <= 60_000 && $0.bufferLevel > 0 })
        #expect(chunks.allSatisfy { $0.sleep.truncatingRemainder(dividingBy: 500) == 0 })
    }

    @Test(arguments: [
        ("0 1\nx 2", "line 2: a line has seconds and Mbit/s"),
        ("0 1\n0 2", "line 2: times rise, rates are not negative"),
        ("0 1\n1 -2", "line 2: times rise, rates are not negative"),
        ("0 5\n1 0", "line 2: the trace never carries anything"),
        ("", "line 0: the trace never carries anything"),
    ])
    func `rejects what is no trace`(text: String, reason: String) {
        let problem = #expect(throws: PensieveTrace.Problem.self) {
            try PensieveTrace(parsing: text)
        }
        #expect(problem?.description == reason)
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

/// Outputs of Pensieve's simulator (thu-media/Comyco, BSD-2-Clause).
struct PensieveData: Sendable {
    struct Replay: Decodable, Sendable {
        struct Sequence: Decodable, Sendable {
            var levels: String
            var delay_ms: [Double]
            var buffer_s: [Double]
            var rebuf_s: [Double]

            var levelNumbers: [Int] { levels.compactMap(\.wholeNumberValue) }
        }

        var traces: [String: [String: Sequence]]
    }

    private struct Video: Decodable {
        var chunk_s: Double
        var levels_kbps: [Double]
        var sizes_bytes: [[Double]]
    }

    var replay: Replay
    /// 48 chunks; the sizes have one more, which robust MPC looks at.
    var ladder: Ladder

    static let loaded = Result { try PensieveData() }
    static let traceNames = (try? loaded.get().replay.traces.keys.sorted()) ?? []

    private init() throws {
        replay = try ConformanceData.decode(Replay.self, "pensieve/replay.json")
        let video = try ConformanceData.decode(Video.self, "pensieve/envivio_chunk_sizes.json")
        ladder = Ladder(
            bitrates: video.levels_kbps, segmentDuration: video.chunk_s * 1_000, segmentCount: 48,
            sizes: (0..<49).map { chunk in video.sizes_bytes.map { $0[chunk] * 8 } })
    }

    func trace(_ name: String) throws -> PensieveTrace {
        try PensieveTrace(parsing: ConformanceData.text("pensieve/traces/\(name)"))
    }
}
