internal import PlaybackCore

/// How a presentation is played while it is downloaded.
public struct AssetPlaybackOptions: Sendable, Hashable {
    /// Name of the rule by which the player adapts its quality to the network, one of ``rules``.
    public var rule: String
    /// Where in the presentation playback begins; zero or more.
    public var startPosition: Duration

    public init(rule: String = "bola-e", startPosition: Duration = .zero) {
        self.rule = rule
        self.startPosition = startPosition
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
        return options
    }
}
