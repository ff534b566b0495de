internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios
internal import Simulation

extension PlayerOptions {
    /// How a scenario's player plays.
    init(_ playback: Scenario.Playback) {
        self.init(rule: playback.rule)
        startPosition = playback.startPosition
    }
}

extension PlaybackMode {
    /// The engine's word for what a scenario asks for.
    init(_ mode: Scenario.Playback.Mode) {
        self =
            switch mode {
            case .none: .none
            case .withDownload: .withDownload
            case .after: .after
            case .only: .only
            }
    }
}

extension World.Playback {
    /// Nil when nothing is to be played.
    init?(_ playback: Scenario.Playback) {
        guard playback.mode != .none else { return nil }
        self.init(PlaybackMode(playback.mode), PlayerOptions(playback))
    }
}
