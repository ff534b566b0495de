/// The rules by the names that people call them.
package enum RuleCatalog {
    /// A rule with what belongs to it.
    package struct Entry: Sendable {
        package var name: String
        package var rule: any AdaptationRule
        /// Whether queued segments are fetched again at a higher level.
        package var replacement: SegmentReplacement?
    }

    /// What a rule is made for, besides its ladder.
    package struct Settings: Sendable {
        /// Milliseconds of media that the player's buffer holds; two segments at least.
        package var bufferSize = 25_000.0
        /// Levels that an ``Oracle`` found; needed by `oracle` only.
        package var plan: [Int]?

        package init(bufferSize: Double = 25_000, plan: [Int]? = nil) {
            self.bufferSize = bufferSize
            self.plan = plan
        }
    }

    /// Why there is no rule of a name.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The name is not in ``RuleCatalog/names``.
        case unknown(String)
        /// `fixed:` without a number, or with one that is none.
        case noLevel(String)
        /// `oracle` without a plan.
        case noPlan

        package var description: String {
            switch self {
            case .unknown(let name):
                "there is no adaptation rule '\(name)'; there are "
                    + RuleCatalog.names.joined(separator: ", ")
            case .noLevel(let name):
                "'\(name)' names no level; levels count from 0, the lowest, as in fixed:2"
            case .noPlan:
                "the oracle needs to know the link beforehand; it plays only where that is simulated"
            }
        }
    }

    /// All names; `fixed:N` takes the number of a level.
    package static let names = [
        "fixed:N", "lowest", "highest", "throughput", "bola-basic", "bola", "bola-e", "dynamic",
        "dynamic-dash", "fast-switching", "fast-switching-right", "bba", "bba-puffer",
        "robust-mpc", "fast-mpc", "hlsjs", "exoplayer", "shaka", "dashjs", "gstreamer", "oracle",
        "avplayer-like",
    ]

    /// Whether a name is one of ``names``, so that it can be said before there is a ladder.
    package static func has(_ name: String) -> Bool {
        name != "fixed:N" && names.contains(name) || level(in: name) != nil
    }

    /// - Throws: ``Problem`` when there is no such rule.
    package static func entry(
        named name: String, for ladder: Ladder, _ settings: Settings = Settings()
    ) throws(Problem) -> Entry {
        let replacement: SegmentReplacement? =
            switch name {
            case "fast-switching": .left
            case "fast-switching-right": .right
            default: nil
            }
        return Entry(
            name: name, rule: try rule(named: name, for: ladder, settings),
            replacement: replacement)
    }

    private static func rule(
        named name: String, for ladder: Ladder, _ settings: Settings
    ) throws(Problem) -> any AdaptationRule {
        let size = max(settings.bufferSize, 2 * ladder.segmentDuration)
        switch name {
        case "lowest": return FixedRule(ladder, level: 0)
        case "highest": return FixedRule(ladder, level: ladder.top)
        case "throughput": return ThroughputRule(ladder)
        case "bola-basic", "bola":
            return BolaRule(ladder, bola(size, isBasic: name == "bola-basic"))
        case "bola-e": return BolaERule(ladder, bolaE(size))
        case "dynamic", "fast-switching", "fast-switching-right":
            return DynamicRule(ladder, bola: bola(size, isBasic: false))
        case "dynamic-dash": return DynamicDashRule(ladder, bola: bolaE(size))
        case "bba": return BBARule(ladder, .pensieve)
        case "bba-puffer":
            return BBARule(
                ladder, .bySize(bufferSize: size, lower: 0.2, upper: 0.8))
        case "robust-mpc", "fast-mpc":
            var mpc = MPCRule.Settings()
            mpc.isRobust = name == "robust-mpc"
            return MPCRule(ladder, mpc)
        case "hlsjs": return HLSJSRule(ladder)
        case "exoplayer": return ExoPlayerRule(ladder)
        case "shaka": return ShakaRule(ladder)
        case "dashjs": return DashJSRule(ladder)
        case "gstreamer": return GStreamerRule(ladder)
        case "avplayer-like": return AVPlayerLikeRule(ladder)
        case "oracle":
            guard let plan = settings.plan else { throw .noPlan }
            return PlannedRule(ladder, levels: plan)
        default:
            if let level = level(in: name) { return FixedRule(ladder, level: level) }
            throw name.hasPrefix("fixed") ? .noLevel(name) : .unknown(name)
        }
    }

    private static func level(in name: String) -> Int? {
        guard name.hasPrefix("fixed:"), let level = Int(name.dropFirst("fixed:".count)), level >= 0
        else { return nil }
        return level
    }

    private static func bola(_ bufferSize: Double, isBasic: Bool) -> BolaRule.Settings {
        var bola = BolaRule.Settings()
        bola.bufferSize = bufferSize
        bola.isBasic = isBasic
        return bola
    }

    private static func bolaE(_ bufferSize: Double) -> BolaERule.Settings {
        var bola = BolaERule.Settings()
        bola.bufferSize = bufferSize
        return bola
    }
}
