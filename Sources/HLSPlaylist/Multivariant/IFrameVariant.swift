/// A playlist of I-frames for scrubbing: EXT-X-I-FRAME-STREAM-INF, section 4.4.6.3.
public struct IFrameVariant: Sendable, Hashable {
    /// URI, variables substituted.
    public var uri: String
    /// Peak bits per second.
    public var bandwidth: Int
    /// Average bits per second.
    public var averageBandwidth: Int?
    /// Preference among variants of I-frames, higher first.
    public var score: Double?
    /// CODECS as the playlist wrote it; see ``codecs``.
    public var codecsText: String?
    /// SUPPLEMENTAL-CODECS: what the media also is for players that know it.
    public var supplementalCodecs: [SupplementalCodec]
    /// RESOLUTION.
    public var resolution: Resolution?
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
    /// PATHWAY-ID; `.` when the playlist does not say.
    public var pathwayID: String?
    /// VIDEO: the group of renditions.
    public var videoGroupID: String?
    /// Removed from the protocol in version 6, still met.
    public var programID: Int?
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
