/// Data about the presentation: EXT-X-SESSION-DATA, section 4.4.6.4.
public struct SessionData: Sendable, Hashable {
    /// FORMAT: what stands at the address.
    public enum Format: Sendable, Hashable {
        /// A JSON object.
        case json
        /// Any bytes.
        case raw
        /// A word that the specification does not define, as the playlist wrote it.
        case other(String)
    }

    /// Names what the data is, such as `com.example.lyrics`.
    public var dataID: String
    /// VALUE; nil when the data is elsewhere.
    public var value: String?
    /// Where the data is, if not in the playlist.
    public var uri: String?
    /// FORMAT of what stands at the address.
    public var format: Format
    /// LANGUAGE of the value, BCP 47.
    public var language: String?
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        dataID: String, value: String? = nil, uri: String? = nil, format: Format = .json,
        language: String? = nil, unknownAttributes: [UnknownAttribute] = []
    ) {
        self.dataID = dataID
        self.value = value
        self.uri = uri
        self.format = format
        self.language = language
        self.unknownAttributes = unknownAttributes
    }
}

extension SessionData.Format {
    /// Reads the value of FORMAT.
    public init(_ text: String) {
        switch text {
        case "JSON": self = .json
        case "RAW": self = .raw
        default: self = .other(text)
        }
    }

    /// The value of FORMAT.
    public var text: String {
        switch self {
        case .json: "JSON"
        case .raw: "RAW"
        case .other(let text): text
        }
    }
}
