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

    package var name: String
    /// Id of a fixture or of a synthetic asset.
    package var asset: String
    /// Id or alias of a link profile.
    package var profile: String
    package var via: Via
    package var quality: RequestedQuality.Option
    /// Requests that the engine may have open at once.
    package var parallelRequests: Int
    package var faults: [Fault]
    package var expectations: [Expectation]
    /// Where all randomness of a run comes from.
    package var seed: UInt64
    package var playback: Playback

    package init(
        name: String = "default", asset: String = "ladder", profile: String = "edge",
        via: Via = .throttle, quality: RequestedQuality.Option = .best, parallelRequests: Int = 4,
        faults: [Fault] = [], expectations: [Expectation] = [], seed: UInt64 = 1,
        playback: Playback = Playback()
    ) {
        self.name = name
        self.asset = asset
        self.profile = profile
        self.via = via
        self.quality = quality
        self.parallelRequests = parallelRequests
        self.faults = faults
        self.expectations = expectations
        self.seed = seed
        self.playback = playback
    }
}
