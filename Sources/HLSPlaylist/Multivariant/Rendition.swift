/// An alternative of a medium, such as a language: EXT-X-MEDIA, section 4.4.6.1.
public struct Rendition: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    public var kind: Kind
    public var groupID: String
    public var name: String
    /// BCP 47.
    public var language: String?
    /// A language used with the rendition in another role, such as written against spoken.
    public var associatedLanguage: String?
    /// The media playlist; nil: the media are in the variant's own segments.
    public var uri: String?
    public var isDefault: Bool
    public var isAutoselect: Bool
    public var isForced: Bool
    /// Where closed captions are inside the video: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
    public var instreamID: String?
    /// Uniform type identifiers, such as `public.accessibility.describes-video`.
    public var characteristics: [String]
    public var channels: Channels?
    /// Bits per audio sample.
    public var bitDepth: Int?
    /// Hertz.
    public var sampleRate: Int?
    public var stableRenditionID: String?
    public var unknownAttributes: [UnknownAttribute]

    public init(kind: Kind, groupID: String, name: String, uri: String? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
        isDefault = false
        isAutoselect = false
        isForced = false
        characteristics = []
        unknownAttributes = []
    }
}
