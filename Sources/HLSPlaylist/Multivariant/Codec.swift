/// One codec of a CODECS attribute: RFC 6381.
public struct Codec: Sendable, Hashable {
    /// As the playlist wrote it: `avc1.64001f`.
    public var text: String

    /// Takes one entry of CODECS as it is.
    public init(_ text: String) {
        self.text = text
    }

    /// Reads a comma-separated list.
    public static func list(_ text: String) -> [Codec] {
        elements(of: text).map { Codec($0) }
    }

    static func elements(of text: String) -> [String] {
        text.split(separator: ",").compactMap { element in
            let bytes = element.utf8.drop { $0 == UInt8(ascii: " ") }
            let count = bytes.reversed().drop { $0 == UInt8(ascii: " ") }.count
            return count == 0 ? nil : String(Substring(bytes.prefix(count)))
        }
    }
}
