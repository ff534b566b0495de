/// The variant and the renditions that a download's options resolve to: the requested quality.
public struct Selection: Sendable, Hashable, Codable {
    /// One media playlist to download.
    public struct Stream: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Hashable, Codable { case video, audio, subtitles }

        public var kind: Kind
        /// The media playlist's URI as the multivariant playlist wrote it.
        public var uri: String
        /// NAME and LANGUAGE of a rendition.
        public var name: String?
        public var language: String?
        /// First part of CHANNELS.
        public var channels: Int?
        public var groupID: String?
        public var isDefault: Bool
        public var isAutoselect: Bool
        public var isForced: Bool
        public var characteristics: [String]
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID.
        public var stableID: String?
        /// URIs of the same stream elsewhere: redundant variants and renditions, other pathways. To
        /// be tried in this order when this one fails for good.
        public var alternates: [String] = []
        /// By what the stream is known on disk; see ``identity``.
        package var identification = Identification.path
        /// What is declared of the variant, of whose own media playlist this is the stream.
        package var variant: Variant?
    }

    /// What EXT-X-STREAM-INF declares of a variant.
    package struct Variant: Sendable, Hashable, Codable {
        /// Bits per second; 0: not declared.
        package var peakBitRate: Int
        package var averageBitRate: Int?
        package var codecs: String?
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        package var videoRange: String?
    }

    /// Facts of the variant, as declared.
    public var peakBitRate: Int
    public var averageBitRate: Int?
    public var codecs: String?
    public var width: Int?
    public var height: Int?
    public var frameRate: Double?
    public var videoRange: String?
    /// The variant's own media playlist first, then those of auxiliary variants, audio, subtitles.
    /// Each URI once.
    public var streams: [Stream]
}

extension Selection {
    /// What is declared of the variant, as one value.
    package var variant: Variant {
        Variant(
            peakBitRate: peakBitRate, averageBitRate: averageBitRate, codecs: codecs, width: width,
            height: height, frameRate: frameRate, videoRange: videoRange)
    }

    /// The selection for a download that begins with a media playlist: that one stream.
    package init(mediaPlaylistAt uri: String) {
        self.init(
            peakBitRate: 0,
            streams: [
                Stream(
                    kind: .video, uri: uri, isDefault: false, isAutoselect: false,
                    isForced: false, characteristics: [])
            ])
    }
}
