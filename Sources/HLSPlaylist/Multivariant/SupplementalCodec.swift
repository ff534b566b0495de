/// One entry of SUPPLEMENTAL-CODECS: a codec with the brands that the media is compatible with.
public struct SupplementalCodec: Sendable, Hashable {
    public var codec: Codec
    public var compatibilityBrands: [String]

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
