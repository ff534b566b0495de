internal import PlaybackCore

/// How a presentation is played while it is downloaded.
public struct AssetPlaybackOptions: Sendable, Hashable {
    /// Name of the rule by which the player adapts its quality to the network, one of ``rules``.
    public var rule: String
    /// Where in the presentation playback begins; zero or more.
    public var startPosition: Duration
    /// NAME of the audio rendition that is played (RFC 8216bis, 4.4.6.1); nil, and where there is none
    /// of that name: the one that the playlist selects by itself.
    public var audio: String?
    /// NAME of the subtitles; nil: none.
    public var subtitles: String?

    public init(
        rule: String = "bola-e", startPosition: Duration = .zero, audio: String? = nil,
        subtitles: String? = nil
    ) {
        self.rule = rule
        self.startPosition = startPosition
        self.audio = audio
        self.subtitles = subtitles
    }

    /// The names of all rules; in `fixed:N` the number of a quality stands for N, 0 the lowest.
    public static var rules: [String] { RuleCatalog.names }

    /// Why nothing can be played so; nil when it can.
    var problem: String? {
        RuleCatalog.has(rule) ? nil : RuleCatalog.Problem.unknown(rule).description
    }

    var playerOptions: PlayerOptions {
        var options = PlayerOptions(rule: rule)
        options.startPosition = max(.zero, startPosition)
        options.audio = audio
        options.subtitles = subtitles
        return options
    }
}
