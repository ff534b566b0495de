/// A playlist of I-frames for scrubbing: EXT-X-I-FRAME-STREAM-INF, section 4.4.6.3.
public struct IFrameVariant: Sendable, Hashable {
    public var uri: String
    /// Peak bits per second.
    public var bandwidth: Int
    public var averageBandwidth: Int?
    public var score: Double?
    /// CODECS as the playlist wrote it; see ``codecs``.
    public var codecsText: String?
    public var supplementalCodecs: [SupplementalCodec]
    public var resolution: Resolution?
    public var hdcpLevel: String?
    public var allowedCPC: String?
    public var videoRange: VideoRange?
    public var requiredVideoLayout: String?
    public var stableVariantID: String?
    public var pathwayID: String?
    public var videoGroupID: String?
    /// Removed from the protocol in version 6, still met.
    public var programID: Int?
    public var unknownAttributes: [UnknownAttribute]

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
