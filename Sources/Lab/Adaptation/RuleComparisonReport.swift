package import Scenarios

/// How rules fared beside each other: what `hlslab abr compare` prints.
package struct RuleComparisonReport: CommandReport {
    /// One link.
    package struct Link: Sendable, Hashable, Encodable {
        package var profile: String
        /// The most QoE_lin that the link bounds a playback to, in Mbit/s; nil where nothing is known.
        package var bound: Double?
        package var rules: [Row]
    }

    /// One rule over one link: figures over the seeds whose playback came to its end.
    package struct Row: Sendable, Hashable, Encodable {
        package var rule: String
        package var seeds: Int
        /// Playbacks that came to their end.
        package var ended: Int
        package var startupSeconds: Distribution?
        package var stalls: Distribution?
        package var stallSeconds: Distribution?
        package var switches: Distribution?
        /// Of the bytes played, in bit/s.
        package var averageBitrate: Distribution?
        /// With the start as a stall, in Mbit/s.
        package var qoeLin: Distribution?
        /// The bound less QoE_lin; nil where nothing is known of the bound.
        package var regret: Distribution?
        /// Why the first playback that did not pass did not; nil when all did.
        package var failure: String?
    }

    package let schema = "hlslab-abr/1"
    package let asset: String
    package let mode: Scenario.Playback.Mode
    /// As it was written.
    package let seeds: String
    /// What the bound is, so that nobody takes it for more.
    package let oracle = Self.oracle
    package let links: [Link]

    init(asset: String, mode: Scenario.Playback.Mode, seeds: String, links: [Link]) {
        self.asset = asset
        self.mode = mode
        self.seeds = seeds
        self.links = links
    }

    static let oracle =
        "regret: what QoE_lin lacks to a bound that no player exceeds: the best levels for one who "
        + "knows the link beforehand, at its full rate from the fourth round trip on, without loss, "
        + "slow start, jitter or outages, with a buffer without limit; so it holds TCP's part too. "
        + "Rankings in a simulator need not hold in the field"

    /// 0 every playback passed, 1 one did not.
    package var exitCode: Int32 {
        links.contains { $0.rules.contains { $0.failure != nil } } ? 1 : 0
    }
}

extension RuleComparisonReport.Row {
    init(_ rule: String, _ runs: [RunSummary], bound: Double?) {
        let ended = runs.compactMap(\.playback).filter { $0.state == "ended" }
        let failed = runs.first { $0.verdict != .pass }
        self.init(
            rule: rule, seeds: runs.count, ended: ended.count,
            startupSeconds: Distribution(ended.compactMap(\.startupSeconds)),
            stalls: Distribution(ended.map { Double($0.stalls) }),
            stallSeconds: Distribution(ended.map(\.stallSeconds)),
            switches: Distribution(ended.map { Double($0.switches) }),
            averageBitrate: Distribution(ended.compactMap(\.averageBitrate).map(Double.init)),
            qoeLin: Distribution(ended.map(\.qoeLin)),
            regret: bound.flatMap { bound in Distribution(ended.map { bound - $0.qoeLin }) },
            failure: failed.map { run in
                let expectation = run.expectations.first { !$0.pass }
                let reason =
                    run.obstacle ?? expectation.map { "\($0.name): \($0.detail)" } ?? ""
                return "seed \(run.seed): \(reason)"
            })
    }
}
