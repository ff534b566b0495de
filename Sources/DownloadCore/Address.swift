/// The parts of an absolute URL that a download decides by (RFC 3986, section 3).
enum Address {
    /// The scheme in lower case; nil when the text does not begin with one.
    static func scheme(of url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<colon]
        guard let first = scheme.utf8.first, isLetter(first),
            scheme.utf8.allSatisfy({ isLetter($0) || isDigitOrSign($0) })
        else { return nil }
        return scheme.lowercased()
    }

    /// Host and port in lower case, without user information; nil when there is no authority.
    static func authority(of url: String) -> String? {
        guard let scheme = scheme(of: url) else { return nil }
        let rest = url.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return host.isEmpty ? nil : host.lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isDigitOrSign(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }
}
