/// One quality of a presentation: EXT-X-STREAM-INF, section 4.4.6.2.
public struct Variant: Sendable, Hashable {
    /// CLOSED-CAPTIONS.
    public enum ClosedCaptions: Sendable, Hashable {
        /// The media has none, which every variant of the playlist then says.
        case none
        /// The GROUP-ID of renditions with TYPE=CLOSED-CAPTIONS.
        case group(String)
    }

    /// The media playlist, as the playlist wrote it.
    public var uri: String
    /// Peak bits per second, all renditions of the best combination included.
    public var bandwidth: Int
    /// Average bits per second.
    public var averageBandwidth: Int?
    /// Preference among variants, higher first.
    public var score: Double?
    /// CODECS as the playlist wrote it; see ``codecs``.
    public var codecsText: String?
    /// SUPPLEMENTAL-CODECS: what the media also is for players that know it.
    public var supplementalCodecs: [SupplementalCodec]
    /// RESOLUTION.
    public var resolution: Resolution?
    /// Frames per second, at most.
    public var frameRate: Double?
    /// HDCP-LEVEL: `NONE`, `TYPE-0` or `TYPE-1`.
    public var hdcpLevel: String?
    /// ALLOWED-CPC: key format and the content protection configurations that may play it.
    public var allowedCPC: String?
    /// VIDEO-RANGE.
    public var videoRange: VideoRange?
    /// REQ-VIDEO-LAYOUT: a player that does not know one of the specifiers ignores the variant.
    public var requiredVideoLayout: String?
    /// STABLE-VARIANT-ID: the same for the same variant in every version of the playlist.
    public var stableVariantID: String?
    /// `.` when the playlist does not say.
    public var pathwayID: String?
    /// AUDIO: the group of renditions.
    public var audioGroupID: String?
    /// VIDEO: the group of renditions.
    public var videoGroupID: String?
    /// SUBTITLES: the group of renditions.
    public var subtitlesGroupID: String?
    /// CLOSED-CAPTIONS; nil when the playlist does not say.
    public var closedCaptions: ClosedCaptions?
    /// Removed from the protocol in version 6, still met.
    public var programID: Int?
    /// NAME: not part of the protocol, still met.
    public var name: String?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
        supplementalCodecs = []
        unknownAttributes = []
    }

    /// CODECS, one by one.
    public var codecs: [Codec] {
        codecsText.map { Codec.list($0) } ?? []
    }
}
