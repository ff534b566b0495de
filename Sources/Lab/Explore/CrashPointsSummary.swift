internal import Simulation

/// What came of a ``CrashPointsRun``: what `hlslab explore --crash-points` prints.
package struct CrashPointsSummary: Sendable, Codable {
    package struct Asset: Sendable, Codable {
        package var asset: String
        /// Points before and after commands, and after events.
        package var commandPoints: Int
        package var eventPoints: Int
        /// Downloads that were gone on with.
        package var runs: Int
        /// Most bytes that were fetched twice after a kill and after a power cut, and how many a
        /// power cut may cost.
        package var twiceAfterKill: Int
        package var twiceAfterPowerCut: Int
        package var limit: Int
        package var failed: Int
        package var failures: [String]

        init(asset: String, _ tally: CrashTally) {
            self.asset = asset
            commandPoints = tally.commandPoints
            eventPoints = tally.eventPoints
            runs = tally.runs
            twiceAfterKill = tally.worstAfterKill
            twiceAfterPowerCut = tally.worstAfterPowerCut
            limit = tally.limit
            failed = tally.failed
            failures = tally.failures
        }
    }

    package var schema = 1
    package var profile: String
    package var connections: Int
    package var assets: [Asset] = []
    package var seconds = 0.0

    init(profile: String, connections: Int) {
        self.profile = profile
        self.connections = connections
    }

    private var failed: Int { assets.reduce(0) { $0 + $1.failed } }

    /// 0 when all ended identical, 1 when one did not.
    package var exitCode: Int32 { failed == 0 ? 0 : 1 }

    package var text: String {
        var lines = assets.map { asset in
            "\(asset.asset): \(asset.commandPoints + asset.eventPoints) crash points "
                + "(\(asset.commandPoints) at commands, \(asset.eventPoints) at events), "
                + "\(asset.runs) restarts, \(asset.runs - min(asset.runs, asset.failed)) ended "
                + "identical; bytes fetched twice: at most \(asset.twiceAfterKill) after a kill, "
                + "\(asset.twiceAfterPowerCut) after a power cut (limit \(asset.limit))"
        }
        for asset in assets { lines += asset.failures.map { "\(asset.asset): \($0)" } }
        let points = assets.reduce(0) { $0 + $1.commandPoints + $1.eventPoints }
        lines.append(
            "\(points) crash points in \(seconds) s, "
                + (failed == 0 ? "all identical" : "\(failed) things wrong"))
        return lines.joined(separator: "\n")
    }
}
