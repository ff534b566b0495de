/// All that other projects' programs gave for the same inputs, checked case by case: Sabre's sessions,
/// Pensieve's simulator, estimators and decisions of hls.js, Shaka Player and ExoPlayer.
package struct Conformance: Sendable {
    package let sabre: SabreConformance
    package let pensieve: PensieveConformance
    package let players: PlayerConformance

    /// - Throws: what the source throws, and ``ConformanceProblem`` for data that are none.
    package init(from source: some ConformanceSource) throws {
        sabre = try SabreConformance(from: source)
        pensieve = try PensieveConformance(from: source)
        players = try PlayerConformance(from: source)
    }

    /// Checks one case after the other, and tells of each.
    package func check(_ tell: (ConformanceCase) -> Void) {
        for session in sabre.cases { tell(sabre.check(session)) }
        for trace in pensieve.traceNames {
            for policy in pensieve.policies(on: trace) {
                tell(pensieve.checkReplay(of: policy, on: trace))
                if let decisions = pensieve.checkDecisions(of: policy, on: trace) {
                    tell(decisions)
                }
            }
        }
        for sequence in players.sequences { tell(players.check(sequence)) }
        tell(players.checkTimesToFirstByte())
        for number in players.decisions.indices { tell(players.checkDecision(number)) }
    }
}
