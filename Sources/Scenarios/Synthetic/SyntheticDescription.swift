/// What a synthetic asset shall be: any ladder, any length, no files.
package struct SyntheticDescription: Sendable, Hashable {
    package var id: String
    package var title: String
    package var duration: Duration
    /// EXTINF of every segment but the last.
    package var segmentDuration: Duration
    package var seed: UInt64
    package var pattern: Pattern
    /// In the order of the multivariant playlist.
    package var variants: [Variant]

    package init(
        id: String, title: String, duration: Duration, segmentDuration: Duration, seed: UInt64,
        pattern: Pattern = .constant, variants: [Variant]
    ) {
        self.id = id
        self.title = title
        self.duration = duration
        self.segmentDuration = segmentDuration
        self.seed = seed
        self.pattern = pattern
        self.variants = variants
    }

    /// How the size of segments varies around the average. The peak is a share of the average in
    /// per cent, 100 to 200 (Apple's authoring specification allows no more).
    package enum Pattern: Sendable, Hashable {
        case constant
        /// Evenly spread between as much below the average as the peak is above it.
        case random(peakPercent: Int)
        /// Rises in eight segments from that low to the peak, and falls back at once.
        case sawtooth(peakPercent: Int)
    }

    package struct Variant: Sendable, Hashable {
        /// Also the name of its folder: letters, digits, `-`, `_`, `.`.
        package var id: String
        /// Average, in bits per second.
        package var bitsPerSecond: Int
        package var width: Int
        package var height: Int
        /// Frames per second, exact to a thousandth.
        package var frameRate: Double

        package init(id: String, bitsPerSecond: Int, width: Int, height: Int, frameRate: Double) {
            self.id = id
            self.bitsPerSecond = bitsPerSecond
            self.width = width
            self.height = height
            self.frameRate = frameRate
        }
    }

    /// More segments than this in one stream are refused: 2 s segments of a week.
    package static let mostSegments = 302_400
    /// Frame rates above this are refused.
    package static let highestFrameRate = 240.0
    /// Bitrates above this are refused.
    package static let highestBitRate = 1_000_000_000
    /// Durations above this are refused: seven days.
    package static let longestDuration = Duration.seconds(604_800)
    /// A segment longer than this is refused.
    package static let longestSegment = Duration.seconds(60)
}
