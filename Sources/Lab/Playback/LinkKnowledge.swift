internal import LinkModel
internal import OfflinePlayback
package import PlaybackCore
internal import Scenarios
internal import Simulation

/// What only a laboratory knows of the link that a player had, and of what was possible.
package struct LinkKnowledge: Sendable {
    package var capacity: LinkCapacity?
    /// The player's buffer when it is full.
    package var bufferGoal: Duration?
    /// The best sum of the linear scale that an ``Oracle`` found for the same link.
    package var oracle: Double?

    package init(
        capacity: LinkCapacity? = nil, bufferGoal: Duration? = nil, oracle: Double? = nil
    ) {
        self.capacity = capacity
        self.bufferGoal = bufferGoal
        self.oracle = oracle
    }
}

extension LinkKnowledge {
    /// What the lab knows of the link of a run. Of a link that was not used to play there is nothing to
    /// know: after the download all is on disk.
    /// - Parameters:
    ///   - goesOn: an earlier run of the download left something on disk, so that no bound holds.
    init(
        of scenario: Scenario, over profile: LinkProfile, playing catalog: AssetCatalog,
        _ history: PlaybackHistory, goesOn: Bool
    ) {
        self.init()
        let mode = scenario.playback.mode
        guard mode == .only || mode == .withDownload else { return }
        bufferGoal = PlayerOptions(scenario.playback).bufferGoal
        // Of a link that became another one, and of a playback that began again, the profile does not
        // tell.
        guard !scenario.interruptions.contains(where: \.changesLink) else { return }
        let played = history.played
        let ends =
            played.requests.map(\.end) + played.segments.map { $0.start + $0.played }
        let end = history.requestedAt + (ends.max() ?? .zero)
        if end > history.requestedAt {
            capacity = LinkCapacity(of: profile, from: history.requestedAt, to: end)
        }
        // The bound is that of playing all of it from its beginning.
        if !goesOn, scenario.playback.startPosition == .zero, history.state == .ended {
            oracle = LinkCeiling(profile)?.bound(of: catalog)
        }
    }
}

extension Interruption {
    fileprivate var changesLink: Bool {
        switch what {
        case .profile, .networkDown, .kill: true
        case .suspend, .diskFull, .clock, .tokenExpires: false
        }
    }
}
