internal import DownloadCore
internal import HLSPlaylist

/// A stream of the download and what became of its parts.
struct ChronicleTrack: Sendable, Hashable {
    /// What the playlist says of a part.
    struct Place: Sendable, Hashable {
        var isInitSection = false
        var start = Duration.zero
        var duration = Duration.zero
        /// What it is encrypted with; nil: it is in the clear.
        var cipher: Key.Method?
    }

    struct Part: Sendable, Hashable {
        let place: Place
        /// When it was durable; nil: it never was, in this run.
        var storedAt: Duration?
        /// The engine let go of it: what is selected for its time was durable.
        var isReplaced = false
        var bytes = 0
        var attempts = 0
        /// What vouched for the bytes, in words.
        var attestation: String?
    }

    /// The media playlist's URI as the multivariant playlist has it.
    let uri: String
    /// Path of the media playlist's URL, without a query.
    let path: String
    /// Only the player wanted it.
    let isGuest: Bool
    /// By their place in the plan.
    var parts: [Part]

    init(_ uri: String, path: String, places: [Place], isGuest: Bool) {
        self.uri = uri
        self.path = path
        self.isGuest = isGuest
        parts = places.map { Part(place: $0) }
    }
}
