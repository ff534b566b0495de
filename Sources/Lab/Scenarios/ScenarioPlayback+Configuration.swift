internal import PlaybackCore
internal import Scenarios

extension Scenario.Playback {
    /// `{ mode: with-download, rule: bola-e, start: 10 s }`; what is missing is as in the initialiser,
    /// but that a playback which is described is one: its mode is `with-download` then.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let values = try node.mapping(keys: ["mode", "rule", "start"])
        self.init(mode: .withDownload)
        if let mode = values["mode"] { self.mode = try mode.choice() }
        if let rule = values["rule"] { self.rule = try rule.playbackRule() }
        if let start = values["start"] { startPosition = try start.duration() }
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
