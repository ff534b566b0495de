/// One entry of SUPPLEMENTAL-CODECS: a codec with the brands that the media is compatible with.
public struct SupplementalCodec: Sendable, Hashable {
    /// The codec, before the first slash.
    public var codec: Codec
    /// The brands, behind it.
    public var compatibilityBrands: [String]

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(codec: Codec, compatibilityBrands: [String] = []) {
        self.codec = codec
        self.compatibilityBrands = compatibilityBrands
    }

    /// Reads `dvh1.08.07/db4h,…`.
    public static func list(_ text: String) -> [SupplementalCodec] {
        Codec.elements(of: text).map { element in
            let parts = element.split(separator: "/", omittingEmptySubsequences: false)
            return SupplementalCodec(
                codec: Codec(String(parts.first ?? "")),
                compatibilityBrands: parts.dropFirst().map(String.init))
        }
    }

    /// As SUPPLEMENTAL-CODECS writes it.
    public var text: String {
        ([codec.text] + compatibilityBrands).joined(separator: "/")
    }
}
