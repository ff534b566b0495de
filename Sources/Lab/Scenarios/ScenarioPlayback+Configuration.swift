internal import PlaybackCore
internal import Scenarios

extension Scenario.Playback {
    private static let modeKey = ConfigurationKey<Mode>(
        "mode", .choice, "When it is played; with-download where nothing is said.")
    private static let ruleKey = ConfigurationKey<String>(
        "rule",
        ValueReader(.type("string")) { node throws(ConfigurationError) in try node.playbackRule() },
        "The adaptation rule: see 'hlslab abr rules'.")
    private static let startKey = ConfigurationKey<Duration>(
        "start", .duration, "Where in the presentation it begins.")

    /// `{ mode: with-download, rule: bola-e, start: 10 s }`; what is missing is as in the initialiser,
    /// but that a playback which is described is one: its mode is `with-download` then.
    static let reader = MappingShape([modeKey.row, ruleKey.row, startKey.row]).reader {
        entry throws(ConfigurationError) in
        var playback = Self(mode: .withDownload)
        if let mode = try entry.value(of: modeKey) { playback.mode = mode }
        if let rule = try entry.value(of: ruleKey) { playback.rule = rule }
        if let start = try entry.value(of: startKey) { playback.startPosition = start }
        return playback
    }
}

extension ConfigurationNode {
    /// The name of an adaptation rule that a player can be asked to play by.
    func playbackRule() throws(ConfigurationError) -> String {
        let name = try string()
        guard RuleCatalog.plays(name) else {
            let names = RuleCatalog.playable
            throw fault(
                "is '\(name)', which is no adaptation rule\(NearestName.hint(for: name, in: names)); "
                    + "there are \(names.joined(separator: ", "))")
        }
        return name
    }
}
