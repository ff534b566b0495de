extension Scenario {
    /// Whether and how the asset is played by a virtual player.
    package struct Playback: Sendable, Hashable {
        package enum Mode: String, Sendable, Hashable, CaseIterable, Codable {
            case none
            /// Both begin at once and share the link.
            case withDownload = "with-download"
            /// From the package, when the download is complete.
            case after
            /// Nothing is downloaded but what is played.
            case only
        }

        package var mode: Mode
        /// Name of the adaptation rule, `bola-e` for example.
        package var rule: String
        /// Where in the presentation playback begins.
        package var startPosition: Duration

        package init(
            mode: Mode = .none, rule: String = "bola-e", startPosition: Duration = .zero
        ) {
            self.mode = mode
            self.rule = rule
            self.startPosition = startPosition
        }
    }
}
