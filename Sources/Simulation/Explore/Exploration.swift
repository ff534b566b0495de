package import DownloadCore
package import LinkModel
package import OfflinePlayback
internal import PlaybackCore
package import Scenarios

/// A download with everything that may go wrong with it, as a value: what ``init(seed:)`` draws, what
/// ``play(tamper:)`` lets happen and what a shrunken failure is written down as.
package struct Exploration: Sendable, Hashable {
    /// Of the link's chances and the jitter of retries.
    package var seed: UInt64
    package var asset: SyntheticDescription
    package var link: LinkProfile
    package var quality = RequestedQuality.Option.best
    package var parallelRequests = 4
    package var requestsPerHost: Int?
    package var order = DownloadOrder.byTime
    package var waitsForSpace = false
    package var allowsMeteredNetwork = true
    package var faults: [Fault] = []
    package var interruptions: [Interruption] = []
    /// What is played beside the download or after it; nil: nothing.
    package var playback: Playback?

    /// What happens from outside. Times count from the first run's start.
    package enum Interruption: Sendable, Hashable {
        /// The process is killed when it has performed so many commands, and started again. The first
        /// one strikes the first run, the second the second, and so on.
        case kill(afterCommands: Int)
        /// The same, and what was not synced is gone.
        case powerCut(afterCommands: Int)
        case suspend(at: Duration, for: Duration)
        case network(NetworkStatus, at: Duration, for: Duration)
        case diskFull(at: Duration, for: Duration)
        /// The origin has other bytes under the same names from then on.
        case newVersion(at: Duration)
        /// From the next run on the origin has a presentation with other segments.
        case newPresentation
    }

    /// A playback, from its beginning in each run.
    package struct Playback: Sendable, Hashable {
        package var mode: PlaybackMode
        /// Name in ``PlaybackCore/RuleCatalog``.
        package var rule: String
        package var start: Duration
        /// What the person does.
        package var person: [World.Playback.Act]

        package init(
            _ mode: PlaybackMode, rule: String, start: Duration = .zero,
            person: [World.Playback.Act] = []
        ) {
            self.mode = mode
            self.rule = rule
            self.start = start
            self.person = person
        }

        /// Somebody pauses it for ever.
        var endsPaused: Bool {
            person.sorted { $0.time < $1.time }.last {
                $0.event == .paused || $0.event == .resumed
            }?.event == .paused
        }

        var world: World.Playback {
            var options = PlayerOptions(rule: rule)
            options.startPosition = start
            return World.Playback(mode, options, person: person)
        }
    }

    package init(seed: UInt64, asset: SyntheticDescription, link: LinkProfile) {
        self.seed = seed
        self.asset = asset
        self.link = link
    }

    /// Runs of one exploration: more than what its interruptions and expired tokens can ask for.
    static let mostRuns = 24
}

extension Exploration.Interruption {
    /// Whether it ends a run.
    var isCrash: Bool {
        switch self {
        case .kill, .powerCut: true
        case .suspend, .network, .diskFull, .newVersion, .newPresentation: false
        }
    }
}

extension Exploration {
    var options: DownloadOptions {
        let quality: Quality =
            switch quality {
            case .best: .best
            case .fast: .fast
            case .minimumBitrate(let bits): .minimumBitrate(bits)
            }
        var options = DownloadOptions(
            quality: quality, parallelRequests: parallelRequests, order: order)
        options.requestsPerHost = requestsPerHost
        options.waitsForSpace = waitsForSpace
        options.allowsMeteredNetwork = allowsMeteredNetwork
        return options
    }

    /// Whether the origin may have more than one version of the bytes.
    var changesOrigin: Bool {
        interruptions.contains {
            switch $0 {
            case .newVersion, .newPresentation: true
            case .kill, .powerCut, .suspend, .network, .diskFull: false
            }
        }
    }

    /// Whether bytes that arrive may be of no use in the end, so that they have to come again.
    var mayWaste: Bool {
        changesOrigin
            || faults.contains {
                switch $0.effect {
                case .wrongType, .truncateWithoutLength: true
                default: false
                }
            }
    }
}
