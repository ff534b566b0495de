/// An alternative of a medium, such as a language: EXT-X-MEDIA, section 4.4.6.1.
public struct Rendition: Sendable, Hashable {
    /// TYPE.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Sound.
        case audio = "AUDIO"
        /// Pictures, such as another camera.
        case video = "VIDEO"
        /// Text in a media playlist of its own.
        case subtitles = "SUBTITLES"
        /// Text inside the video.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// TYPE.
    public var kind: Kind
    /// GROUP-ID: variants name it.
    public var groupID: String
    /// NAME, for people; unique in its group.
    public var name: String
    /// BCP 47.
    public var language: String?
    /// A language used with the rendition in another role, such as written against spoken.
    public var associatedLanguage: String?
    /// The media playlist; nil: the media are in the variant's own segments.
    public var uri: String?
    /// DEFAULT: played unless the viewer chose another one.
    public var isDefault: Bool
    /// AUTOSELECT: the player may choose it by the language of the system.
    public var isAutoselect: Bool
    /// FORCED: subtitles that have to be shown.
    public var isForced: Bool
    /// Where closed captions are inside the video: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
    public var instreamID: String?
    /// Uniform type identifiers, such as `public.accessibility.describes-video`.
    public var characteristics: [String]
    /// CHANNELS, of audio.
    public var channels: Channels?
    /// Bits per audio sample.
    public var bitDepth: Int?
    /// Hertz.
    public var sampleRate: Int?
    /// STABLE-RENDITION-ID: the same for the same rendition in every version of the playlist.
    public var stableRenditionID: String?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
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
