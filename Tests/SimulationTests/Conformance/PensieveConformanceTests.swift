import PlaybackCore
import Simulation
import Testing

@Suite struct `Pensieve's simulator` {
    @Test(arguments: PensieveData.traceNames)
    func `gives the same delays, buffers and stalls for the same levels`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        #expect(data.policies(on: trace).count == 3)
        for policy in data.policies(on: trace) {
            #expect(data.sequence(of: policy, on: trace)?.levelNumbers.count == 48)
            #expect(data.checkReplay(of: policy, on: trace).differences == [])
        }
    }

    @Test(arguments: PensieveData.traceNames)
    func `lets BBA choose the same levels`(trace: String) throws {
        let check = try PensieveData.loaded.get().checkDecisions(of: "bb", on: trace)
        #expect(try #require(check).differences == [])
    }

    /// Pensieve's history of errors goes on from one trace to the next, ours is that of the session:
    /// the first five choices may differ, but for the first trace.
    @Test(arguments: PensieveData.traceNames)
    func `lets robust MPC choose the same levels once it has a history`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        let check = data.checkDecisions(of: "robustmpc", on: trace)
        #expect(try #require(check).differences == [])
        guard trace == "norway_bus_1" else { return }
        let sequence = try #require(data.sequence(of: "robustmpc", on: trace))
        let answers = data.robustMPC(on: trace, playing: sequence)
        #expect(answers.count == 47)
        #expect(answers[...] == sequence.levelNumbers.dropFirst())
    }

    /// Pensieve's reward of each chunk: Mbit/s, less 4.3 per second of stall, less the change.
    @Test(arguments: PensieveData.traceNames)
    func `gives the same sums of rewards`(trace: String) throws {
        let data = try PensieveData.loaded.get()
        for policy in data.policies(on: trace) {
            let sequence = try #require(data.sequence(of: policy, on: trace))
            let levels = sequence.levelNumbers
            var session = try #require(
                data.session(on: trace, rule: PlannedRule(data.ladder, levels: levels)))
            let quality = QualityOfExperience(
                of: session.played(session.run()), bitrates: data.ladder.bitrates,
                segmentDuration: .seconds(4))
            let rates = levels.map { data.ladder.bitrates[$0] / 1_000 }
            let changes = zip(rates, rates.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
            let sum = rates.reduce(0, +) - 4.3 * sequence.stallSeconds.reduce(0, +) - changes
            #expect(abs(quality.linear.whole - sum) < 1e-6)
            let first = rates[0] - 4.3 * sequence.stallSeconds[0]
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

/// Outputs of Pensieve's simulator (thu-media/Comyco, BSD-2-Clause).
enum PensieveData {
    static let loaded = Result { try ConformanceData.loaded.get().pensieve }
    static let traceNames = (try? loaded.get().traceNames) ?? []
}
