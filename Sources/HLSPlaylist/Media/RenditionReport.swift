/// How far another rendition is: EXT-X-RENDITION-REPORT, section 4.4.5.4.
public struct RenditionReport: Sendable, Hashable {
    /// The media playlist of the rendition, relative to this playlist.
    public var uri: String
    /// Sequence number of its last segment, parts included.
    public var lastMediaSequence: Int?
    /// Index of the last part in that segment.
    public var lastPart: Int?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil,
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
        self.unknownAttributes = unknownAttributes
    }
}
