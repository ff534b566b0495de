/// How a player buffers.
package struct PlayerOptions: Sendable, Hashable {
    /// Name in ``RuleCatalog``.
    package var rule: String
    /// Media that is kept ahead of the playhead; two segments at least.
    package var bufferGoal: Duration
    /// How the goal grows with what is played; nil: it does not.
    package var bufferGrowth: BufferGrowth?
    /// Whether a segment is fetched as long as less than that is there, so that it may end up behind
    /// the goal, as players do; else only if it fits, as Sabre and Pensieve have it.
    package var overfills: Bool
    /// Media that has to be there before the first frame.
    package var startBuffer: Duration
    /// Media that has to be there after a stall.
    package var restartBuffer: Duration
    /// Where playback begins.
    package var startPosition: Duration
    /// NAME of the audio rendition; nil: the default one.
    package var audio: String?
    /// NAME of the subtitles; nil: none.
    package var subtitles: String?
    /// How often a request is asked about whether to give it up.
    package var abandonInterval: Duration
    /// Tries of one segment before the player gives up.
    package var mostFailures: Int
    /// Pause after the first failure; doubles with each further one, up to eight times as long.
    package var retryPause: Duration

    package enum BufferGrowth: Sendable, Hashable {
        /// As much media as so many bytes of the present level are, up to a limit: hls.js'
        /// `maxBufferSize` and `maxMaxBufferLength`.
        case toBytes(Int, atMost: Duration)
        /// Another goal at the top level, and one for presentations of ten minutes and more: dash.js'
        /// `bufferTimeAtTopQuality` and `bufferTimeAtTopQualityLongForm`.
        case atTop(Duration, ofLong: Duration)
    }

    /// - Parameter rule: a name in ``RuleCatalog``, from which the buffers follow: 30 s for hls.js,
    ///   50 s for ExoPlayer with 1 s to start and 2 s after a stall, 10 s for Shaka, 18 s for dash.js,
    ///   60 s for MPC (Pensieve), 25 s for those of Sabre. Where a player starts as soon as it
    ///   can, one segment is enough.
    package init(rule: String = "bola-e") {
        self.rule = rule
        (bufferGoal, startBuffer, restartBuffer) =
            switch rule {
            case "hlsjs": (.seconds(30), .zero, .zero)
            case "exoplayer": (.seconds(50), .seconds(1), .seconds(2))
            case "shaka": (.seconds(10), .zero, .zero)
            case "dashjs": (.seconds(18), .zero, .zero)
            case "robust-mpc", "fast-mpc", "bba": (.seconds(60), .zero, .zero)
            case "bba-puffer": (.seconds(15), .zero, .zero)
            case "gstreamer": (.seconds(30), .zero, .zero)
            default: (.seconds(25), .zero, .zero)
            }
        bufferGrowth =
            switch rule {
            case "hlsjs": .toBytes(60_000_000, atMost: .seconds(600))
            case "dashjs": .atTop(.seconds(30), ofLong: .seconds(60))
            default: nil
            }
        overfills = ["hlsjs", "exoplayer", "shaka", "dashjs", "gstreamer", "avplayer-like"]
            .contains(rule)
        startPosition = .zero
        abandonInterval = .milliseconds(100)
        mostFailures = 6
        retryPause = .seconds(1)
    }
}
