package import LinkModel

/// One experiment: which asset over which link, downloaded how, with which faults on the way, and
/// what has to hold in the end.
package struct Scenario: Sendable, Hashable {
    /// How the link is made.
    package enum Via: String, Sendable, Hashable, CaseIterable, Codable {
        /// In virtual time, without sockets.
        case simulate
        /// Real sockets on loopback through a relay in this process.
        case throttle
        /// Real sockets through the kernel's own queues.
        case netem
    }

    /// How a run of the scenario has to end.
    package enum Ending: Sendable, Hashable {
        /// Complete, every byte the origin's.
        case complete
        /// Not complete, with an error whose text has this in it, and nothing wrong on disk.
        case error(naming: String)
        /// Complete, with bytes that were changed on the way as nobody can see: then nothing on disk
        /// may be said to be vouched for by more than length and container.
        case unseenDamage
    }

    package var name: String
    /// What the scenario is about, in one sentence; nil: its file does not say.
    package var rule: String?
    /// Id of a fixture or of a synthetic asset.
    package var asset: String
    /// Id or alias of a link profile.
    package var profile: String
    package var via: Via
    package var quality: RequestedQuality.Option
    /// Requests that the engine may have open at once.
    package var parallelRequests: Int
    /// How the engine tells the origin what it knows of its requests; nil: it does not.
    package var clientData: ReportedClientData.Form?
    /// Whether the engine waits for space on a full disk, rather than to end.
    package var waitsForSpace = false
    package var faults: [Fault]
    /// What happens from outside, in any order.
    package var interruptions: [Interruption]
    /// The link profiles that they name, by those names.
    package var profiles: [String: LinkProfile] = [:]
    package var ending: Ending
    package var expectations: [Expectation]
    /// It turns on something that virtual time does not have: bytes of media, memory, an address.
    package var needsSockets: Bool
    /// Where all randomness of a run comes from.
    package var seed: UInt64
    package var playback: Playback

    package init(
        name: String = "default", asset: String = "ladder", profile: String = "edge",
        via: Via = .throttle, quality: RequestedQuality.Option = .best, parallelRequests: Int = 4,
        faults: [Fault] = [], interruptions: [Interruption] = [], ending: Ending = .complete,
        expectations: [Expectation] = [],
        needsSockets: Bool = false, seed: UInt64 = 1, playback: Playback = Playback(),
        clientData: ReportedClientData.Form? = nil
    ) {
        self.name = name
        self.asset = asset
        self.profile = profile
        self.via = via
        self.quality = quality
        self.parallelRequests = parallelRequests
        self.faults = faults
        self.interruptions = interruptions
        self.ending = ending
        self.expectations = expectations
        self.needsSockets = needsSockets
        self.seed = seed
        self.playback = playback
        self.clientData = clientData
    }
}
