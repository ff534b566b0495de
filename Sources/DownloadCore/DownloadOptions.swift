/// What a download is asked for and how hard it tries.
package struct DownloadOptions: Sendable, Hashable {
    package var quality: Quality
    /// What is asked for in AVFoundation's terms; takes the place of ``quality``.
    package var request: SelectionRequest?
    /// Requests that may be open at once, over all hosts: 1 to ``maximumParallelRequests``.
    package var parallelRequests: Int
    package var order: DownloadOrder
    /// Forms of keys that the app reads beside `identity`; nil: there is no app to ask for a key.
    package var keySystems: [KeySystem]?
    /// Whether the app loads playlists under schemes of its own.
    package var appLoadsPlaylists = false
    package var retry: RetryPolicy
    package var timeouts: Timeouts
    package var limits: DownloadLimits
    /// Requests that may be open at once to one host and port; nil: ``parallelRequests``.
    package var requestsPerHost: Int?
    /// Sent with every request to the origin (scheme, host and port) of the download's URL.
    package var headers: [HeaderField] = []
    /// What servers are told with each request; nil: nothing.
    package var clientData: ClientDataOptions?
    /// Sends ``headers`` to every other origin that a playlist or a redirect leads to, too, secrets
    /// included.
    package var headersForAllOrigins = false
    /// HTTP/2 where a server offers it over TLS, else HTTP/1.1; or HTTP/1.1 in any case.
    package var httpVersion = HTTPVersion.automatic
    /// PEM file with certificates that are trusted besides the system's.
    package var trustedRoots: String?
    /// Bits per second of body bytes, all requests together; nil: as fast as it goes.
    package var bandwidthLimit: Int?
    /// Off: the download waits while the network is metered.
    package var allowsMeteredNetwork = true
    /// A full disk makes the download wait in place of ending it.
    package var waitsForSpace = false
    /// The order of the parts while someone plays.
    package var replacement = ReplacementOrder.holesFirst
    /// Makes no package: parts come when a player wants them, and not otherwise.
    package var onlyForPlayer = false
    /// How long to wait before looking whether a full disk has space again.
    package var spaceInterval = Duration.seconds(5)

    package static let maximumParallelRequests = 16

    /// - Precondition: `parallelRequests` lies in 1...``maximumParallelRequests``.
    package init(
        quality: Quality = .best, parallelRequests: Int = 4, retry: RetryPolicy = RetryPolicy(),
        timeouts: Timeouts = Timeouts(), limits: DownloadLimits = DownloadLimits(),
        request: SelectionRequest? = nil, order: DownloadOrder = .byTime,
        keySystems: [KeySystem]? = nil
    ) {
        precondition(
            (1...Self.maximumParallelRequests).contains(parallelRequests),
            "a download opens 1 to \(Self.maximumParallelRequests) requests at once")
        self.quality = quality
        self.request = request
        self.parallelRequests = parallelRequests
        self.order = order
        self.keySystems = keySystems
        self.retry = retry
        self.timeouts = timeouts
        self.limits = limits
    }
}

/// Which versions of HTTP a download speaks.
package enum HTTPVersion: String, Sendable, Hashable, Codable {
    case automatic
    case http1Only
}

/// The rule by which the variant to download is chosen from a multivariant playlist.
package enum Quality: Sendable, Hashable {
    /// The highest-quality variant: HDR before SDR, then the highest peak bitrate; multichannel
    /// audio in addition to stereo (what AVFoundation does when no option is given).
    case best
    /// The variant with the lowest peak bitrate and stereo audio only: soonest on disk.
    case fast
    /// The variant with the lowest peak bitrate that is at least the value, in bits per second;
    /// none such: the highest (AVFoundation's `minimumRequiredMediaBitrate`).
    case minimumBitrate(Int)
}

/// The order in which the parts of a download are fetched.
package enum DownloadOrder: String, Sendable, Hashable, Codable {
    /// As they play, all streams side by side: what is on disk can be played from its start.
    case byTime
    /// Video, then each audio, then each subtitles: one after the other is complete, as in
    /// AVFoundation's aggregate tasks.
    case byStream
}

/// The order in which a download goes on while its presentation plays.
package enum ReplacementOrder: String, Sendable, Hashable, Codable {
    /// First the times of which nothing at all is there, from the playhead on and then those before
    /// it; then those of which the player's quality is there, in the same order.
    case holesFirst
    /// As if nobody played: ``DownloadOptions/order``.
    case inOrder
}

/// How long a request may show no sign of life.
package struct Timeouts: Sendable, Hashable {
    /// From the request to an open connection, TLS included.
    package var connect: Duration
    /// From the request to the response head; covers ``connect``.
    package var firstByte: Duration
    /// Between two arrivals of body bytes. On progress, not on total time: a slow link is no fault.
    package var progress: Duration

    package init(
        connect: Duration = .seconds(15), firstByte: Duration = .seconds(30),
        progress: Duration = .seconds(20)
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.progress = progress
    }
}

/// Bounds on what a server may make a download do.
package struct DownloadLimits: Sendable, Hashable {
    /// Bytes of one playlist, after decompression.
    package var playlistBytes: Int
    /// Bytes of one media segment or init section.
    package var partBytes: Int
    /// Bytes of one key's body; keys have 16 or 32.
    package var keyBytes: Int
    /// Keys of all streams together.
    package var keys: Int
    /// Segments of one media playlist.
    package var segments: Int
    /// Redirects followed for one resource in one attempt (as curl and browsers: 20).
    package var redirects: Int
    /// Longest pause that a Retry-After may ask for; a server that asks for more ends the download.
    package var retryAfter: Duration
    /// Whether what came from another host may lead to this machine's own addresses, or to those of
    /// its link: see ``LocalHost``. A presentation that is itself there may in any case.
    package var localAddresses: Bool

    package init(
        playlistBytes: Int = 16 << 20, partBytes: Int = 2 << 30,
        keyBytes: Int = 4 << 10, keys: Int = 10_000, segments: Int = 500_000,
        redirects: Int = 20, retryAfter: Duration = .seconds(3600), localAddresses: Bool = false
    ) {
        self.playlistBytes = playlistBytes
        self.partBytes = partBytes
        self.keyBytes = keyBytes
        self.keys = keys
        self.segments = segments
        self.redirects = redirects
        self.retryAfter = retryAfter
        self.localAddresses = localAddresses
    }
}
