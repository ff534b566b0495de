/// How far a run is: what a progress line shows.
package struct RunProgress: Sendable, Hashable {
    /// Media time that has arrived of media time wanted, 0 to 1.
    package var fraction: Double
    /// The variant being downloaded, `960x540` or its bitrate; nil before it is known.
    package var variant: String?
    /// Payload bytes that crossed the link towards the engine.
    package var bytes: Int
    /// Payload bits per second on the link, over the last second.
    package var bitsPerSecond: Double
    package var retries: Int
    package var elapsed: Duration

    package init(
        fraction: Double, variant: String?, bytes: Int, bitsPerSecond: Double, retries: Int,
        elapsed: Duration
    ) {
        self.fraction = fraction
        self.variant = variant
        self.bytes = bytes
        self.bitsPerSecond = bitsPerSecond
        self.retries = retries
        self.elapsed = elapsed
    }

    /// One line of at most 79 columns:
    /// `  42 %  960x540  1.03 MB  229 kbit/s  0 retries  36 s`.
    package var line: String {
        let percent = String(Int((fraction * 100).rounded(.down)))
        return String(repeating: " ", count: max(0, 4 - percent.count)) + percent + " %  "
            + [
                variant ?? "playlists", Figures.bytes(bytes), Figures.rate(bitsPerSecond),
                retries == 1 ? "1 retry" : "\(retries) retries",
                "\(elapsed.components.seconds) s",
            ].joined(separator: "  ")
    }
}
