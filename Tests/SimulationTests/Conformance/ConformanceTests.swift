import Simulation
import Testing

/// That a number which is another one is seen; that all are the same, the suites beside this one say.
@Suite struct `A check against other programs' numbers` {
    private func differing(_ path: String, _ old: String, _ new: String) throws -> [String] {
        let conformance = try Conformance(
            from: ConformanceData(change: .init(path: path, old: old, new: new)))
        var lines: [String] = []
        switch path.split(separator: "/")[0] {
        case "sabre":
            // All that has been changed is in the first session.
            lines = [conformance.sabre.check(conformance.sabre.cases[0])].filter {
                !$0.differences.isEmpty
            }.map(\.line)
        case "pensieve":
            for trace in conformance.pensieve.traceNames {
                for policy in conformance.pensieve.policies(on: trace) {
                    let check = conformance.pensieve.checkReplay(of: policy, on: trace)
                    if !check.differences.isEmpty { lines.append(check.line) }
                }
            }
        default:
            let players = conformance.players
            let checks =
                players.sequences.map(players.check) + [players.checkTimesToFirstByte()]
                + players.decisions.indices.map(players.checkDecision)
            lines = checks.filter { !$0.differences.isEmpty }.map(\.line)
        }
        return lines
    }

    private static let bola = "sabre -n network.json -m movie.json -b 10 -a bola -ab: "

    @Test(arguments: [
        (
            "sabre/cases.json", "457.920209", "457.920208",
            bola + "total played utility is 457.920209, not 457.920208"
        ),
        (
            "sabre/cases.json", "\"0087888878888", "\"0087888878887",
            bola + "segment 13 has level 8, not 7"
        ),
        (
            "sabre/cases.json", "\"_segments\": 199", "\"_segments\": 198",
            bola + "199 segments, not 198"
        ),
        ("sabre/cases.json", "\"_abandons\": 0", "\"_abandons\": 1", bola + "abandons: 0, not 1"),
        (
            "sabre/cases.json", "\"rampup time\"", "\"ramp time\"",
            bola + "rampup time is 6.252272, not there at all; ramp time is not printed"
        ),
        (
            "pensieve/replay.json", "887.283662", "887.283672",
            "pensieve norway_bus_1 bb: delay (ms) 1 is 887.28366"
        ),
        (
            "players/hlsjs_levels.json", "[\"apple6\", 2, 200000, 0, 0, 0]",
            "[\"apple6\", 2, 200000, 0, 0, 1]", "players hls.js, decision 1: level 0, not 1"
        ),
        (
            "players/estimators.json", "4000000,", "4000001,",
            "players estimators, constant_4mbps_2s: hls.js after transfer 1 is 4000000.0, not 4000001.0"
        ),
    ])
    func `names the case and what is another`(path: String, old: String, new: String, line: String)
        throws
    {
        let lines = try differing(path, old, new)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }

    @Test(arguments: [
        ("sabre/network.json", "5000", "-5000", "sabre/network.json: "),
        ("sabre/movie.json", "230, 331", "331, 230", "sabre/movie.json: "),
        ("pensieve/envivio_chunk_sizes.json", "[300, 750", "[3000, 750", "pensieve/envivio_"),
        (
            "players/hlsjs_levels.json", "[\"apple6\", 2,", "[\"apple7\", 2,",
            "players/hlsjs_levels.json: "
        ),
    ])
    func `refuses data that are none`(path: String, old: String, new: String, words: String) {
        let problem = #expect(throws: ConformanceProblem.self) {
            try Conformance(from: ConformanceData(change: .init(path: path, old: old, new: new)))
        }
        #expect(problem?.description.hasPrefix(words) == true)
    }
}
