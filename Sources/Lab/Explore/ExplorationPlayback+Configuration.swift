internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios
internal import Simulation

extension Exploration.Playback {
    /// The same words as a scenario's, and what the person does.
    init(
        _ node: ConfigurationNode, person: ConfigurationNode?
    ) throws(ConfigurationError) {
        let playback = try Scenario.Playback.reader.read(node)
        var acts: [World.Playback.Act] = []
        for act in try person?.sequence() ?? [] { acts.append(try World.Playback.Act(act)) }
        self.init(
            PlaybackMode(playback.mode), rule: playback.rule, start: playback.startPosition,
            person: acts)
    }
}

extension World.Playback.Act {
    private static let names = ["pause", "resume", "seek", "rate"]

    /// `{ at: 3 s, seek: 10 s }`, or `pause`, `resume` or `rate` in place of `seek`.
    fileprivate init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let values = try node.mapping(keys: Self.names + ["at"])
        let named = Self.names.filter { values[$0] != nil }
        guard named.count == 1, let name = named.first, let value = values[name] else {
            throw node.error("an act is exactly one of \(Self.names.joined(separator: ", "))")
        }
        let event: PlayerEvent
        switch name {
        case "seek": event = .sought(try value.duration())
        case "rate":
            let factor = try value.number(in: 0.001...16)
            event = .rateChanged(PlaybackRate(thousandths: Int((factor * 1_000).rounded())))
        default:
            guard try value.boolean() else { throw value.fault("can only be 'true'") }
            event = name == "pause" ? .paused : .resumed
        }
        self.init(at: try values.required("at").duration(), event)
    }
}
