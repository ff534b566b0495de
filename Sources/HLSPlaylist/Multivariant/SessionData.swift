/// Data about the presentation: EXT-X-SESSION-DATA, section 4.4.6.4.
public struct SessionData: Sendable, Hashable {
    public enum Format: Sendable, Hashable {
        case json
        case raw
        case other(String)
    }

    /// Names what the data is, such as `com.example.lyrics`.
    public var dataID: String
    public var value: String?
    /// Where the data is, if not in the playlist.
    public var uri: String?
    public var format: Format
    public var language: String?
    public var unknownAttributes: [UnknownAttribute]

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
