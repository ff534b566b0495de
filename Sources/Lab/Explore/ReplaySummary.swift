internal import Simulation

/// What came of explorations that were written down: what `hlslab explore --replay` prints.
package struct ReplaySummary: Sendable, Codable {
    package struct Replay: Sendable, Codable {
        package var file: String
        package var name: String
        package var end: String
        /// Why it failed, or what it waits for.
        package var reason: String
        /// Each with its rule.
        package var violations: [String]
    }

    package var schema = 1
    package var replays: [Replay] = []

    /// 0 when every rule was kept, 1 when one was broken.
    package var exitCode: Int32 { replays.allSatisfy { $0.violations.isEmpty } ? 0 : 1 }

    package var text: String {
        replays.map { replay in
            let end = replay.reason.isEmpty ? replay.end : "\(replay.end): \(replay.reason)"
            guard !replay.violations.isEmpty else {
                return "\(replay.name): every rule holds (\(end))"
            }
            return "\(replay.name): \(replay.violations.joined(separator: "; ")) (\(end))"
        }.joined(separator: "\n")
    }
}

extension ReplaySummary.Replay {
    init(file: String, name: String, _ outcome: ExplorationOutcome) {
        self.init(
            file: file, name: name, end: outcome.end.rawValue, reason: outcome.reason,
            violations: outcome.violations.map { "\($0.rule.sentence) is broken: \($0.detail)" })
    }
}
