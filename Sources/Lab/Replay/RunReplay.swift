internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios

/// A run that is to be played again from its folder.
package struct RunReplay: PreparedReplay {
    /// Path of the folder.
    let run: String
    let before: RunSummary
    let scenario: Scenario
    let profile: LinkProfile
    let asset: OriginAsset
    /// Over sockets: what plays it; nil in virtual time, where nothing is written.
    let repeated: (any PreparedRun)?

    /// Largest timeline that is compared, in bytes.
    static let mostTimelineBytes = 1 << 30

    /// Plays it and compares.
    /// - Throws: ``LabError`` when it cannot be carried out.
    package func run(
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> ReplayOutcome {
        guard let repeated else { return try await simulate() }
        let now = try await repeated.run(onProgress: onProgress)
        return outcome(now, again: now.runFolder, lines: 0, difference: nil)
    }

    package func play(
        onProgress: @escaping @Sendable (String) -> Void
    ) async throws -> any CommandReport {
        try await run { onProgress($0.line) }
    }

    private func simulate() async throws -> ReplayOutcome {
        let file = run + "/timeline.jsonl"
        let earlier: [UInt8]
        do throws(InputFile.Failure) {
            earlier = try InputFile.bytes(of: file, limit: Self.mostTimelineBytes)
        } catch {
            throw LabError(.usage, "cannot compare with \(file): \(error.reason)")
        }
        let simulated = try await SimulatedScenario(
            scenario, asset: asset, profile: profile, folder: before.runFolder)
        var timeline: [UInt8] = []
        var lines = 0
        let now = try simulated.play(
            seed: scenario.seed, replay: before.replay,
            onLine: {
                timeline += $0
                lines += 1
            })
        return outcome(
            now, again: nil, lines: lines,
            difference: ReplayOutcome.difference(earlier, timeline))
    }

    private func outcome(
        _ now: RunSummary, again: String?, lines: Int, difference: ReplayOutcome.Difference?
    ) -> ReplayOutcome {
        let figures = ReplayOutcome.figures(before, now)
        let isSame: Bool
        if scenario.via == .simulate {
            isSame =
                difference == nil && before.traceSHA256 == now.traceSHA256
                && before.verdict == now.verdict
        } else {
            isSame = figures.allSatisfy { !$0.isBinding || $0.before == $0.now }
        }
        return ReplayOutcome(
            run: run, again: again, scenario: scenario.name, seed: scenario.seed,
            via: scenario.via, isSame: isSame, lines: lines, difference: difference,
            figures: figures)
    }
}
