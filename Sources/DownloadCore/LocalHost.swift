internal import HLSPlaylist

/// Hosts that are this machine or on its own link, where what a server on the Internet names has no
/// business: services without passwords, and the metadata of clouds at 169.254.169.254.
///
/// Loopback (127.0.0.0/8, ::1, `localhost`: RFC 6890 and RFC 6761), link-local (169.254.0.0/16,
/// fe80::/10: RFC 3927, RFC 4291) and unspecified addresses (0.0.0.0/8, ::), in every spelling that
/// `inet_aton` reads, and inside IPv6 addresses. A name that the DNS resolves to such an address is
/// not known here.
package enum LocalHost {
    /// Whether the host of a URL is one of these.
    package static func isNamed(by url: String) -> Bool {
        guard let origin = Origin(of: url) else { return false }
        return isLocal(origin.host)
    }

    static func isLocal(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            let inner = host.dropFirst().prefix { $0 != "]" && $0 != "%" }
            return groups(inner).map(isLocal) ?? true
        }
        // Nobody needs an escape in the name of a host but who wants to hide it.
        if host.contains("%") { return true }
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        return number(host[...]).map(isLocal) ?? false
    }

    private static func isLocal(_ address: UInt32) -> Bool {
        switch address >> 24 {
        case 0, 127: true
        case 169: address >> 16 & 0xFF == 254
        default: false
        }
    }

    /// Eight groups of an IPv6 address.
    private static func isLocal(_ groups: [UInt16]) -> Bool {
        if groups[0] & 0xFFC0 == 0xFE80 { return true }
        guard groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0 || groups[5] == 0xFFFF
        else { return false }
        let last = UInt32(groups[6]) << 16 | UInt32(groups[7])
        return last <= 1 || isLocal(last)
    }

    /// An IPv4 address as `inet_aton` reads it: one to four numbers, decimal, octal with `0` or
    /// hexadecimal with `0x`, the last of which fills the rest.
    private static func number(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var value: UInt32 = 0
        for (place, part) in parts.enumerated() {
            guard let number = integer(part) else { return nil }
            let bytes = place == parts.count - 1 ? 4 - place : 1
            guard bytes == 4 || number < 1 << (UInt32(bytes) * 8) else { return nil }
            value = bytes == 4 ? number : value << (UInt32(bytes) * 8) | number
        }
        return value
    }

    private static func integer(_ text: Substring) -> UInt32? {
        if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0"), text.count > 1 { return UInt32(text.dropFirst(), radix: 8) }
        return text.first?.isNumber == true ? UInt32(text) : nil
    }

    /// The groups of an IPv6 address (RFC 4291, 2.2); nil for what is none.
    private static func groups(_ text: Substring) -> [UInt16]? {
        guard let gap = text.firstRange(of: "::") else {
            let groups = run(text)
            return groups?.count == 8 ? groups : nil
        }
        guard let head = run(text[..<gap.lowerBound]), let tail = run(text[gap.upperBound...]),
            head.count + tail.count < 8
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Groups between colons, the last of which may be an IPv4 address.
    private static func run(_ text: Substring) -> [UInt16]? {
        var groups: [UInt16] = []
        for part in text.split(separator: ":", omittingEmptySubsequences: !text.isEmpty) {
            if part.isEmpty { continue }
            if part.contains(".") {
                guard let address = number(part) else { return nil }
                groups += [UInt16(address >> 16), UInt16(address & 0xFFFF)]
            } else {
                guard let group = UInt16(part, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
