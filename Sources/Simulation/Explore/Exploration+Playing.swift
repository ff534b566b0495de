internal import DownloadCore
internal import LinkModel
package import OfflinePlayback
internal import Scenarios

extension Exploration {
    /// What lasts so long lasts for ever.
    package static let forEver = Duration.seconds(86_400)

    /// Told of every event of a run, counted from 1, with the time since the run began.
    package typealias Watch = (_ run: Int, Duration, PlayingDownload.Step) -> Void

    /// Lets the download happen, run after run, and holds it against the rules of ``Violation``.
    /// - Parameters:
    ///   - tamper: for tests of the rules.
    ///   - watch: for who wants to see what happens.
    /// - Throws: when there can be no such asset.
    package func play(
        tamper: WorldTamper? = nil, watch: Watch? = nil
    ) throws -> ExplorationOutcome {
        var play = try ExplorationPlay(self, tamper, watch)
        return play.play()
    }
}

extension Exploration.Interruption {
    /// What of it happens to a run that begins at a time.
    func events(from start: Duration) -> [WorldInterruption] {
        switch self {
        case .kill, .powerCut, .newPresentation: []
        case .suspend(let time, let length):
            Self.span(.suspended, .resumed, time - start, length)
        case .network(let status, let time, let length):
            Self.span(.network(status), .network(.unmetered), time - start, length)
        case .diskFull(let time, let length): Self.span(.diskFull, .diskFree, time - start, length)
        case .newVersion(let time):
            time >= start ? [WorldInterruption(at: time - start, what: .originReplaced)] : []
        }
    }

    /// - Parameter time: of the beginning; before the run's own when it is negative.
    private static func span(
        _ beginning: WorldInterruption.What, _ end: WorldInterruption.What, _ time: Duration,
        _ length: Duration
    ) -> [WorldInterruption] {
        let first = WorldInterruption(at: max(.zero, time), what: beginning)
        guard length < Exploration.forEver else { return [first] }
        guard time + length > .zero else { return [] }
        return [first, WorldInterruption(at: time + length, what: end)]
    }
}

extension LinkProfile {
    /// Loses nothing and always works, so that a download over it has no reason to fail.
    var isSteady: Bool {
        outages.isEmpty && steps.isEmpty && down.loss == .none && up.loss == .none
            && down.corrupt == .never && up.corrupt == .never
    }
}
