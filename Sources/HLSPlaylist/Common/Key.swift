/// How media segments are encrypted: EXT-X-KEY and EXT-X-SESSION-KEY, sections 4.4.4.4 and 4.4.6.5.
public struct Key: Sendable, Hashable {
    /// METHOD.
    public enum Method: Sendable, Hashable, Codable {
        /// Not encrypted.
        case none
        /// CBC over the whole segment, PKCS#7 padding.
        case aes128
        /// Samples are encrypted, containers are not.
        case sampleAES
        /// Common encryption `cenc`: fragmented MP4 only.
        case sampleAESCTR
        /// 256-bit key; each segment begins with its IV and ends with its tag, 16 bytes each.
        case aes256GCM
        /// A word that the specification does not define, as the playlist wrote it.
        case other(String)
    }

    /// METHOD.
    public var method: Method
    /// Where the key is; nil only for the method `none`.
    public var uri: String?
    /// 16 bytes. Nil: the media sequence number, big-endian.
    public var iv: [UInt8]?
    /// KEYFORMAT; `identity`, the 16 or 32 bytes of the key themselves, unless the tag says
    /// otherwise.
    public var keyFormat: String
    /// KEYFORMATVERSIONS: `[1]` unless the tag says otherwise.
    public var keyFormatVersions: [Int]
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]

    /// The KEYFORMAT of keys that are the bytes themselves.
    public static let identityFormat = "identity"

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        method: Method, uri: String? = nil, iv: [UInt8]? = nil,
        keyFormat: String = Key.identityFormat, keyFormatVersions: [Int] = [1],
        unknownAttributes: [UnknownAttribute] = []
    ) {
        self.method = method
        self.uri = uri
        self.iv = iv
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
        self.unknownAttributes = unknownAttributes
    }

    /// The initialisation vector of a segment: the tag's own, or the sequence number as a big-endian
    /// 128-bit integer (section 5.2).
    public func iv(forSequenceNumber number: Int) -> [UInt8] {
        if let iv { return iv }
        let bits = UInt64(bitPattern: Int64(number))
        return (0..<16).map {
            $0 < 8 ? 0 : UInt8(truncatingIfNeeded: bits >> (UInt64(15 - $0) * 8))
        }
    }
}

extension Key.Method {
    /// The value of METHOD.
    public var text: String {
        switch self {
        case .none: "NONE"
        case .aes128: "AES-128"
        case .sampleAES: "SAMPLE-AES"
        case .sampleAESCTR: "SAMPLE-AES-CTR"
        case .aes256GCM: "AES-256-GCM"
        case .other(let text): text
        }
    }

    /// The words of METHOD that the specification defines.
    static let known = [Self.none, .aes128, .sampleAES, .sampleAESCTR, .aes256GCM].map(\.text)

    /// Reads the value of METHOD.
    public init(_ text: String) {
        switch text {
        case "NONE": self = .none
        case "AES-128": self = .aes128
        case "SAMPLE-AES": self = .sampleAES
        case "SAMPLE-AES-CTR": self = .sampleAESCTR
        case "AES-256-GCM": self = .aes256GCM
        default: self = .other(text)
        }
    }
}
