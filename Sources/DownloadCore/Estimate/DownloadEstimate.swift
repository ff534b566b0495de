/// How many bytes of media a download will fetch, as far as its playlists tell. Playlists, keys and
/// init sections of undeclared length, a few thousand bytes, are left out.
public struct DownloadEstimate: Sendable, Hashable, Codable {
    /// What the figure of a stream rests on, the surest first.
    public enum Reckoning: String, Sendable, Hashable, Codable {
        /// EXT-X-BYTERANGE declares the length of every part.
        case byteRanges
        /// EXT-X-BITRATE declares the bitrate of every segment, to 10 % (rfc8216bis, section
        /// 4.4.4.8).
        case segmentBitrates
        /// AVERAGE-BANDWIDTH times duration; to 10 % by Apple's HLS authoring specification. It
        /// covers the variant and one audio rendition together.
        case averageBandwidth
        /// BANDWIDTH times duration: the peak, which is at most twice the average by the same
        /// specification.
        case peakBandwidth
        /// The difference to what another variant with the same video declares, shared among the
        /// channels of audio that one of the two has more.
        case difference
        /// 64 kbit/s for each channel of audio of which nothing tells.
        case channels
        /// A third of a kilobit per second of text that nobody declares.
        case text
        /// Nothing is declared.
        case unknown
    }

    /// The estimate for one media playlist.
    public struct Stream: Sendable, Hashable, Codable {
        /// `video`, `audio` or `subtitles`.
        public var kind: String
        /// As the multivariant playlist wrote it.
        public var uri: String
        public var name: String?
        public var language: String?
        /// Of all segments, gaps left out.
        public var seconds: Double
        public var reckoning: Reckoning
        /// Of all parts; nil when nothing is declared.
        public var bytes: ByteFigure?
        /// Of parts that are on disk already.
        public var storedBytes: Int
        /// Of parts that are not; nil when nothing is declared.
        public var remaining: ByteFigure?
    }

    /// In the order of the selection.
    public var streams: [Stream]
    /// Of all parts of all streams whose bytes are known or declared. Closer than the sum of the
    /// streams where one declaration covers two of them.
    public var bytes: ByteFigure
    public var storedBytes: Int
    /// What is still to be fetched.
    public var remaining: ByteFigure

    /// Whether a stream has no figure, so that the sum is too low.
    public var isPartial: Bool { streams.contains { $0.bytes == nil } }
}
